import { z } from '@hono/zod-openapi'
import { composed } from './composed.shared.ts'
import type { Issue } from './errors.ts'
import { faultOf, unstorable } from './schema-faults.ts'
import { localizeSentence, type Sayable, type Sentence, sentenceOf } from './sentence.ts'
import { unstorablePaths } from './storable.ts'
import { type Locale, localize, type Text } from './texts.ts'
import { parseTypedDay } from './typed-day.ts'

export { z }

const wordings = new Map<string, Text>()

/** Registers a schema's error text, so that the response can show it in the caller's language. */
export function wording(text: Text): string {
  wordings.set(text[0], text)
  return text[0]
}

const digits = (value: unknown) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value)

/** A positive integer id, also as text from a query string or path. */
export const id = () =>
  z.preprocess(digits, z.int().positive().max(2_147_483_647)).openapi({ type: 'integer', minimum: 1 })

/** A count from a query string or a body, from `min` to `max`. */
export const count = (min = 0, max = 1_000_000) =>
  z.preprocess(digits, z.int().min(min).max(max)).openapi({ type: 'integer', minimum: min, maximum: max })

export const flagDescription = 'true or false, also as 1 or 0'

/** The product's flags: 0 or 1, also as text or boolean; true or false inside. */
export const flag = () =>
  z
    .preprocess(
      (value) => (value === '1' || value === 1 || value === 'true' ? true : value),
      z.preprocess(
        (value) => (value === '0' || value === 0 || value === 'false' || value === '' ? false : value),
        z.boolean(),
      ),
    )
    .openapi({ type: 'boolean', description: flagDescription })

/** Trimmed, NFC-normalized text that must not be empty; `missing` is the error text for an empty one. */
export const requiredText = (missing: Text, max = 200) =>
  z
    // Text that is too long is not missing.
    .string({ error: ({ code }) => (code === 'invalid_type' ? wording(missing) : undefined) })
    .max(max)
    .transform((value) => composed(value).trim())
    .refine((value) => value.length > 0, { error: wording(missing) })

/** Trimmed, NFC-normalized text; missing, null and blank all become ''. */
export const optionalText = (max = 200) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((value) => composed(value ?? '').trim())

/** A day as YYYY-MM-DD or MM/DD/YYYY; always 'YYYY-MM-DD' inside. `wrong`: the error text for anything else. */
export const day = (text?: Text) =>
  z.preprocess(
    (input) => (typeof input === 'string' ? (parseTypedDay(input.slice(0, 40), 'en-us') ?? input) : input),
    z.iso.date(text && { error: wording(text) }),
  )

/** A field of the contract that this product never fills. No client language has a type for null alone. */
export const alwaysNull = () => z.null().openapi({ type: ['string', 'null'], description: 'Always null.' })

/** A file as the body of a call: `type` is the sender's claim and is not trusted. */
export type FileBody = { type: string; stream: AsyncIterable<Uint8Array> }

export const fileBody = () =>
  z
    .custom<FileBody>((value) => typeof value === 'object' && value !== null && 'stream' in value)
    .openapi({ type: 'string', format: 'binary' })

/** A list from a client, limited to 1,000 entries like every other. */
export const list = <T extends z.ZodType>(item: T, max = 1000) => z.array(item).max(max)

/** A list in a query string: one value or several. */
export const queryList = <T extends z.ZodType>(item: T, max = 100) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item).max(max))

/**
 * A field under a second spelling (`afterId` beside `after_id`). It works like any other, but the OpenAPI document
 * leaves it out: client generators would map both to the same name and fail.
 */
export const secondSpelling = <T extends z.ZodType>(field: T): T => field.openapi({ [secondSpellingMark]: true })
export const secondSpellingMark = 'x-second-spelling'

/** The issues, field by field, in the caller's language. */
export function issuesOf(error: z.ZodError, locale: Locale): Issue[] {
  return error.issues.slice(0, 100).map((issue) => ({
    path: issue.path.join('.'),
    message: translate(issue.message, locale),
  }))
}

/** Issues for texts that the database cannot store, field by field, in the caller's language. */
export const unstorableIssues = (input: unknown, locale: Locale): Issue[] =>
  unstorablePaths(input)
    .slice(0, 100)
    .map((path) => ({ path, message: localize(locale, unstorable) }))

function translate(message: string, locale: Locale): string {
  const text = wordings.get(message)
  return text ? localize(locale, text) : message
}

/** The issues of an input, field by field, as sentences that can be stored and formatted in any language later. */
export function sentencesOf(schema: z.ZodType, input: unknown): { path: string; sentence: Required<Sentence> }[] {
  const faults = new Map<string, Sayable>()
  const note = (fault: Sayable) => {
    const name = `fault ${faults.size}`
    faults.set(name, fault)
    return name
  }
  const parsed = schema.safeParse(input, { error: (issue) => note(faultOf(issue)) })
  return (parsed.error?.issues ?? []).slice(0, 100).map(({ path, message }) => ({
    path: path.join('.'),
    sentence: sentenceOf(faults.get(message) ?? wordings.get(message) ?? [message, message]),
  }))
}

/** Parse options with our own messages in the caller's language, for schemas without their own text. */
export const parseOptions = (locale: Locale) => ({
  error: (issue: z.core.$ZodRawIssue) => localizeSentence(locale, faultOf(issue)),
})
