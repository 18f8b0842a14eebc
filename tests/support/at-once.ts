import type { Call } from './app.ts'

/** Fifty simultaneous calls: more than there are connections, so that some wait for each other. */
export const fifty = 50

/** Starts many calls at the same time and returns their results in order; `at` counts from 0. */
export const atOnce = <T>(work: (index: number) => Promise<T>, times = fifty): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)))

/** The number of responses per status, with the code of refusals. */
export function tally(answers: readonly Pick<Call, 'status' | 'body'>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status < 400 ? String(status) : `${status} ${body?.code}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
