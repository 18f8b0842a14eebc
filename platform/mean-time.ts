/** The weight of the latest duration; earlier ones fade. */
const weight = 0.1

/** The mean duration of recent work; estimates the wait of work that is refused because too much is waiting. */
export function openMeanTime(firstMs: number) {
  let meanMs = firstMs
  return {
    add(ms: number): void {
      meanMs += (ms - meanMs) * weight
    },
    /** The seconds until this many have ended, `atOnce` of them at a time. */
    secondsFor: (count: number, atOnce: number): number => ((count / atOnce) * meanMs) / 1_000,
  }
}
