const longest = 200
/** Random names have digits in them, and are as long as 24 bytes in base64url at least; names of ours have one or the other. */
const secret = /(?=[A-Za-z_-]*\d)[\w-]{32,}/g

/** A path as the log holds it: who reads the log opens nothing with it, so what may be a secret is left out. */
export const loggedPath = (path: string): string => path.replaceAll(secret, '…').slice(0, longest)
