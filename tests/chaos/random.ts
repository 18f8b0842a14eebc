/** Pseudo-random numbers with a seed, so that a run can be repeated (mulberry32). */
export function openRandom(seed: number) {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    /** Between 0 and 1. */
    next,
    chance: (share: number): boolean => next() < share,
    between,
    oneOf: <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!,
    /** Random numbers for each name, independent of what the others draw. */
    of: (number: number) => openRandom(Math.imul(seed, 40_503) ^ Math.imul(number + 1, 2_654_435_761)),
  }
}
export type Random = ReturnType<typeof openRandom>

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
