/** The characters that license numbers of all states have; some states write asterisks. */
export const licensePattern = /^[A-Za-z0-9][A-Za-z0-9 *-]{3,24}$/

/** The longest license number. */
export const maxLicense = 25
