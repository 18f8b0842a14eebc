import type { Timings } from './typing-sample.ts'

/** The range in percent of the enrolled mean in which a time counts as the same person's. */
export type ScoreBand = { lower: number; upper: number }

/** One person's typing: the mean time in milliseconds of each key and key pair, and `ownShare` (see `profileOf`). */
export type TypingProfile = { means: ReadonlyMap<string, number>; ownShare: number }

/** The number of samples in a profile. */
export const samplesNeeded = 3

function meansOf({ dwells, flights }: Timings): Map<string, number> {
  const times = new Map<string, number[]>()
  const add = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms])
  for (const [key, ms] of dwells) add(`held ${key}`, ms)
  for (const [keys, ms] of flights) add(`to ${keys}`, ms)
  return new Map([...times].map(([name, all]) => [name, average(all)]))
}

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function meanOfMeans(samples: readonly Timings[]): Map<string, number> {
  const all = samples.map(meansOf)
  const names = new Set(all.flatMap((sample) => [...sample.keys()]))
  return new Map([...names].map((name) => [name, average(all.flatMap((sample) => sample.get(name) ?? []))]))
}

/** The share of a sample's times within the band around the means, from 0 to 1. */
export function shareWithin(
  meanByFeature: ReadonlyMap<string, number>,
  sample: Timings,
  { lower, upper }: ScoreBand,
): number {
  let [inside, compared] = [0, 0]
  for (const [name, ms] of meansOf(sample)) {
    const enrolled = meanByFeature.get(name)
    if (enrolled === undefined) continue
    const percent = (100 * (ms - enrolled)) / enrolled
    compared += 1
    if (percent >= lower && percent <= upper) inside += 1
  }
  return compared === 0 ? 0 : inside / compared
}

/**
 * The profile of one person. `ownShare` is the average share of each sample within the band around the others, which
 * shows how evenly this person types.
 */
export function profileOf(samples: readonly Timings[], band: ScoreBand): TypingProfile {
  const shares = samples.map((sample, index) => shareWithin(meanOfMeans(samples.toSpliced(index, 1)), sample, band))
  return { means: meanOfMeans(samples), ownShare: average(shares) }
}

/**
 * The allowed shortfall from a person's own evenness, for a bad day or another keyboard; measured in docs/typing.md.
 */
const allowance = 0.17
/** The lowest sufficient share, however unevenly someone types. */
const minShare = 0.3
/** The highest required share, because no one can type like a machine. */
const maxShare = 0.6

export type Score = { score: number; threshold: number; passed: boolean }

/** A sample's similarity to a profile, and the required value, both in percent. */
export function scoreTyping({ means, ownShare }: TypingProfile, sample: Timings, band: ScoreBand): Score {
  const minimum = Math.min(maxShare, Math.max(minShare, ownShare - allowance))
  const share = shareWithin(means, sample, band)
  const percent = (part: number) => Math.round(part * 1000) / 10
  return { score: percent(share), threshold: percent(minimum), passed: share >= minimum }
}
