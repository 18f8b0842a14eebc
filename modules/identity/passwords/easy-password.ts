import { baseWords, simplify } from './base-words.ts'
import { isCommonWord } from './common-passwords.ts'
import { isWalk } from './keyboard-walks.ts'

/** Words that are guessed first on this product; jobs and places are common words already. */
const productWords = ['waypost', 'driving', 'driver', 'traffic', 'school', 'safety', 'course', 'student', 'password']

/** The parts of names and addresses that an attacker tries: 'maria' and 'gonzalez' from maria.gonzalez@example.com. */
const partsOf = (names: readonly string[]): string[] =>
  names
    .flatMap((name) => simplify(name).split(/[^\p{L}]+/u))
    .filter((part) => part.length > 2)
    .toSorted((a, b) => b.length - a.length)

function withoutParts(word: string, parts: readonly string[]): string {
  return parts.reduce((rest, part) => rest.replaceAll(part, ' '), word).replaceAll(/\s/g, '')
}

/**
 * Whether a valid password is still easy to guess: a disguised common one, a keyboard walk, or little more than words
 * of the product, the organization and the person (`personal`).
 */
export function isEasyPassword(password: string, personal: readonly string[] = []): boolean {
  const words = baseWords(password)
  const hasFewSigns = new Set(simplify(password)).size < 6
  const parts = partsOf([...productWords, ...personal])
  const hasOnlyKnownParts = words.some((word) => withoutParts(word, parts).length < 4)
  // Without a meaningful run of four letters only digits and signs are left, which are mostly years and sequences.
  return hasFewSigns || words.length === 0 || isWalk(password) || words.some(isCommonWord) || hasOnlyKnownParts
}
