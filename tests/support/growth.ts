import { setTimeout as sleep } from 'node:timers/promises'
import { GCProfiler, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { AnyReader } from '#platform/readers/reader.ts'

/** The accepted growth in time or memory when the input doubles. */
const maxGrowth = 2.5
/** Enough work to stand out from the noise of a busy machine, in ms of CPU time and in bytes. */
const enough = { ms: 12, bytes: 32_000_000 }
const tries = 25
/** From this try on, a pause comes first: something else on the machine may be over after it. */
const pausedFrom = 8
const pauseMs = 250

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

type Cost = { ms: number; bytes: number }
export type Growth = { worst: string; size: number; time: number; memory: number }

/**
 * The growth of the reader's cost from n to 2n and from 2n to 4n for one of its worst inputs, as the mean of both
 * steps. Only ratios count. The cheapest of several measurements counts, since other programs only make a reading more
 * expensive. Null if the largest input costs too little to measure.
 */
export async function growthOf(reader: AnyReader, worstInput: string): Promise<Growth | null> {
  const size = await measurableSize(reader, worstInput)
  if (size === null) return null
  const best = [size, 2 * size, 4 * size].map((n) => ({
    n,
    ms: Number.POSITIVE_INFINITY,
    bytes: Number.POSITIVE_INFINITY,
  }))
  const step = (name: keyof Cost) => {
    const cost = best.map((measured) => Math.max(measured[name], enough[name]))
    return Math.sqrt(cost[2]! / cost[0]!)
  }
  for (let n = 0; n < tries; n += 1) {
    if (n >= pausedFrom) await sleep(pauseMs)
    for (const measured of best) {
      const { ms, bytes } = await costOf(reader, worstInput, measured.n)
      measured.ms = Math.min(measured.ms, ms)
      measured.bytes = Math.min(measured.bytes, bytes)
    }
    if (n > 0 && step('ms') <= maxGrowth && step('bytes') <= maxGrowth) break
    // Far above the limit, repeating doesn't help.
    if (n > 1 && Math.max(step('ms'), step('bytes')) > maxGrowth * 1.4) break
  }
  return { worst: worstInput, size, time: step('ms'), memory: step('bytes') }
}

export const growsTooFast = ({ time, memory }: Growth): boolean => time > maxGrowth || memory > maxGrowth

/** The smallest size, doubled step by step, that can be measured; null for a reader that is quicker. */
async function measurableSize(reader: AnyReader, worstInput: string): Promise<number | null> {
  for (let size = 1_000; ; size *= 2) {
    // Beyond its limits, a reader refuses immediately.
    if (4 * size > Math.min(reader.limits.unpacked ?? reader.limits.bytes, 200_000_000)) return null
    if (bytesOf(await reader.worst[worstInput]!(4 * size)) > reader.limits.bytes) return null
    const { ms, bytes } = await costOf(reader, worstInput, size)
    if (ms >= enough.ms || bytes >= 4 * enough.bytes) return size
  }
}

const bytesOf = (input: unknown): number =>
  (typeof input === 'object' && input !== null && !ArrayBuffer.isView(input) ? Object.values(input) : [input]).reduce(
    (sum, part) => sum + (typeof part === 'string' ? part.length : ArrayBuffer.isView(part) ? part.byteLength : 0),
    0,
  )

/** The CPU time of all threads, and the peak memory between two collections, of one reading. */
async function costOf(reader: AnyReader, worstInput: string, size: number): Promise<Cost> {
  const input = await reader.worst[worstInput]!(size)
  collect()
  const before = memoryInUse()
  const profiler = new GCProfiler()
  profiler.start()
  const beganCpuUsage = process.cpuUsage()
  // A refusal is a result like any other and may not cost more.
  const output = await Promise.resolve()
    .then(() => reader.read(input))
    .catch(() => null)
  const { user, system } = process.cpuUsage(beganCpuUsage)
  const after = memoryInUse()
  const peaks = (profiler.stop()?.statistics ?? []).map(({ beforeGC: { heapStatistics: heap } }) => {
    const { usedHeapSize, externalMemory = 0 } = heap as { usedHeapSize: number; externalMemory?: number }
    return usedHeapSize + externalMemory
  })
  // Referenced until here, so that its memory is counted.
  void output
  return { ms: (user + system) / 1000, bytes: Math.max(after, ...peaks) - before }
}

function memoryInUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
