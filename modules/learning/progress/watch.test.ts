import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptWatched, isWatched, type WatchedRange, type WatchRecord } from './watch.ts'

const minute = 60_000
const freshWatchRecord: WatchRecord = { duration_ms: minute, played_ms: 0, slack_ms: 2_000, reported_ms: 0 }

type Report = { after_ms: number; ranges: WatchedRange[] }

/** The part of a range outside the others, as the database computes it. */
const without = (range: WatchedRange, others: readonly WatchedRange[]): WatchedRange[] =>
  others.reduce(
    (ranges, { from_ms, to_ms }) =>
      ranges.flatMap((part) => [
        ...(part.from_ms < Math.min(part.to_ms, from_ms) ? [{ ...part, to_ms: Math.min(part.to_ms, from_ms) }] : []),
        ...(Math.max(part.from_ms, to_ms) < part.to_ms ? [{ ...part, from_ms: Math.max(part.from_ms, to_ms) }] : []),
      ]),
    range.from_ms < range.to_ms ? [range] : [],
  )
const unseenIn = (ranges: readonly WatchedRange[], watchedRanges: readonly WatchedRange[]) =>
  ranges.flatMap((range, index) => without(range, [...watchedRanges, ...ranges.slice(0, index)]))

/** The result of a series of reports: the covered part, the accepted playing time, and the elapsed time. */
function play(reports: Report[], start = freshWatchRecord) {
  let watching = start
  let now = start.reported_ms
  const watchedRanges: WatchedRange[] = []
  for (const { after_ms, ranges } of reports) {
    now += after_ms
    const { ranges: believed, ...reported } = acceptWatched(watching, unseenIn(ranges, watchedRanges), now)
    watching = { ...watching, ...reported }
    watchedRanges.push(...believed)
  }
  const covered = watchedRanges.reduce((sum, { from_ms, to_ms }) => sum + to_ms - from_ms, 0)
  return {
    covered,
    played: watching.played_ms,
    passed: now,
    done: isWatched(covered, watching.played_ms, start.duration_ms),
  }
}

const reportsAt = (speed: number, every = 10_000): Report[] =>
  Array.from({ length: Math.ceil(minute / every / speed) }, (_, n) => ({
    after_ms: every,
    ranges: [{ from_ms: n * every * speed, to_ms: (n + 1) * every * speed }],
  }))

test('a video played through at normal speed is watched', () => {
  expect(play(reportsAt(1)).done).toBe(true)
})

test('a video played at twice or sixteen times its speed is not watched', () => {
  expect(play(reportsAt(2)).done).toBe(false)
  expect(play(reportsAt(16)).done).toBe(false)
})

test('repeating the same ten seconds counts ten seconds', () => {
  const loop = Array.from({ length: 30 }, () => ({ after_ms: 10_000, ranges: [{ from_ms: 0, to_ms: 10_000 }] }))
  expect(play(loop)).toMatchObject({ covered: 10_000, done: false })
})

test('skipping to the end does not count as watching', () => {
  const jump = [
    { after_ms: 10_000, ranges: [{ from_ms: 0, to_ms: 10_000 }] },
    { after_ms: 1_000, ranges: [{ from_ms: 58_000, to_ms: minute }] },
  ]
  expect(play(jump).done).toBe(false)
})

test('a report delayed while offline counts once its time has passed', () => {
  expect(play([{ after_ms: minute, ranges: [{ from_ms: 0, to_ms: minute }] }]).done).toBe(true)
})

test('a video played to the end is watched, even if heartbeats or responses are lost', () => {
  const fate = fc.oneof(fc.constant('lost' as const), fc.integer({ min: 0, max: 45_000 }))
  fc.assert(
    fc.property(fc.array(fate, { minLength: 6, maxLength: 6 }), (fates) => {
      // Every beat reports everything shown so far; beats arrive late, in another order, or not at all, except the
      // last.
      const beats = fates.flatMap((late, n) => {
        const sent_ms = (n + 1) * 10_000
        return late === 'lost' ? [] : [{ at_ms: sent_ms + late, ranges: [{ from_ms: 0, to_ms: sent_ms }] }]
      })
      const last = { at_ms: 120_000, ranges: [{ from_ms: 0, to_ms: minute }] }
      const arrived = [...beats, last].toSorted((a, b) => a.at_ms - b.at_ms)
      const reports = arrived.map(({ at_ms, ranges }, n) => ({
        after_ms: at_ms - (arrived[n - 1]?.at_ms ?? 0),
        ranges,
      }))
      expect(play(reports).done).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('no player report marks a video watched in less than 95 % of its length plus tolerance', () => {
  const range = fc
    .tuple(fc.integer({ min: 0, max: 70_000 }), fc.integer({ min: 0, max: 70_000 }))
    .map(([a, b]) => ({ from_ms: a, to_ms: b }))
  const report = fc.record({ after_ms: fc.integer({ min: 0, max: 15_000 }), ranges: fc.array(range, { maxLength: 4 }) })
  fc.assert(
    fc.property(fc.array(report, { maxLength: 60 }), (reports) => {
      const { played, passed, done } = play(reports)
      expect(played).toBeLessThanOrEqual(passed)
      if (done) expect(passed).toBeGreaterThanOrEqual(0.95 * minute)
    }),
    { numRuns: 500 },
  )
})
