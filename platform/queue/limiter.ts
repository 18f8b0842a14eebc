export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/** Lets at most `limit` pieces of work run at once; the others wait in the order in which they came. */
export function openLimiter(limit: number): Limiter {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= limit) await new Promise<void>((begin) => waiting.push(begin))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
