import { errors } from '#platform/errors.ts'
import { openMeanTime } from '#platform/mean-time.ts'

/** `each`: how many turns one sender may wait for. `waiting`: how many may wait in total. */
export type TurnLimits = { atOnce: number; each: number; waiting: number }

/** The assumed duration of a reading until some have been measured. */
const usualMs = 500

/**
 * Fair turns by sender: each sender has one at a time, and waiting senders take turns in rotation, so that one person's
 * files wait for each other and do not delay another person's. A turn ends when its function is called. Throws tooMany
 * if one sender has too many waiting, and busy if too many wait in total.
 */
export function openTurns({ atOnce, each, waiting }: TurnLimits): (sender: string) => Promise<() => void> {
  const runningKeys = new Set<string>()
  const queues = new Map<string, (() => void)[]>()
  let count = 0
  const duration = openMeanTime(usualMs)

  function begin(sender: string): () => void {
    runningKeys.add(sender)
    let ended = false
    const startedAt = performance.now()
    return () => {
      if (ended) return
      ended = true
      duration.add(performance.now() - startedAt)
      runningKeys.delete(sender)
      moveToEnd(sender)
      next()
    }
  }

  /** Waiting senders come before the next file of a sender who had a turn. */
  function moveToEnd(sender: string): void {
    const queue = queues.get(sender)
    if (!queue) return
    queues.delete(sender)
    queues.set(sender, queue)
  }

  function next(): void {
    for (const [sender, queue] of queues) {
      if (runningKeys.size >= atOnce) return
      if (runningKeys.has(sender)) continue
      const start = queue.shift()!
      count -= 1
      if (queue.length === 0) queues.delete(sender)
      start()
    }
  }

  return async (sender) => {
    if (runningKeys.size < atOnce && !runningKeys.has(sender)) return begin(sender)
    const queue = queues.get(sender) ?? []
    if (queue.length >= each) throw errors.tooMany(duration.secondsFor(queue.length, 1))
    if (count >= waiting) throw errors.busy()
    count += 1
    queues.set(sender, queue)
    return new Promise((resolve) => queue.push(() => resolve(begin(sender))))
  }
}
