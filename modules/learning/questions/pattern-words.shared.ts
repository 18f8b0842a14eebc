import { type Locale, localText } from '#platform/texts.ts'
import { type AnswerProblem, problem } from './answer.shared.ts'
import { answerTexts as t } from './answer.texts.ts'

/** Describes an author's pattern if its form is simple; otherwise returns a sentence that fits any pattern. */
export function patternProblem(pattern: string): AnswerProblem {
  return anySigns(pattern) ?? masksOf(pattern) ?? problem(t.pattern)
}

const signPatterns = {
  letters: /A-Za-z|a-zA-Z/g,
  capitals: /A-Z/g,
  digits: /0-9|\\d/g,
  spaces: / |\\s/g,
  hyphens: /\\?-/g,
}
type Sign = keyof typeof signPatterns

/** The kinds of characters in a class like `A-Za-z0-9-`; null if it has others. */
function signsOf(characters: string): Sign[] | null {
  const kinds: Sign[] = []
  let remaining = characters
  for (const [sign, form] of Object.entries(signPatterns)) {
    const others = remaining.replace(form, '')
    if (others !== remaining) kinds.push(sign as Sign)
    remaining = others
  }
  return remaining === '' && kinds.length > 0 ? kinds : null
}

/** '^[A-Za-z0-9-]{6,14}$': a bounded number of characters of some kinds. */
function anySigns(pattern: string): AnswerProblem | null {
  const [, characters = ''] = /^\^\[([^\]^]+)\](?:\+|\*|\{\d+,\d*\})\$$/.exec(pattern) ?? []
  const names = signsOf(characters)
  if (!names) return null
  const params = { signs: listOf('en-us', names), signs_es: listOf('es-es', names) }
  return problem(names.includes('spaces') ? t.patternOnly : t.patternNoSpaces, params)
}

const listOf = (locale: Locale, names: readonly Sign[]): string =>
  new Intl.ListFormat(locale === 'es-es' ? 'es' : 'en', { type: 'conjunction' }).format(
    names.map((sign) => localText(locale, t, sign)),
  )

const maskToken = /\[([^\]^]+)\](?:\{(\d{1,2})\})?|(\\d)(?:\{(\d{1,2})\})?|([A-Za-z0-9/ -])/y

/** '^[A-Z][0-9]{3}-[0-9]$|^…$': a fixed number of letters and digits in one or a few forms, as 'A000-0'. */
function masksOf(pattern: string): AnswerProblem | null {
  const masks = pattern.split('|').map((alternative) => maskOf(/^\^(.*)\$$/.exec(alternative)?.[1] ?? ''))
  if (!masks.every((mask) => mask !== null)) return null
  const list = (language: string) => new Intl.ListFormat(language, { type: 'disjunction' }).format(masks)
  return problem(t.patternMasks, { masks: list('en'), masks_es: list('es') })
}

function maskOf(form: string): string | null {
  let mask = ''
  maskToken.lastIndex = 0
  while (maskToken.lastIndex < form.length) {
    const [token, characters, times, digit, digits, literal] = maskToken.exec(form) ?? []
    if (token === undefined) return null
    const kind = literal ? [] : signsOf(digit ?? characters!)
    const [sign] = kind ?? []
    if (!literal && (kind?.length !== 1 || sign === 'hyphens' || sign === 'spaces')) return null
    mask += literal ?? (sign === 'digits' ? '0' : 'A').repeat(Number(times ?? digits ?? 1))
  }
  return mask === '' ? null : mask
}
