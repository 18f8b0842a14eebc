import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureTyping } from './measure.fixture.ts'
import {
  comparableText,
  distance,
  isTooEven,
  type KeyEvent,
  minOwnDistance,
  readStrokes,
  type Stroke,
  type Timings,
  timingsOf,
} from './typing-sample.ts'
import { profileOf, scoreTyping, shareWithin } from './typing-score.ts'
import { newTypist, seededRandom } from './typist.fixture.ts'

const band = { lower: -20, upper: 20 }
const text = 'I keep a safe following distance and look well ahead, whatever the road and the weather.'
const random = seededRandom(3)
const events = (typist = newTypist(random)): KeyEvent[] => typist.type(text, random)

function timings(events: readonly KeyEvent[]): Timings {
  const strokes = readStrokes(events, text)
  if (typeof strokes === 'string') throw new Error(strokes)
  return timingsOf(strokes)
}

const press = (key: string, index: number, code = `Key-${key}`): KeyEvent[] => [
  ['down', code, key, index],
  ['up', code, key, index + 80],
]

describe('a typing sample', () => {
  test('is built from keys only: corrections have no times, and the letters must match the text', () => {
    const input = [
      ...press('a', 0),
      ...press('x', 200),
      ...press('Backspace', 400, 'Backspace'),
      ...press('b', 600),
      ...press('c', 800),
    ]
    const strokes = readStrokes(input, 'Abc.') as Stroke[]
    expect(timingsOf(strokes)).toEqual({
      dwells: [
        ['a', 80],
        ['b', 80],
        ['c', 80],
      ],
      flights: [['bc', 200]],
    })
    expect(readStrokes(input, 'abd')).toBe('text')
  })

  test('from a phone without key names, or without keys, is unavailable and not wrong', () => {
    expect(readStrokes([], text)).toBe('unavailable')
    expect(readStrokes([['down', '', 'Unidentified', 0]], text)).toBe('unavailable')
  })

  test('is compared without accents, capitals and punctuation, which keyboards produce differently', () => {
    expect(comparableText('  ¿Está   “MÁS” lejos? ')).toBe('esta mas lejos')
    const dead: KeyEvent[] = [...press('Dead', 0, 'BracketLeft'), ...press('a', 200)]
    expect(readStrokes(dead, 'á')).toHaveLength(1)
  })

  test('is too even if a machine typed it, and not if a person did', () => {
    const robot = [...text].flatMap((letter, index) => press(letter, index * 120))
    expect(isTooEven(timings(robot))).toBe(true)
    expect(isTooEven(timings(events()))).toBe(false)
  })

  test('is recognized as a copy, even with slight noise; another sample of the same person is new', () => {
    const typist = newTypist(random)
    const first = events(typist)
    const noisy = first.map(([kind, code, key, at]): KeyEvent => [kind, code, key, at + 6 * random.uniform()])
    expect(distance(timings(first), timings(first))).toBe(0)
    expect(distance(timings(first), timings(noisy))).toBeLessThan(minOwnDistance)
    for (let turn = 0; turn < 50; turn++)
      expect(distance(timings(first), timings(events(typist)))).toBeGreaterThan(minOwnDistance)
  })
})

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const anyTimings: fc.Arbitrary<Timings> = fc.record({
  dwells: fc.array(fc.tuple(name, fc.double({ min: 1, max: 999, noNaN: true })), { maxLength: 30 }),
  flights: fc.array(fc.tuple(name, fc.double({ min: 1, max: 1199, noNaN: true })), { maxLength: 30 }),
})

describe('the score', () => {
  test('is 0 to 100 percent for any input', () => {
    fc.assert(
      fc.property(fc.tuple(anyTimings, anyTimings, anyTimings), anyTimings, (samples, sample) => {
        const { score, threshold } = scoreTyping(profileOf(samples, band), sample, band)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(100)
        expect(threshold).toBeGreaterThan(0)
        expect(threshold).toBeLessThanOrEqual(60)
      }),
    )
  })

  test('does not fall when the band is widened, or depend on the order of the times', () => {
    fc.assert(
      fc.property(anyTimings, anyTimings, fc.integer({ min: 0, max: 50 }), (timings, other, more) => {
        const { means } = profileOf([timings, timings, timings], band)
        const share = shareWithin(means, other, band)
        expect(shareWithin(means, other, { lower: -20 - more, upper: 20 + more })).toBeGreaterThanOrEqual(share)
        const turned = { dwells: other.dwells.toReversed(), flights: other.flights.toReversed() }
        expect(shareWithin(means, turned, band)).toBeCloseTo(share, 10)
      }),
    )
  })

  test('is 0 without comparable times, so that an empty sample does not pass', () => {
    const profile = profileOf([timings(events()), timings(events()), timings(events())], band)
    expect(scoreTyping(profile, { dwells: [], flights: [] }, band)).toMatchObject({ score: 0, passed: false })
  })

  test('stays within the limits of docs/typing.md on generated typists, for a short and a usual text', () => {
    for (const input of ['I drive carefully and keep my distance.', text]) {
      for (const seed of [7, 11]) {
        const { falseRefusals, wrongAccepted, tooEven } = measureTyping(input, { people: 150, band, seed })
        expect(falseRefusals, 'own samples in doubt').toBeLessThanOrEqual(0.02)
        expect(wrongAccepted, 'samples of others accepted').toBeLessThanOrEqual(0.15)
        expect(tooEven).toBe(0)
      }
    }
  })
})
