/** Depth and size limits for untrusted JSON; `values` counts values and keys. */
export type JsonLimits = { depth: number; values: number }

const defaultLimits: JsonLimits = { depth: 128, values: 3_000_000 }

/** JSON with too much nesting or too many values to build objects from. */
export class JsonRefused extends Error {}

/**
 * Parses untrusted JSON. It counts depth and values first in one pass: a few megabytes of open brackets would become
 * gigabytes. Throws JsonRefused, and SyntaxError for malformed JSON.
 */
export function parseForeignJson(text: string, { depth, values }: JsonLimits = defaultLimits): unknown {
  let open = 0
  let count = 0
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index)
    if (char === 0x22) index = endOfString(text, index)
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
  let index = begin + 1
  for (; index < text.length; index += 1) {
    const char = text.charCodeAt(index)
    if (char === 0x5c) index += 1
    else if (char === 0x22) return index
  }
  return index
}
