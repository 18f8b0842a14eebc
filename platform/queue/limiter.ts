import { errors } from '#platform/errors.ts'

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `limit` tasks at the same time; the others wait in order. Throws busy if `maxWaiting` wait already. */
export function openLimiter(limit: number, maxWaiting = Number.POSITIVE_INFINITY): Limiter {
  const queue: (() => void)[] = []
  let runningCount = 0
  return async (work) => {
    if (runningCount < limit) runningCount += 1
    else if (queue.length < maxWaiting) await new Promise<void>((begin) => queue.push(begin))
    else throw errors.busy()
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else runningCount -= 1
    }
  }
}
