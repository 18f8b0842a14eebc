import { isPlainName } from './characters.shared.ts'

/** Names appear in our emails: an address in one would be a link that seems to come from us. */
const addressLike = /[:/\\@<>]|www\.|\p{L}{2,}\.\p{L}{2,}/iu
/** Signs that no name is written with: `#REF!`, `=A1`, emoji. Accents and apostrophes that stand alone are fine. */
const foreignSign = /[#%*?_{}[\];]|(?![´`^¨])\p{S}/u

/** The scripts that certificates and letters are printed in (modules/learning/certificates/render/fonts). */
const printed = [
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
const unprintable = new RegExp(`[^${printed.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u')

/** A text of `peopleTexts` that says why a name is none. */
export type NameFault = 'nameOnly' | 'plainName' | 'noName' | 'unprintable'

/**
 * Why a text is not the name of a person, or null. Every form and every upload uses this one rule; a blank text is no
 * fault here. A name has letters, at least as many as digits.
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

/** A name that someone else sent (a provider, a shop): blank where it is none, so that the person is asked for it. */
export const nameOrBlank = (name: string): string => (nameFault(name) === null ? name : '')
