import { errors } from '#platform/errors.ts'
import { JsonRefused, parseForeignJson } from '#platform/readers/json.ts'

/** The deepest call of ours nests 6 levels; a course of 500 components saved whole has some 12,000 values. */
const limits = { depth: 64, values: 50_000 }
/** A call that declares a larger body has lists in it: rows of a spreadsheet are a value each ten bytes or so. */
const bytesOfValue = 8

/** The value of a call's JSON; `largest` is the body that the call declares. Throws `invalid` for what is no JSON, `tooLarge` for what is too deep or has too much. */
export function parseJsonBody(text: string, largest = 0): unknown {
  try {
    return parseForeignJson(text, { ...limits, values: Math.max(limits.values, largest / bytesOfValue) })
  } catch (error) {
    throw error instanceof JsonRefused ? errors.tooLarge() : errors.invalid()
  }
}
