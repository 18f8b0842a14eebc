import { type Locale, localize, type Text } from './texts.ts'

/** A fixed list of the product: id -> English, Spanish. Each module declares its own in its manifest. */
export type Lookup = Readonly<Record<number, Text>>
/** An entry in the form of responses and selects. */
export type Option = { label: string; value: number }

/** The label of an id in a language; '' for null and for an id that the lookup does not have. */
export function label(lookup: Lookup, id: number | null | undefined, locale: Locale): string {
  const text = id ? lookup[id] : undefined
  return text ? localize(locale, text) : ''
}

/** A lookup as `{label, value}` entries, by id. */
export const options = (lookup: Lookup, locale: Locale): Option[] =>
  Object.entries(lookup).map(([id, text]) => ({ value: Number(id), label: localize(locale, text) }))
