import type { Compiled } from './compile.ts'
import { CommitUnknown, RolledBack, SqlError, TransactionOver } from './errors.ts'
import type { ScopeText } from './scope.ts'
import type { Slot } from './slot.ts'
import type { Rows } from './sql.ts'

export type Pipeline = ReturnType<typeof makePipeline>
/** A statement sent together with COMMIT. */
export type LastStatement = { readonly compiled: Compiled; readonly within: ScopeText }

// Stays well below one socket write: the driver would hold back the rest.
const maxBytesInFlight = 8_000
const maxInFlight = 20

/**
 * Sends one transaction's statements in call order. Statements that the connection has prepared are sent without
 * waiting for earlier results, so that an operation with several statements costs one round trip; all others wait their
 * turn. The driver never queues, so it never re-sends.
 */
export function makePipeline(slot: Slot, begin: string) {
  let tail: Promise<unknown> = Promise.resolve()
  let hasBegun = false
  let finished = false
  let waiting = 0
  let inFlight = 0
  let bytes = 0

  // BEGIN goes with the first statement on a proven connection. If it alone fails, the statement may have run by itself.
  async function beginWith<T>(send: () => Promise<T>): Promise<T> {
    hasBegun = true
    if (!slot.proven) {
      await slot.command(begin)
      return send()
    }
    const [began, sent] = await Promise.allSettled([slot.command(begin), send()])
    if (began.status === 'rejected') throw abandon(slot, began.reason)
    if (sent.status === 'rejected') throw sent.reason
    return sent.value
  }

  function enqueue<T>(send: () => Promise<T>, requireOpen: () => void): Promise<T> {
    waiting++
    const turn = tail.then(() => {
      // A savepoint's operation may outlive its transaction, when the connection already belongs to someone else.
      if (finished) throw new TransactionOver()
      requireOpen()
      return hasBegun ? send() : beginWith(send)
    })
    tail = turn.catch(() => {}).then(() => waiting--)
    return turn
  }

  /** Sends a statement immediately if it may follow those in progress, otherwise in its turn. */
  function run(compiled: Compiled, scopeText: ScopeText, requireOpen: () => void): Promise<Rows<unknown>> {
    const size = sizeOf(compiled)
    const hasRoom = inFlight < maxInFlight && bytes + size <= maxBytesInFlight
    const send = () => slot.run(compiled, scopeText)
    if (finished || waiting > 0 || !hasRoom || !slot.hasPrepared(compiled, scopeText)) return enqueue(send, requireOpen)
    inFlight++
    bytes += size
    const turn = hasBegun ? send() : beginWith(send)
    tail = Promise.allSettled([tail, turn]).then(() => {
      inFlight--
      bytes -= size
    })
    return turn
  }

  /**
   * COMMIT goes out with the last statements if they can share a round trip; the server responds with ROLLBACK if one
   * fails.
   */
  async function commit(last: readonly LastStatement[], failure: SqlError | undefined) {
    const results = Promise.all(last.map(({ compiled, within }) => run(compiled, within, () => {})))
    results.catch(() => {})
    if (waiting > 0) await results
    finished = true
    if (slot.dead) throw slot.dead
    if (!hasBegun) return
    const tag = await slot.command('commit').catch((error) => {
      throw error instanceof SqlError ? error : new CommitUnknown()
    })
    if (tag === 'COMMIT') return
    slot.forgetScope()
    await results
    throw new RolledBack(whyRolledBack(failure), failure?.code)
  }

  async function rollback() {
    if (finished || slot.dead) return
    finished = true
    await tail
    if (!hasBegun || slot.dead) return
    await slot.command('rollback').catch((error) => slot.die(error))
    slot.forgetScope()
  }

  return { slot, run, enqueue, commit, rollback, savepoints: 0 }
}

/** The error for a BEGIN that was refused beside its statement. */
function abandon(slot: Slot, reason: unknown): unknown {
  if (!(reason instanceof SqlError)) return reason
  const unknown = new CommitUnknown()
  slot.die(unknown)
  return unknown
}

const sizeOf = ({ params }: Compiled) => params.reduce((sum, { text }) => sum + (text?.length ?? 0) * 2 + 8, 100)

export function whyRolledBack(failure: SqlError | undefined): string {
  return `the transaction was rolled back: a statement had failed unnoticed${failure ? ` (${failure.code})` : ''}`
}
