import type { Running } from '#scripts/site.ts'
import { median } from './compare.ts'
import { addressOf, type LoadRequest, load } from './load.ts'
import { megabytes, ms, type Row, rate } from './report.ts'
import { beatNow } from './seed-learning.ts'
import { type Bench, heartbeatRequest, lessonRequest } from './throughput.ts'

const limit = 300 * 1_048_576

/** A fresh server's resident memory under 64 connections that mix pages and heartbeats. */
export async function memoryRows(bench: Bench, seconds: number): Promise<Row[]> {
  const { subject, seeded, db } = bench
  const samples: number[] = []
  const watch = setInterval(() => samples.push(subject.rss()), 250)
  await beatNow(db)
  const mix = [
    (n: number): LoadRequest => ({ path: '/courses/search', address: addressOf(n) }),
    (n: number): LoadRequest => ({ path: '/course/details/1001', address: addressOf(n) }),
    (n: number) => lessonRequest(seeded, n),
    (n: number) => heartbeatRequest(seeded, n),
  ]
  // Heartbeats are limited per minute and session; mostly requesting pages keeps the load below that.
  const requestOf = (n: number) => (n % 16 === 15 ? mix[3]!(n >> 4) : mix[n % 3]!(n))
  const loaded = load({ port: subject.port, requestOf, connections: 64, seconds })
  const { rate: answers } = await loaded.finally(() => clearInterval(watch))
  const peak = Math.max(...samples)
  const [early, late] = [slice(samples, 0.25, 0.5), slice(samples, 0.75, 1)]
  const growth = late / early
  const load64 = `64 connections for ${seconds} s, ${rate(answers)}`
  const curve = `second quarter ${megabytes(early)}, last quarter ${megabytes(late)} (medians)`
  return [
    {
      label: 'resident memory of the server under load, peak',
      measured: megabytes(peak),
      goal: '<= 300 MB',
      met: peak <= limit,
      note: load64,
    },
    {
      label: 'resident memory under load is flat: last quarter by second quarter',
      measured: growth.toFixed(2),
      goal: '<= 1.10',
      met: growth <= 1.1,
      note: curve,
    },
  ]
}

const slice = (samples: readonly number[], from: number, to: number) =>
  median(samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to)))

/** The time of a built server from its start to its first successful /readyz. */
export async function startRows(open: () => Promise<Running>): Promise<Row[]> {
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const server = await open()
    times.push(server.started_ms)
    await server.stop()
  }
  const medianTime = median(times)
  const note = `median of ${times.length} starts, slowest ${ms(Math.max(...times))}; from spawn to /readyz`
  return [
    { label: 'start of a built server', measured: ms(medianTime), goal: '<= 1500 ms', met: medianTime <= 1_500, note },
  ]
}
