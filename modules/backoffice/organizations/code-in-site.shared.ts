/** Placeholder for the code in a site's address while the code is being typed. */
export const codeInSite = 'code'
