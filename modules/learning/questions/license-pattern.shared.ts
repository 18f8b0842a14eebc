/** The characters that license numbers of all states have; some states write asterisks. */
export const licensePattern = /^[A-Z0-9][A-Z0-9 *-]{3,24}$/i

/** The longest license number. */
export const maxLicense = 25
