/** The weight of the latest duration; earlier ones fade. */
const weight = 0.1

/** The mean duration of recent work; estimates the wait of work that is refused because too much is waiting. */
export function openMeanTime(firstMs: number) {
  let meanMs = firstMs
  const add = (ms: number): void => {
    meanMs += (ms - meanMs) * weight
  }
  return {
    add,
    async time<T>(work: () => Promise<T>): Promise<T> {
      const startedAt = performance.now()
      try {
        return await work()
      } finally {
        add(performance.now() - startedAt)
      }
    },
    /** The seconds until this many have ended, `concurrency` of them at a time. */
    secondsFor: (count: number, concurrency: number): number => ((count / concurrency) * meanMs) / 1_000,
  }
}
