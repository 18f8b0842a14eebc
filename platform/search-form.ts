import { decomposed } from './composed.shared.ts'

const plainLetters: Readonly<Record<string, string>> = {
  '\u00f8': 'o',
  '\u0142': 'l',
  '\u0111': 'd',
  '\u03c2': '\u03c3',
}

/**
 * Normalizes a text for searching: lower case, no accents or apostrophes, spaces for hyphens. So José matches 'jose',
 * and García-López 'garcia lopez'. The database function `platform.search_form` does the same.
 */
export const searchForm = (text: string): string =>
  decomposed(text)
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[-\u2010\u2011\u2013\u2014\u00a0]/g, ' ')
    .replace(/[\u00f8\u0142\u0111\u03c2]/g, (letter) => plainLetters[letter]!)
    .replace(/['`\u00b4\u2018\u2019\u02bb\u02bc\u2032]/g, '')

/**
 * The normalized text for `like`, with wildcards escaped. A text of only punctuation stays as it is and matches
 * nothing.
 */
export const searchLiteral = (text: string): string => (searchForm(text) || text).replaceAll(/[\\%_]/g, '\\$&')

/** The normalized text as a `like` pattern that matches anywhere. */
export const searchPattern = (text: string): string => `%${searchLiteral(text.trim())}%`

/** Whether an index of trigrams finds the word: it has three letters or digits in a row. */
export const hasTrigram = (word: string): boolean => /[a-z0-9]{3}/.test(word)
