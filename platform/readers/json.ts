/** How deep and how large JSON from outside may be; `values` counts values and keys. */
export type JsonLimits = { depth: number; values: number }

const usual: JsonLimits = { depth: 128, values: 3_000_000 }

/** JSON that is nested too deeply, or has too many values, to be made into objects. */
export class JsonRefused extends Error {}

/**
 * Parses JSON from outside. Its depth and its number of values are counted first, in one pass: a text of a few megabytes
 * that only opens brackets would become gigabytes. Throws JsonRefused, and SyntaxError for what is no JSON.
 */
export function parseForeignJson(text: string, { depth, values }: JsonLimits = usual): unknown {
  let open = 0
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === 0x22) at = endOfString(text, at)
    else if (char === 0x5b || char === 0x7b) {
      open += 1
      count += 1
      if (open > depth || count > values) throw new JsonRefused()
    } else if (char === 0x5d || char === 0x7d) open -= 1
    else if (char === 0x2c) {
      count += 1
      if (count > values) throw new JsonRefused()
    }
  }
  return JSON.parse(text)
}

function endOfString(text: string, begin: number): number {
  let at = begin + 1
  for (; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === 0x5c) at += 1
    else if (char === 0x22) return at
  }
  return at
}
