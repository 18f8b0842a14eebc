import { Aborted, Busy, Closed, ConnectionLost } from './errors.ts'
import { remove } from './remove.ts'
import type { ScopeText } from './scope.ts'
import { makeSlot, type Slot, type SlotOptions } from './slot.ts'

export type PoolOptions = SlotOptions & {
  readonly connections: number
  readonly waitTimeoutMs: number
  readonly maxWaiting: number
}

/** `size` connections exist, `lent` of them are in use, `waiting` callers queue. */
export type PoolStats = {
  readonly size: number
  readonly lent: number
  readonly idle: number
  readonly waiting: number
}

/** A bounded set of slots, each lent to one borrower at a time. */
export type Pool = {
  /**
   * Rejects with Busy (time-out or too many waiters), Closed, or Aborted by the signal. Prefers a slot that already has
   * the scope.
   */
  lend(scope: ScopeText, signal?: AbortSignal): Promise<Slot>
  giveBack(slot: Slot): void
  /** Refuses new borrowers and waits at most `ms` for the current ones. */
  close(ms: number): Promise<void>
  stats(): PoolStats
}

type Waiter = { readonly give: (slot: Slot) => void; readonly refuse: (reason: Error) => void }

export function makePool(options: PoolOptions): Pool {
  const idle: Slot[] = []
  const lent: Slot[] = []
  const waiters: Waiter[] = []
  const drained = new Set<() => void>()
  let isClosed = false
  const watch = setInterval(closeUnresponsive, 1_000)
  watch.unref()

  function open(): Slot {
    const slot: Slot = makeSlot(options, () => remove(idle, slot))
    return slot
  }

  // A connection whose server never responds (a dead network path) would never close by itself.
  function closeUnresponsive() {
    const maxMs = (options.statementTimeoutMs || 60_000) + 15_000
    for (const slot of [...lent])
      if (slot.waitingMs() > maxMs) slot.die(new ConnectionLost('the database does not respond'))
  }

  function take(scope: ScopeText): Slot | undefined {
    // -1 takes the last one, the most recently used.
    const fit = idle.findLastIndex((slot) => slot.scope === scope)
    const slot = idle.splice(fit, 1)[0] ?? (lent.length < options.connections ? open() : undefined)
    if (slot) lent.push(slot)
    return slot
  }

  function release(slot: Slot) {
    if (!remove(lent, slot)) return
    if (slot.isWorn() || isClosed) slot.die(new Closed())
    const next = waiters[0]
    if (next) {
      const fit = slot.dead ? open() : slot
      lent.push(fit)
      next.give(fit)
    } else if (!slot.dead) idle.push(slot)
    if (lent.length === 0) for (const resolve of drained) resolve()
  }

  async function close(ms: number) {
    isClosed = true
    clearInterval(watch)
    for (const waiter of [...waiters]) waiter.refuse(new Closed())
    for (const slot of [...idle]) slot.die(new Closed())
    if (lent.length > 0) await whenDrained(drained, ms)
    for (const slot of [...lent]) slot.die(new Closed())
  }

  return {
    async lend(scope, signal) {
      if (isClosed) throw new Closed()
      if (signal?.aborted) throw new Aborted()
      return take(scope) ?? wait(waiters, options, signal)
    },
    giveBack: release,
    close,
    stats: () => ({ size: idle.length + lent.length, lent: lent.length, idle: idle.length, waiting: waiters.length }),
  }
}

/** Queues for a slot until one is given, the time is over, or the signal aborts. */
function wait(waiters: Waiter[], limits: PoolOptions, signal?: AbortSignal): Promise<Slot> {
  if (waiters.length >= limits.maxWaiting)
    return Promise.reject(new Busy('too many callers are waiting for the database'))
  return new Promise((resolve, reject) => {
    const stopWaiting = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      remove(waiters, waiter)
    }
    const waiter: Waiter = {
      give(slot) {
        stopWaiting()
        resolve(slot)
      },
      refuse(reason) {
        stopWaiting()
        reject(reason)
      },
    }
    const timer = setTimeout(() => waiter.refuse(new Busy()), limits.waitTimeoutMs)
    const onAbort = () => waiter.refuse(new Aborted())
    signal?.addEventListener('abort', onAbort)
    waiters.push(waiter)
  })
}

function whenDrained(drained: Set<() => void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const release = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(release, ms)
    drained.add(release)
  })
}
