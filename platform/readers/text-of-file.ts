/** The text of an uploaded file: UTF-8, UTF-16 by its mark, or else what older programs on Windows write. Null for bytes. */
export function textOfFile(bytes: Uint8Array): string | null {
  const text = decode(bytes)
  return text.includes('\0') ? null : text
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
