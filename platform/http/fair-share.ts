import { errors } from '#platform/errors.ts'
import { openMeanTime } from '#platform/mean-time.ts'

export type ShareLimits = {
  /** Concurrent requests of one caller and of all callers together. */
  perCaller: number
  overall: number
  /** Waiting requests of one caller and of all callers together. */
  waitingPerCaller: number
  waiting: number
  /** The longest wait of a request in milliseconds; visitors don't wait longer. */
  maxWaitMs: number
}

type Waiter = { start(): void }

/** The assumed duration of a request until some have been measured. */
const assumedMs = 100

/**
 * Limits concurrent requests, per caller and in total. Waiting requests take turns by caller, so a hundred requests of
 * one caller delay another caller's first request by a single turn. Requests beyond the waiting room are refused before
 * any work: 429 if the caller fills it alone, 503 if all do.
 */
export function openFairShare(limits: ShareLimits) {
  const runningKeys = new Map<string, number>()
  // Insertion order is the order of turns.
  const waiting = new Map<string, Waiter[]>()
  let [total, queued] = [0, 0]
  const duration = openMeanTime(assumedMs)

  const isFree = (caller: string) => total < limits.overall && (runningKeys.get(caller) ?? 0) < limits.perCaller

  function begin(caller: string): void {
    total += 1
    runningKeys.set(caller, (runningKeys.get(caller) ?? 0) + 1)
  }

  function end(caller: string): void {
    total -= 1
    const remaining = runningKeys.get(caller)! - 1
    if (remaining === 0) runningKeys.delete(caller)
    else runningKeys.set(caller, remaining)
    startNext()
  }

  function startNext(): void {
    for (const [caller, waiters] of waiting) {
      if (total >= limits.overall) return
      if (!isFree(caller)) continue
      waiting.delete(caller)
      const next = waiters.shift()!
      if (waiters.length > 0) waiting.set(caller, waiters)
      queued -= 1
      next.start()
    }
  }

  function removeWaiter(caller: string, waiter: Waiter): void {
    const waiters = waiting.get(caller) ?? []
    const index = waiters.indexOf(waiter)
    if (index < 0) return
    waiters.splice(index, 1)
    queued -= 1
    if (waiters.length === 0) waiting.delete(caller)
  }

  function waitForTurn(caller: string): Promise<void> {
    const waiters = waiting.get(caller) ?? []
    if (waiters.length >= limits.waitingPerCaller)
      throw errors.tooMany(duration.secondsFor(waiters.length, limits.perCaller))
    if (queued >= limits.waiting) throw errors.busy()
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        start() {
          clearTimeout(timer)
          begin(caller)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        removeWaiter(caller, waiter)
        reject(errors.busy())
      }, limits.maxWaitMs)
      waiters.push(waiter)
      waiting.set(caller, waiters)
      queued += 1
    })
  }

  return {
    /** Runs the work in the caller's turn. Throws `tooMany` or `busy` if the waiting room is full. */
    async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
      if (isFree(caller)) begin(caller)
      else await waitForTurn(caller)
      try {
        return await duration.time(work)
      } finally {
        end(caller)
      }
    },
  }
}

/** Visitors never take more than a part of the process, so that it stays free for students in class and staff. */
export const openShares = () => ({
  visitors: openFairShare({ perCaller: 4, overall: 8, waitingPerCaller: 60, waiting: 400, maxWaitMs: 10_000 }),
  // A browser opens up to six connections to a site.
  people: openFairShare({ perCaller: 6, overall: 1_000, waitingPerCaller: 120, waiting: 5_000, maxWaitMs: 20_000 }),
})

export type Shares = ReturnType<typeof openShares>
