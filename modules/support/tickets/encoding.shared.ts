/** The contract's client sends texts URI-encoded twice and decodes what it shows as often. */
export const encodeMessage = (text: string): string => encodeURIComponent(encodeURIComponent(text.toWellFormed()))

/** Takes off two layers at most; text that is not encoded (a lone %) is left unchanged. */
export function decodeMessage(sent: string): string {
  const once = decodeOnce(sent)
  return once === null ? sent : (decodeOnce(once) ?? once)
}

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
