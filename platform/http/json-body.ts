import { errors } from '#platform/errors.ts'
import { JsonRefused, parseForeignJson } from '#platform/readers/json.ts'

/** Our deepest call nests 6 levels; a whole course of 500 components has about 12,000 values. */
const limits = { depth: 64, values: 50_000 }
/** Larger declared bodies contain lists: spreadsheet rows have a value every ten bytes or so. */
const bytesPerValue = 8

/**
 * Parses a call's JSON; `max_body` is the declared size limit. Throws `invalid` for malformed JSON, `tooLarge` for too
 * much depth or too many values.
 */
export function parseJsonBody(text: string, maxBytes = 0): unknown {
  try {
    return parseForeignJson(text, { ...limits, values: Math.max(limits.values, maxBytes / bytesPerValue) })
  } catch (error) {
    throw error instanceof JsonRefused ? errors.tooLarge() : errors.invalid()
  }
}
