import { decomposed } from './composed.shared.ts'

const plainLetters: Readonly<Record<string, string>> = {
  '\u00f8': 'o',
  '\u0142': 'l',
  '\u0111': 'd',
  '\u03c2': '\u03c3',
}

/**
 * The normal form of a text for searching: lower case, without accents and apostrophes, a space for each hyphen. 'Jose' is
 * in José then, and 'Garcia Lopez' in García-López. `platform.search_form` of the database does the same.
 */
export const searchForm = (text: string): string =>
  decomposed(text)
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[-\u2010\u2011\u2013\u2014\u00a0]/g, ' ')
    .replace(/[\u00f8\u0142\u0111\u03c2]/g, (letter) => plainLetters[letter]!)
    .replace(/['`\u00b4\u2018\u2019\u02bb\u02bc\u2032]/g, '')

/** The normal form of a text for `like`, in which nothing is a wildcard; of signs alone it is the text, and finds nothing. */
export const searchLiteral = (text: string): string => (searchForm(text) || text).replaceAll(/[\\%_]/g, '\\$&')

/** The normal form of a text as a pattern of `like` that finds it anywhere. */
export const searchPattern = (text: string): string => `%${searchLiteral(text.trim())}%`
