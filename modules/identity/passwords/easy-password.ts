import { baseWords, plain } from './base-words.ts'
import { isCommonWord } from './common-passwords.ts'
import { isWalk } from './keyboard-walks.ts'

/** Words that are guessed first on this very product; what people are and where they live are common words already. */
const ofTheProduct = ['waypost', 'driving', 'driver', 'traffic', 'school', 'safety', 'course', 'student', 'password']

/** The parts of names and addresses that a guesser tries: 'maria' and 'gonzalez' of maria.gonzalez@example.com. */
const partsOf = (names: readonly string[]): string[] =>
  names
    .flatMap((name) => plain(name).split(/[^\p{L}]+/u))
    .filter((part) => part.length > 2)
    .toSorted((a, b) => b.length - a.length)

function withoutParts(word: string, parts: readonly string[]): string {
  return parts.reduce((left, part) => left.replaceAll(part, ' '), word).replaceAll(/\s/g, '')
}

/**
 * Whether a password that keeps the rule of characters is easy to guess all the same: a common one in disguise, a walk
 * over the keyboard, or little more than words of the product, of the organization and of the person (`own`).
 */
export function isEasyPassword(password: string, own: readonly string[] = []): boolean {
  const words = baseWords(password)
  const few = new Set(plain(password)).size < 6
  const parts = partsOf([...ofTheProduct, ...own])
  const onlyKnown = words.some((word) => withoutParts(word, parts).length < 4)
  // Without four letters in a row of meaning only the digits and signs are left, and those are years and counting.
  return few || words.length === 0 || isWalk(password) || words.some(isCommonWord) || onlyKnown
}
