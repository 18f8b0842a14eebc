import { errors } from '#platform/errors.ts'

/** `each`: how many of one sender may wait. `waiting`: how many may wait in all. */
export type TurnLimits = { atOnce: number; each: number; waiting: number }

/**
 * Turns that are fair by sender: each sender has one at a time, and those who wait are taken in rotation, so that the files
 * of one person wait for each other and not in front of somebody else's. A turn ends when its function is called. Throws
 * tooMany where too many of one sender wait, and busy where too many wait in all.
 */
export function openTurns({ atOnce, each, waiting }: TurnLimits): (sender: string) => Promise<() => void> {
  const running = new Set<string>()
  const queues = new Map<string, (() => void)[]>()
  let count = 0

  function begin(sender: string): () => void {
    running.add(sender)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      running.delete(sender)
      moveBehind(sender)
      next()
    }
  }

  /** Those who wait come before the next file of a sender who had a turn. */
  function moveBehind(sender: string): void {
    const queue = queues.get(sender)
    if (!queue) return
    queues.delete(sender)
    queues.set(sender, queue)
  }

  function next(): void {
    for (const [sender, queue] of queues) {
      if (running.size >= atOnce) return
      if (running.has(sender)) continue
      const start = queue.shift()!
      count -= 1
      if (queue.length === 0) queues.delete(sender)
      start()
    }
  }

  return async (sender) => {
    if (running.size < atOnce && !running.has(sender)) return begin(sender)
    const queue = queues.get(sender) ?? []
    if (queue.length >= each) throw errors.tooMany({}, { retry_after: 2 })
    if (count >= waiting) throw errors.busy()
    count += 1
    queues.set(sender, queue)
    return new Promise((resolve) => queue.push(() => resolve(begin(sender))))
  }
}
