import { decomposed } from '#platform/composed.shared.ts'

const disguises: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
}

/** In lower case and without accents. */
export const simplify = (text: string): string => decomposed(text.toLowerCase()).replaceAll(/\p{M}/gu, '')

const letters = (text: string) => text.replaceAll(/[^\p{L}]/gu, '')

/** The smallest repeated part of a text: 'dragon' in 'dragondragon'. */
function repeatedPart(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1)
  return text.slice(0, period)
}

/**
 * The words in a password once its digits and signs are read as what they mostly are: an ending, or letters in
 * disguise. 'P@ssw0rd-2026!!' is 'password'. Words shorter than four letters are left out.
 */
export function baseWords(password: string): string[] {
  const lower = simplify(password)
  const core = lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const undisguised = letters([...core].map((sign) => disguises[sign] ?? sign).join(''))
  const words = [letters(lower), undisguised].flatMap((word) => [word, repeatedPart(word)])
  return [...new Set(words)].filter((word) => word.length >= 4)
}
