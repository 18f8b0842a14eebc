import { errors } from './errors.ts'

/** Runs work that is dear in memory or processor `atOnce` at a time; who finds `mostWaiting` before them is told `busy`. */
export function openTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else if (waiting.length < mostWaiting) await new Promise<void>((go) => waiting.push(go))
    else throw errors.busy()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
