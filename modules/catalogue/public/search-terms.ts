import { label } from '#platform/lookups.ts'
import { searchForm } from '#platform/search-form.ts'
import { lk_state, states } from '#platform/states.ts'
import { synonyms } from './synonyms.ts'

/** A term of a visitor's search; a course matches if it has one of the words, or is for the state. */
export type SearchTerm = {
  /** The typed text in its search form. */
  text: string
  /** The words in the syntax of PostgreSQL's `to_tsquery`. */
  query: string
  /** The state that the term refers to, or null. */
  lk_state_id: number | null
}

/** The maximum number of terms; further words are ignored. */
const maxTerms = 8

type Phrase = { readonly alternatives?: readonly string[]; readonly lk_state_id?: number }

/** State names in both languages and synonyms, by phrase. */
const phrases: ReadonlyMap<string, Phrase> = new Map<string, Phrase>([
  ...synonyms.flatMap((alternatives) => alternatives.map((phrase) => [phrase, { alternatives }] as const)),
  ...states.flatMap(({ lk_state_id, code }) =>
    [
      label(lk_state, lk_state_id, 'en-us'),
      label(lk_state, lk_state_id, 'es-es'),
      ...(isCommonWord(code.toLowerCase()) ? [] : [code]),
    ].map((name) => [wordsOf(name).join(' '), { lk_state_id }] as const),
  ),
])

/** The known words that may replace a misspelled one. */
export const vocabulary: readonly string[] = [
  ...new Set([...phrases.keys()].flatMap((phrase) => phrase.split(' ')).filter((word) => word.length > 3)),
]

const maxPhraseLength = Math.max(...[...phrases.keys()].map((phrase) => phrase.split(' ').length))

/** Postal codes that are also common words in searches ('courses in Ohio', 'o me', 'la multa'). */
function isCommonWord(code: string): boolean {
  return ['in', 'or', 'me', 'hi', 'ok', 'la', 'de', 'al', 'id', 'pa', 'as', 'ma', 'co', 'mi'].includes(code)
}

function wordsOf(text: string): string[] {
  return searchForm(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * The terms of a search: state names and known phrases as a whole, then single words. The last word may be incomplete.
 */
export function readTerms(text: string): SearchTerm[] {
  const words = wordsOf(text).slice(0, 40)
  const terms: SearchTerm[] = []
  for (let index = 0; index < words.length && terms.length < maxTerms; ) {
    const length = phraseLength(words, index)
    const phrase = words.slice(index, index + Math.max(1, length)).join(' ')
    index += Math.max(1, length)
    terms.push(termOf(phrase, phrases.get(phrase), index === words.length))
  }
  return terms
}

/** The terms with misspelled words replaced by similar known words. */
export const correctTerms = (text: string, corrections: ReadonlyMap<string, string>): SearchTerm[] =>
  readTerms(
    wordsOf(text)
      .map((word) => corrections.get(word) ?? word)
      .join(' '),
  )

function phraseLength(words: readonly string[], index: number): number {
  for (let length = Math.min(maxPhraseLength, words.length - index); length > 0; length--) {
    if (phrases.has(words.slice(index, index + length).join(' '))) return length
  }
  return 0
}

function termOf(text: string, phrase: Phrase | undefined, last: boolean): SearchTerm {
  const prefixMark = last && !text.includes(' ') && text.length > 2 ? ':*' : ''
  const queries = (phrase?.alternatives ?? [])
    .filter((alternative) => alternative !== text)
    .map((alternative) => tsPhrase(alternative))
  return {
    text,
    query: [tsPhrase(text, prefixMark), ...queries].join(' | '),
    lk_state_id: phrase?.lk_state_id ?? null,
  }
}

/** Keeps only letters and digits, so that nothing is an operator. */
const tsPhrase = (phrase: string, suffix = '') =>
  `(${phrase
    .split(' ')
    .map((word) => `'${word}'${suffix}`)
    .join(' <-> ')})`
