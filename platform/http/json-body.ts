import { errors } from '../errors.ts'
import { JsonRefused, parseForeignJson } from '../readers/json.ts'

/** The deepest call of ours nests 6 levels; a course of 500 components saved whole has some 12,000 values. */
const limits = { depth: 64, values: 50_000 }

/** The value of a call's JSON. Throws `invalid` for what is no JSON, `tooLarge` for what is too deep or has too much. */
export function parseJsonBody(text: string): unknown {
  try {
    return parseForeignJson(text, limits)
  } catch (error) {
    throw error instanceof JsonRefused ? errors.tooLarge() : errors.invalid()
  }
}
