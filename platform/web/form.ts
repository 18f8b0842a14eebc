import type { Issue } from '#platform/errors.ts'

/** The state of a form that is shown again after an error. A fresh form has no values and no errors. */
export type FormState = {
  values: Readonly<Record<string, string>>
  /** By field name, in the visitor's language. */
  errors: Readonly<Record<string, string>>
  /** The error of the form as a whole. */
  message: string | null
  /** The further fields of a refusal, such as `captcha: true`, or a requested preview. */
  answer: Readonly<Record<string, unknown>>
}
export const freshForm: FormState = { values: {}, errors: {}, message: null, answer: {} }

/** A submitted form. `values` holds the last text of each name. */
export type SentForm = {
  values: Readonly<Record<string, string>>
  all(name: string): string[]
  file(name: string): File | null
}

const refusedMark = Symbol('invalid')
export type InvalidForm = {
  readonly [refusedMark]: true
  readonly errors: Record<string, string>
  readonly message?: string
  /** Nothing is wrong: the form is shown again together with `answer`. */
  readonly isPreview?: true
  /** Further fields of the refusal, or the requested result. */
  readonly answer?: Readonly<Record<string, unknown>>
}

/** A form that must be shown again, with its input. */
export const invalid = (
  errors: Record<string, string>,
  message?: string,
  answer?: Readonly<Record<string, unknown>>,
): InvalidForm => ({
  [refusedMark]: true,
  errors,
  ...(message !== undefined && { message }),
  ...(answer && { answer }),
})
/** Shows the form again with its input and the requested result, such as a preview. Nothing has changed. */
export const redisplayForm = (answer: Readonly<Record<string, unknown>>): InvalidForm => ({
  [refusedMark]: true,
  errors: {},
  isPreview: true,
  answer,
})
export const isInvalid = (value: unknown): value is InvalidForm =>
  typeof value === 'object' && value !== null && refusedMark in value

/** A posted form by fields. */
export function sentForm(sent: Iterable<[string, string | File]>): SentForm {
  const entries = [...sent]
  const valuesOf = (name: string) => entries.flatMap(([field, value]) => (field === name ? [value] : []))
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    values: Object.fromEntries(texts),
    all: (name) => valuesOf(name).filter((value) => typeof value === 'string'),
    file: (name) => {
      const [value] = valuesOf(name)
      return value instanceof File && value.size > 0 ? value : null
    },
  }
}

/** Issues by field: `address.zip` and `zip` both go to the field `zip` if the form has no `address.zip`. */
export function errorsOf(issues: readonly Issue[], values: Readonly<Record<string, string>>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) {
    const name = path in values ? path : (path.split('.').at(-1) ?? path)
    errors[name] ??= message
  }
  return errors
}

const secret = /pass|secret|cvv|cvc|card_?number|card_?code|account_?number|ssn|otp|code2fa/i

/** The values that may go back into the page: never a password, a card or a one-time code. */
export function reusableValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.test(name)))
}

export type FormField = { name: string; defaultValue: string; error?: string; autoFocus?: true }

/**
 * The props of one field of a form: `<TextField {...field(form, 'loginid')} label=… />`. The first wrong field is
 * focused.
 */
export function field(form: FormState, name: string, initial = ''): FormField {
  const defaultValue = form.values[name] ?? initial
  const error = form.errors[name]
  if (error === undefined) return { name, defaultValue }
  return { name, defaultValue, error, ...(Object.keys(form.errors)[0] === name && { autoFocus: true }) }
}
