import { normalForm } from '#platform/composed.shared.ts'

/** A key event of a browser: pressed or released, the physical key, what it types, and when in milliseconds. */
export type KeyEvent = ['down' | 'up', code: string, key: string, at: number]

/** One typed letter of the text. `follows`: the previous letter of the text was typed directly before it. */
export type Stroke = { key: string; down: number; up: number; follows: boolean }

/** The reason why a sample is not one person's typing of the text. */
export type SampleFault = 'text' | 'unavailable' | 'pasted' | 'even'

const plain = (text: string): string => normalForm(text, 'NFKD').replace(/\p{M}+/gu, '')
const isLetter = (key: string) => /^[\p{L}\p{N} ]$/u.test(plain(key))

/** Normalizes a text for comparison: letters, numbers and single spaces. */
export const comparableText = (text: string): string =>
  plain(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * The strokes that produced a text, from raw key events alone: corrections are left out, and text without keys (pasted,
 * or from a phone's virtual keyboard) is not a sample.
 */
export function readStrokes(events: readonly KeyEvent[], sentence: string): Stroke[] | SampleFault {
  if (events.length === 0 || events.some(([, code, key]) => code === '' || key === 'Unidentified')) return 'unavailable'
  const strokes: Stroke[] = []
  const open = new Map<string, Stroke>()
  let last: Stroke | null = null
  for (const [kind, code, key, index] of events) {
    if (kind === 'up') {
      const stroke = open.get(code)
      if (stroke) stroke.up = index
      open.delete(code)
    } else if (key === 'Backspace') {
      strokes.pop()
      last = null
    } else if ([...key].length === 1) {
      const stroke: Stroke = { key: plain(key).toLowerCase(), down: index, up: Number.NaN, follows: last !== null }
      strokes.push(stroke)
      open.set(code, stroke)
      last = stroke
    }
  }
  const text = strokes.map(({ key }) => key).join('')
  return comparableText(text) === comparableText(sentence) ? strokes : 'text'
}

/** A sample's timings: how long each key is held, and the time from each key to the next, in milliseconds. */
export type Timings = { dwells: [key: string, ms: number][]; flights: [keys: string, ms: number][] }

const maxDwell = 1_000
/** A longer time between two keys is a pause to think. */
const maxFlight = 1_200

/** The timings of letters; pauses and keys held too long are left out. */
export function timingsOf(strokes: readonly Stroke[]): Timings {
  const timings: Timings = { dwells: [], flights: [] }
  for (const [index, { key, down, up, follows }] of strokes.entries()) {
    if (!isLetter(key)) continue
    if (up - down > 0 && up - down < maxDwell) timings.dwells.push([key, up - down])
    const before = strokes[index - 1]
    if (!follows || !before || !isLetter(before.key)) continue
    const flight = down - before.down
    if (flight > 0 && flight < maxFlight) timings.flights.push([before.key + key, flight])
  }
  return timings
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

function variation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2))) / Math.max(1, middle)
}

/** Whether no person types like this: every key held equally long, or faster than any typist. */
export function isTooEven({ dwells, flights }: Timings): boolean {
  const [dwellTimes, flightTimes] = [dwells.map(([, ms]) => ms), flights.map(([, ms]) => ms)]
  return variation(dwellTimes) < 0.06 || variation(flightTimes) < 0.1 || mean(flightTimes) < 40 || mean(dwellTimes) < 10
}

/** The distance between two samples of one text: 0 is identical; two samples of one person are about 0.25 apart. */
export function distance(timings: Timings, other: Timings): number {
  const gaps: number[] = []
  for (const kind of ['dwells', 'flights'] as const) {
    const values = Map.groupBy(other[kind], ([name]) => name)
    const next = new Map<string, number>()
    for (const [name, ms] of timings[kind]) {
      const index = next.get(name) ?? 0
      next.set(name, index + 1)
      const match = values.get(name)?.[index]?.[1]
      if (match !== undefined) gaps.push(Math.abs(ms - match) / Math.max(ms, match))
    }
  }
  return gaps.length === 0 ? 1 : mean(gaps)
}

/** The minimum distance between two samples of one person; a nearer sample is a copy, perhaps with a little noise. */
export const minOwnDistance = 0.1
