import { errors } from '../errors.ts'

/** Nesting of the deepest call of ours is 6; each level of a parsed value takes stack. */
const deepest = 64
/** Commas and colons: a course of 500 components saved whole has some 12,000. */
const mostValues = 50_000

/**
 * The value of a JSON text, after its shape: text that nests too deep or holds too many values is refused (400) before
 * anything is built of it. Takes time in proportion to the text.
 */
export function parseJsonBody(text: string): unknown {
  requireShape(text)
  try {
    return JSON.parse(text)
  } catch {
    throw errors.invalid()
  }
}

function requireShape(text: string): void {
  let [depth, values] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openArray || code === openObject) depth += 1
    else if (code === closeArray || code === closeObject) depth -= 1
    else if (code === comma || code === colon) values += 1
    if (depth > deepest) throw errors.invalid()
    if (values > mostValues) throw errors.tooLarge()
  }
}

const [quote, comma, colon, backslash] = [34, 44, 58, 92]
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125]

/** The position of the quote that ends a string, or of the last character where none does. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at
  }
  return text.length
}
