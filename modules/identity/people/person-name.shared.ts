import { isPlainName } from './characters.shared.ts'

/** Names appear in our emails: an address in one would be a link that seems to come from us. */
const addressLike = /[:/\\@<>]|www\.|\p{L}{2,}\.\p{L}{2,}/iu
/** Signs that don't occur in names: `#REF!`, `=A1`, emoji. Standalone accents and apostrophes are fine. */
const foreignSign = /[#%*?_{}[\];]|(?![´`^¨])\p{S}/u

/** The scripts of our printed certificates and letters (modules/learning/certificates/render/fonts). */
const printableScripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
  'Common',
  'Inherited',
]
const unprintable = new RegExp(`[^${printableScripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u')

/** The key in `peopleTexts` of a name's error. */
export type NameFault = 'nameOnly' | 'plainName' | 'noName' | 'unprintable'

/**
 * The reason why a text is not a person's name, or null. Every form and upload uses this rule; a blank text is not an
 * error here. A name has letters, at least as many as digits.
 */
export function nameFault(name: string): NameFault | null {
  if (name === '') return null
  if (/^#/.test(name)) return 'noName'
  if (addressLike.test(name)) return 'nameOnly'
  if (!isPlainName(name)) return 'plainName'
  if (unprintable.test(name)) return 'unprintable'
  const letters = name.match(/\p{L}/gu)?.length ?? 0
  const digits = name.match(/\p{N}/gu)?.length ?? 0
  return letters === 0 || digits > letters || foreignSign.test(name) ? 'noName' : null
}

const nameCharacters = String.raw`[^:\/\\@<>#%*?_\{\}\[\];$+=\|~]*`
/**
 * The part of `nameFault` that a browser can check before a form is sent, as the `pattern` of a field: a letter, and no
 * foreign sign of a keyboard. It refuses no name that the server accepts.
 */
export const namePattern = `${nameCharacters}\\p{L}${nameCharacters}`
/** A last name, or the dash of a person who has only one. */
export const lastNamePattern = `\\p{Pd}|${namePattern}`

/** A name from another system (a provider, a shop): blank if invalid, so that the person is asked for it. */
export const nameOrBlank = (name: string): string => (nameFault(name) === null ? name : '')
