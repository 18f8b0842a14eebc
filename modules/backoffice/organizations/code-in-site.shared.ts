/** Stands for the code in the address of a site whose code is still being typed. */
export const codeInSite = 'code'
