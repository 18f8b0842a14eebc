import fc from 'fast-check'
import { expect, test } from 'vitest'
import { believe, isWatched, type WatchedRange, type Watching } from './watch.ts'

const minute = 60_000
const fresh: Watching = { duration_ms: minute, played_ms: 0, slack_ms: 2_000, reported_ms: 0 }

type Report = { after_ms: number; ranges: WatchedRange[] }

/** What a series of reports comes to: the covered part of the video, the believed playing time, the time passed. */
function play(reports: Report[], start = fresh) {
  let watching = start
  let now = start.reported_ms
  const seen = new Uint8Array(start.duration_ms / 1000)
  for (const { after_ms, ranges } of reports) {
    now += after_ms
    const { ranges: believed, ...rest } = believe(watching, ranges, now)
    watching = { ...watching, ...rest, reported_ms: believed.length > 0 ? now : watching.reported_ms }
    for (const { from_ms, to_ms } of believed) seen.fill(1, Math.floor(from_ms / 1000), Math.ceil(to_ms / 1000))
  }
  const covered = seen.reduce((sum, second) => sum + second, 0) * 1000
  return {
    covered,
    played: watching.played_ms,
    passed: now,
    done: isWatched(covered, watching.played_ms, start.duration_ms),
  }
}

const at = (speed: number, every = 10_000): Report[] =>
  Array.from({ length: Math.ceil(minute / every / speed) }, (_, n) => ({
    after_ms: every,
    ranges: [{ from_ms: n * every * speed, to_ms: (n + 1) * every * speed }],
  }))

test('a video that is played through at its speed is watched', () => {
  expect(play(at(1)).done).toBe(true)
})

test('played at twice or sixteen times its speed it is not', () => {
  expect(play(at(2)).done).toBe(false)
  expect(play(at(16)).done).toBe(false)
})

test('the same ten seconds again and again are ten seconds', () => {
  const loop = Array.from({ length: 30 }, () => ({ after_ms: 10_000, ranges: [{ from_ms: 0, to_ms: 10_000 }] }))
  expect(play(loop)).toMatchObject({ covered: 10_000, done: false })
})

test('jumping to the end is not watching', () => {
  const jump = [
    { after_ms: 10_000, ranges: [{ from_ms: 0, to_ms: 10_000 }] },
    { after_ms: 1_000, ranges: [{ from_ms: 58_000, to_ms: minute }] },
  ]
  expect(play(jump).done).toBe(false)
})

test('a report that was held back while offline counts when its time has passed', () => {
  expect(play([{ after_ms: minute, ranges: [{ from_ms: 0, to_ms: minute }] }]).done).toBe(true)
})

test('whatever a player reports, no video is watched in less than 95 % of its length, the slack aside', () => {
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
