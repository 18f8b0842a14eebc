import { formatLocale } from './locale-format.ts'
import { formatMoney } from './money.ts'
import { type Locale, localize, type Text } from './texts.ts'

/**
 * A text with its parameters, formatted later in the reader's language. It is JSON so that it can be stored: stored
 * formatted text would be fixed to the product's two languages.
 */
export type Sentence = { readonly text: Text; readonly params?: SentenceParams | undefined }
export type SentenceParams = Readonly<Record<string, SentenceParam>>
/** Names and similar values are used unchanged; money, counts and nested sentences follow the reader's language. */
export type SentenceParam = string | number | { readonly cents: number } | { readonly count: number } | Sentence

/** A sentence, or a text without parameters. */
export type Sayable = Text | Sentence

const isText = (sayable: Sayable): sayable is Text => Array.isArray(sayable)

/** A text as a sentence without parameters; a sentence unchanged. */
export const sentenceOf = (sayable: Sayable): Required<Sentence> =>
  isText(sayable) ? { text: sayable, params: {} } : { text: sayable.text, params: sayable.params ?? {} }

/** Formats a sentence in the reader's language. */
export function localizeSentence(locale: Locale, sayable: Sayable): string {
  const { text, params } = sentenceOf(sayable)
  const values = Object.entries(params).map(([name, value]) => [name, formatParam(locale, value)])
  return localize(locale, text, Object.fromEntries(values))
}

function formatParam(locale: Locale, value: SentenceParam): string | number {
  if (typeof value !== 'object') return value
  if ('cents' in value) return formatMoney(value.cents, locale)
  if ('count' in value) return value.count.toLocaleString(formatLocale(locale))
  return localizeSentence(locale, value)
}
