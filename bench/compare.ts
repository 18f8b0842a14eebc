import type { Running } from '#scripts/site.ts'
import { type Load, type LoadRequest, load } from './load.ts'

/** A server and the requests to it. */
export type Side = { readonly server: Running; readonly requestOf: (n: number) => LoadRequest }
export type Pace = { readonly rounds: number; readonly seconds: number; readonly connections: number }
/** `ratio` is the median, over the rounds, of subject by reference; `cpu` the same for responses per CPU second. */
export type Ratio = {
  readonly ratio: number
  readonly low: number
  readonly high: number
  readonly cpu: number
  readonly reference: number
  readonly subject: number
}

type Round = { rate: number; perCpu: number }

/** Loads reference and subject in turn (A B, B A, A B ...), so that the machine's other work slows both. */
export async function compare(reference: Side, subject: Side, pace: Pace): Promise<Ratio> {
  const sides = [counted(reference), counted(subject)] as const
  for (const side of sides) await warmUp(side, pace)
  const rounds: { reference: Round; subject: Round }[] = []
  for (let index = 0; index < pace.rounds; index++) {
    const first = await measure(sides[index % 2]!, pace)
    const second = await measure(sides[1 - (index % 2)]!, pace)
    rounds.push(index % 2 === 0 ? { reference: first, subject: second } : { reference: second, subject: first })
  }
  const ratios = rounds.map((round) => round.subject.rate / round.reference.rate).sort((a, b) => a - b)
  return {
    ratio: median(ratios),
    low: ratios[0]!,
    high: ratios.at(-1)!,
    cpu: median(rounds.map((round) => round.subject.perCpu / round.reference.perCpu)),
    reference: median(rounds.map((round) => round.reference.rate)),
    subject: median(rounds.map((round) => round.subject.rate)),
  }
}

/**
 * Loads a side until it gets no faster: compilers finish a reference's few lines within a second, the product after ten
 * or twenty. Servers run for days.
 */
async function warmUp(side: Side, pace: Pace): Promise<void> {
  let best = 0
  for (let round = 0; round < 10; round++) {
    const { perCpu } = await measure(side, pace)
    if (round > 1 && perCpu < best * 1.03) return
    best = Math.max(best, perCpu)
  }
}

/** The request count continues from round to round. */
function counted({ server, requestOf }: Side): Side {
  let count = 0
  return { server, requestOf: () => requestOf(count++) }
}

async function measure({ server, requestOf }: Side, { seconds, connections }: Pace): Promise<Round> {
  const before = server.cpu()
  const { rate, answered } = await load({ port: server.port, requestOf, connections, seconds })
  return { rate, perCpu: answered / Math.max(0.01, server.cpu() - before) }
}

export type Times = { readonly p50: number; readonly p95: number }

/**
 * Times in milliseconds of one request after another, the sides in turn; `each` is the number of requests per side, and
 * `warm` that of the ones before.
 */
export async function compareTimes(
  reference: Side,
  subject: Side,
  responsesPerSide: number,
  warmupResponses = 1_500,
): Promise<[Times, Times]> {
  const sides = [counted(reference), counted(subject)] as const
  const times: [number[], number[]] = [[], []]
  const responsesPerRound = Math.ceil(responsesPerSide / 10)
  for (let round = 0; round <= 10; round++) {
    for (const index of [0, 1] as const) {
      const { server, requestOf } = sides[index]
      // The first round warms up caches and compilers.
      const sequential: Load = {
        port: server.port,
        requestOf,
        connections: 1,
        seconds: 60,
        maxResponses: round === 0 ? warmupResponses : responsesPerRound,
      }
      const measurement = await load(sequential)
      if (round > 0) times[index].push(...measurement.times)
    }
  }
  return [spreadOf(times[0]), spreadOf(times[1])]
}

function spreadOf(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: percentile(0.5), p95: percentile(0.95) }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
