/**
 * The normal form of a text for searching: lower case, without accents and apostrophes, a space for each hyphen. 'Jose' is
 * in José then, and 'Garcia Lopez' in García-López. `platform.search_form` of the database does the same.
 */
export const searchForm = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[-\u2010\u2011\u2013\u2014\u00a0]/g, ' ')
    .replace(/[\u00f8\u0142\u0111]/g, (letter) => ({ '\u00f8': 'o', '\u0142': 'l' })[letter] ?? 'd')
    .replace(/['`\u00b4\u2018\u2019\u02bb\u02bc\u2032]/g, '')

/** The normal form of a text as a pattern of `like` that finds it anywhere; nothing in it is a wildcard. */
export const searchPattern = (text: string): string => `%${searchForm(text.trim()).replaceAll(/[\\%_]/g, '\\$&')}%`
