/**
 * The text of an uploaded file: UTF-8, UTF-16 with a byte order mark, or the encodings of older Windows and Mac
 * programs. Null for binary content, and for text that fits both encodings and might be decoded wrongly.
 */
export function textOfFile(bytes: Uint8Array): string | null {
  const text = decode(bytes)
  return text === null || text.includes('\0') ? null : text
}

function decode(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const encoding = encodingOf(bytes)
    return encoding && new TextDecoder(encoding).decode(bytes)
  }
}

/**
 * In a Mac text, letters follow lower-case letters as bytes that Windows does not use, or uses for capitals and accents
 * that don't follow one.
 */
const macLetterBytes = new Set([0x81, 0x83, 0x88, 0x8a, 0x8c, 0x8d, 0x8e, 0x8f, 0x90, 0x98, 0x9d, 0x9f])
/** Windows characters that may end a word but don't occur inside one. */
const insideWord = new Set([0x80, 0x84, 0x86, 0x87, 0x89, 0x8b, 0x99, 0x9b])
/**
 * A Windows dash between two lower-case letters, or an apostrophe where English has none, is a letter in a Mac text.
 */
const dashes = new Set([0x96, 0x97])
const apostrophe = 0x92
const afterApostrophe = new Set([...'stdlmrv'].map((letter) => letter.charCodeAt(0)))

const isSmall = (byte = 0) => byte >= 0x61 && byte <= 0x7a
const isLetter = (byte = 0) => isSmall(byte) || (byte >= 0x41 && byte <= 0x5a)

/** The older encoding of a text, detected by the bytes beside letters; null if both or neither fit. */
function encodingOf(bytes: Uint8Array): 'windows-1252' | 'macintosh' | null {
  let windows = 0
  let mac = 0
  let unclear = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!
    if (byte < 0x80) continue
    const [before, after] = [bytes[index - 1], bytes[index + 1]]
    if (byte >= 0xc0) windows += byte !== 0xd7 && byte !== 0xf7 && (isLetter(before) || isLetter(after)) ? 1 : 0
    else if (macLetterBytes.has(byte)) mac += isSmall(before) ? 1 : 0
    else if (insideWord.has(byte)) mac += isSmall(before) && isLetter(after) ? 1 : 0
    else if (dashes.has(byte)) unclear += isSmall(before) && isSmall(after) ? 1 : 0
    else if (byte === apostrophe) unclear += isSmall(before) && isSmall(after) && !afterApostrophe.has(after!) ? 1 : 0
  }
  if (mac === 0) return unclear === 0 ? 'windows-1252' : null
  return windows === 0 ? 'macintosh' : null
}
