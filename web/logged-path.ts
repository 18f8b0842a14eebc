const maxLength = 200
/**
 * Random names contain digits and have at least 32 characters (24 bytes in base64url); our own names lack one or the
 * other. One in 1,500 of 43 characters (32 bytes) has no digit.
 */
const secret = /(?=[A-Za-z_-]*\d)[\w-]{32,}|[\w-]{43}/g

/** A path for the log, without anything that may be a secret: reading the log must not open anything. */
export const loggedPath = (path: string): string => path.replaceAll(secret, '…').slice(0, maxLength)
