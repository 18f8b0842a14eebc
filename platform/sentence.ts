import { formatLocale } from './locale-format.ts'
import { formatMoney } from './money.ts'
import { type Locale, pick, type Text } from './texts.ts'

/**
 * A text with what fills its places, said later in the language of the person who reads it then. It is JSON, so that
 * it can be stored: words that are stored as they are said stay in the two languages of the product.
 */
export type Sentence = { readonly text: Text; readonly params?: SentenceParams | undefined }
export type SentenceParams = Readonly<Record<string, SentenceParam>>
/** Names and the like are as they are; money, counts and other sentences follow the reader's language. */
export type SentenceParam = string | number | { readonly cents: number } | { readonly count: number } | Sentence

/** A sentence, or a text that has no places to fill. */
export type Sayable = Text | Sentence

const isText = (said: Sayable): said is Text => Array.isArray(said)

export const sentenceOf = (said: Sayable): Required<Sentence> =>
  isText(said) ? { text: said, params: {} } : { text: said.text, params: said.params ?? {} }

/** A sentence in the language of its reader. */
export function saySentence(locale: Locale, said: Sayable): string {
  const { text, params } = sentenceOf(said)
  const filled = Object.entries(params).map(([name, value]) => [name, sayParam(locale, value)])
  return pick(locale, text, Object.fromEntries(filled))
}

function sayParam(locale: Locale, value: SentenceParam): string | number {
  if (typeof value !== 'object') return value
  if ('cents' in value) return formatMoney(value.cents, locale)
  if ('count' in value) return value.count.toLocaleString(formatLocale(locale))
  return saySentence(locale, value)
}
