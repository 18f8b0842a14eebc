import { composed, decomposed, normalForm } from '#platform/composed.shared.ts'

/**
 * The scripts in everyday use (UAX 31, table 5). Letters of other scripts are refused in login ids: some, such as
 * Cherokee, look like Latin letters, and our users don't need them.
 */
const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Armenian',
  'Bengali',
  'Bopomofo',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Hangul',
  'Han',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
]
/**
 * Scripts that are written together (UTS 39, 'highly restrictive'): Japanese, Chinese and Korean, each with Latin
 * letters.
 */
const combinedScripts = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]
const common = String.raw`\p{Script=Common}\p{Script=Inherited}`
const scriptPatterns = [...scripts.map((script) => [script]), ...combinedScripts].map(
  (group) => `[${common}${group.map((script) => `\\p{Script=${script}}`).join('')}]*`,
)
const oneScript = new RegExp(`^(?:${scriptPatterns.join('|')})$`, 'u')

/**
 * Invisible characters and those that only modify their neighbor; the blank Braille pattern and fillers look like a
 * space.
 */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Letters without a script are signs that look like letters, such as mathematical ones. */
const letterLike = /(?=\p{Script=Common})[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]/u

/** Signs, struck-through letters and phonetic letters: each looks like a plain letter. */
const disguisedLetter =
  /(?![\x20-\x7E])\p{S}|[\u0334-\u0338\u0250-\u02AF\u1D00-\u1DBF\u2C60-\u2C7F\uA720-\uA7FF\uAB30-\uAB6F]/u
/** More marks on one letter than any name has; they would cover the lines above and below. */
const stackedMarks = /\p{M}{4}/u

/** Words of only these letters look like Latin words (the list that browsers use for domain names). */
const cyrillicTwins = /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡ\P{L}]+$/u
const greekTwins = /^[αικνρυωητοϲχγ\P{L}]+$/u

/** Whether a text contains no invisible characters. */
const isVisible = (text: string): boolean => !invisible.test(text)

/**
 * A name: nothing invisible, and no word of mixed scripts. 'Мария López' is valid, 'Mаria' with a Cyrillic а is not.
 */
export const isPlainName = (name: string): boolean =>
  isVisible(name) &&
  !letterLike.test(name) &&
  !stackedMarks.test(decomposed(name)) &&
  name.split(/[\s-]+/).every((word) => oneScript.test(word))

/**
 * A login id that can't be mistaken for another: one script, no disguised letters (bold, full width, ligatures), digits
 * 0 to 9, no space except the plain one, and no Cyrillic or Greek word that could be read as a Latin one.
 */
export function isPlainLoginid(loginid: string): boolean {
  const text = composed(loginid).toLowerCase()
  if (!isVisible(text) || /[^\S ]/u.test(text) || normalForm(text, 'NFKC') !== text) return false
  if (/(?![0-9])\p{Nd}/u.test(text) || disguisedLetter.test(text) || stackedMarks.test(decomposed(text))) return false
  if (!oneScript.test(text)) return false
  const hasLetters = /\p{L}/u.test(text)
  return !hasLetters || !(cyrillicTwins.test(text) || greekTwins.test(text))
}
