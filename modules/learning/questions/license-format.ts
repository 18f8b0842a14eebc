import { lk_state, stateIdOf } from '#platform/states.ts'
import { type Locale, localize, type Text } from '#platform/texts.ts'
import { licenseTexts as t } from './license-format.texts.ts'
import formats from './license-formats.json' with { type: 'json' }

/**
 * The states' formats of driver license numbers. The sources are secondary and partly disagree, so a number in another
 * format is questioned but never refused.
 */
const byState = new Map(formats.states.map((format) => [format.state, format]))

/** The form of a number for comparison with formats: capitals without spaces, hyphens and dots. */
const normalize = (number: string): string => number.toUpperCase().replaceAll(/[\s.-]/g, '')

/** Whether a number matches a format of its state; true if no format is known. */
export function hasFormat(state_code: string, number: string): boolean {
  const format = byState.get(state_code)
  return !format || format.patterns.some((pattern) => new RegExp(pattern).test(normalize(number)))
}

/** A warning to check the number; null if it matches a format of its state. */
export function licenseWarning(locale: Locale, state_code: string, number: string): string | null {
  return hasFormat(state_code, number) ? null : localize(locale, t.isRight, { usual: usualFormat(locale, state_code) })
}

/** 'Georgia numbers usually have 7 to 9 digits.'; '' if no format is known. */
export function usualFormat(locale: Locale, state_code: string): string {
  const format = byState.get(state_code)
  if (!format) return ''
  const usualShapes = /^\^\(\?:(.*)\)\$$/.exec(format.usual)![1]!.split('|')
  // Long lists are shortened to the most common formats.
  const shapes = format.patterns.length > 3 ? usualShapes : format.patterns.map((pattern) => pattern.slice(1, -1))
  const words = [...new Set(shapes.map((shape) => shapeInWords(locale, shape)))]
  const list = new Intl.ListFormat(locale.slice(0, 2), { type: 'disjunction' })
  const state = localize(locale, lk_state[stateIdOf(state_code)!]!)
  return localize(locale, t.usual, { state, form: list.format(words) })
}

/** A state on whose license numbers sources disagree. */
type DisputedFormat = {
  state_code: string
  state: string
  /** What the sources state, in English. */
  note: string
  sources: { title: string; url: string }[]
}

/** The states on whose license numbers sources disagree, by name. Every form that a source names is accepted. */
export const listDisputedFormats = (locale: Locale): DisputedFormat[] =>
  formats.states
    .filter(({ note }) => note?.startsWith(disputed))
    .map(({ state, note, sources }) => ({
      state_code: state,
      state: localize(locale, lk_state[stateIdOf(state)!]!),
      note: note!.slice(disputed.length),
      sources: formats.sources.filter(({ id }) => sources.includes(id)).map(({ title, url }) => ({ title, url })),
    }))
    .toSorted((one, other) => one.state.localeCompare(other.state, locale))

const disputed = 'CONFLICT: '

const tokenPattern = /\[A-Z\]|\\d|\[A-Z0-9\]|[A-Z0-9]+/
const repeatedToken = new RegExp(`(${tokenPattern.source})(?:\\{(\\d+)(?:,(\\d+))?\\})?`, 'g')

/** 'a letter and 12 digits' for `[A-Z]\d{12}`. */
function shapeInWords(locale: Locale, shape: string): string {
  const length = /^\(\?=\.\{(\d+)\}\$\)/.exec(shape)
  if (length) return localize(locale, t.signs, { n: Number(length[1]) })
  const words = [...shape.matchAll(repeatedToken)].map(([, kind, min = '1', max = min]) =>
    partInWords(locale, kind!, min, max),
  )
  return new Intl.ListFormat(locale.slice(0, 2), { type: 'conjunction' }).format(words)
}

const kinds: Readonly<Record<string, readonly [exact: Text, between: Text]>> = {
  '\\d': [t.digits, t.digitsBetween],
  '[A-Z]': [t.letters, t.lettersBetween],
  '[A-Z0-9]': [t.signs, t.signsBetween],
}

function partInWords(locale: Locale, kind: string, min: string, max: string): string {
  const texts = kinds[kind]
  if (!texts) return kind
  const [exact, between] = texts
  return min === max
    ? localize(locale, exact, { n: Number(min) })
    : localize(locale, between, { min: Number(min), max: Number(max) })
}
