/** The contract's client URI-encodes texts twice and decodes them as often. */
export const encodeMessage = (text: string): string => encodeURIComponent(encodeURIComponent(text.toWellFormed()))

/** Removes at most two layers; text that is not encoded (a lone %) stays unchanged. */
export function decodeMessage(encoded: string): string {
  const decoded = decodeOnce(encoded)
  return decoded === null ? encoded : (decodeOnce(decoded) ?? decoded)
}

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
