import { setTimeout as sleep } from 'node:timers/promises'
import type { Compiled } from './compile.ts'
import { Aborted, CommitUnknown, isRetryable, RolledBack, SqlError, TransactionOver } from './errors.ts'
import type { Pool } from './pool.ts'
import { type Scope, type ScopeText, scopeText } from './scope.ts'
import type { Slot } from './slot.ts'
import { makeSql, type Rows, type Sql } from './sql.ts'

export type TxOptions = {
  /** How often a serialization failure or a deadlock is tried again; the whole operation runs again. Default 0. */
  readonly retries?: number
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readonly readOnly?: boolean
  /** Whose rows the operation sees unless it says otherwise; every tenant's by default. */
  readonly scope?: Scope
  /** Ends the transaction, rolled back, as long as COMMIT was not sent. */
  readonly signal?: AbortSignal
}
export type Action<T> = (sql: Sql) => Promise<T>

/** Runs an operation in a transaction on a connection lent to it alone. */
export async function transact<T>(pool: Pool, operation: Action<T>, options: TxOptions = {}): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptOnce(pool, operation, options)
    } catch (error) {
      if (attempt >= (options.retries ?? 0) || !isRetryable(error)) throw error
      // Two that collided must not meet again at the same pace.
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

async function attemptOnce<T>(pool: Pool, operation: Action<T>, options: TxOptions): Promise<T> {
  const seen = scopeText(options.scope ?? 'all')
  const slot = await pool.lend(seen, options.signal)
  const line = makePipeline(slot, beginText(options))
  const reach = makeTransactionHandle(line, seen)
  try {
    const result = await whileAlive(slot, () => operation(reach.sql), options.signal)
    reach.end()
    await line.commit(reach.last, reach.failure())
    return result
  } catch (error) {
    reach.over = true
    await line.rollback()
    throw error
  } finally {
    pool.giveBack(slot)
  }
}

function beginText({ isolation, readOnly }: TxOptions): string {
  return `begin${isolation ? ` isolation level ${isolation}` : ''}${readOnly ? ' read only' : ''}`
}

/**
 * Settles with the operation, or immediately when the connection dies or the caller gives up: an operation may wait for
 * anything.
 */
function whileAlive<T>(slot: Slot, operation: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => {
      slot.cancel()
      slot.die(new Aborted())
    }
    const leave = () => {
      slot.closeListeners.delete(reject)
      signal?.removeEventListener('abort', onAbort)
    }
    slot.closeListeners.add(reject)
    signal?.addEventListener('abort', onAbort)
    // Leaving before anybody else hears of the end: an abort after it must not kill a COMMIT.
    Promise.resolve().then(operation).finally(leave).then(resolve, reject)
    if (signal?.aborted) onAbort()
  })
}

type Line = ReturnType<typeof makePipeline>
type Last = { readonly compiled: Compiled; readonly within: ScopeText }

// What is sent together stays far below what a socket takes in one write: the driver would hold back the rest.
const mostBytesOnTheWay = 8_000
const mostOnTheWay = 20

/**
 * One transaction's statements in the order of their calls. Those that the connection knows are sent without waiting
 * for the answers before them, so that an operation with several statements pays for one round trip; all others wait
 * for their turn. The driver never queues, so it never re-sends.
 */
function makePipeline(slot: Slot, begin: string) {
  let tail: Promise<unknown> = Promise.resolve()
  let begun = false
  let finished = false
  let waiting = 0
  let riding = 0
  let bytes = 0

  // BEGIN is sent with the first statement once the connection is proven. If BEGIN alone was refused, the statement may
  // have run outside any transaction: the outcome is unknown, so the connection is closed.
  async function beginWith<T>(send: () => Promise<T>): Promise<T> {
    begun = true
    if (!slot.proven) {
      await slot.command(begin)
      return send()
    }
    const [began, sent] = await Promise.allSettled([slot.command(begin), send()])
    if (began.status === 'rejected') throw abandon(began.reason)
    if (sent.status === 'rejected') throw sent.reason
    return sent.value
  }

  function abandon(reason: unknown): unknown {
    if (!(reason instanceof SqlError)) return reason
    const unknown = new CommitUnknown()
    slot.die(unknown)
    return unknown
  }

  function enqueue<T>(send: () => Promise<T>, mayStill: () => void): Promise<T> {
    waiting++
    const turn = tail.then(() => {
      // A savepoint's operation may outlive its transaction; the connection is someone else's by then.
      if (finished) throw new TransactionOver()
      mayStill()
      return begun ? send() : beginWith(send)
    })
    tail = turn.catch(() => {}).then(() => waiting--)
    return turn
  }

  /** Sends a statement immediately if it may follow those in progress, else in its turn. */
  function run(compiled: Compiled, within: ScopeText, mayStill: () => void): Promise<Rows<unknown>> {
    const size = sizeOf(compiled)
    const room = riding < mostOnTheWay && bytes + size <= mostBytesOnTheWay
    const send = () => slot.run(compiled, within)
    if (finished || waiting > 0 || !room || !slot.knows(compiled, within)) return enqueue(send, mayStill)
    riding++
    bytes += size
    const turn = begun ? send() : beginWith(send)
    tail = Promise.allSettled([tail, turn]).then(() => {
      riding--
      bytes -= size
    })
    return turn
  }

  /**
   * COMMIT follows the last statements immediately if they may share a trip; it answers ROLLBACK if one of them fails.
   */
  async function commit(last: readonly Last[], failure: SqlError | undefined) {
    const sent = Promise.all(last.map(({ compiled, within }) => run(compiled, within, () => {})))
    sent.catch(() => {})
    if (waiting > 0) await sent
    finished = true
    if (slot.dead) throw slot.dead
    if (!begun) return
    const tag = await slot.command('commit').catch((error) => {
      throw error instanceof SqlError ? error : new CommitUnknown()
    })
    if (tag === 'COMMIT') return
    slot.forgetScope()
    await sent
    throw new RolledBack(whyRolledBack(failure), failure?.code)
  }

  async function rollback() {
    if (finished || slot.dead) return
    finished = true
    await tail
    if (!begun || slot.dead) return
    await slot.command('rollback').catch((error) => slot.die(error))
    slot.forgetScope()
  }

  return { slot, run, enqueue, commit, rollback, savepoints: 0 }
}

const sizeOf = ({ params }: Compiled) => params.reduce((sum, { text }) => sum + (text?.length ?? 0) * 2 + 8, 100)

function whyRolledBack(failure: SqlError | undefined): string {
  return `the transaction was rolled back: a statement had failed unnoticed${failure ? ` (${failure.code})` : ''}`
}

/** What an operation may use while it runs: the whole transaction, or one savepoint of it. */
function makeTransactionHandle(line: Line, seen: ScopeText, part = false) {
  const last: Last[] = []
  const sql = makeSql(run, { savepoint, last: part ? run : keep }, seen)
  const reach = { over: false, covered: false, running: 0, sql, last, end, failure: () => failure }
  let failure: SqlError | undefined

  function mayStart() {
    if (line.slot.dead) throw line.slot.dead
    if (reach.over) throw new TransactionOver()
    if (reach.covered) throw new TransactionOver('a savepoint is open: use the sql given to its operation')
  }

  function mayStill() {
    if (line.slot.dead) throw line.slot.dead
    if (reach.over) throw new TransactionOver()
  }

  async function run(compiled: Compiled, within: ScopeText): Promise<Rows<unknown>> {
    mayStart()
    return counted(() => line.run(compiled, within, mayStill))
  }

  async function keep(compiled: Compiled, within: ScopeText) {
    mayStart()
    last.push({ compiled, within })
  }

  async function counted<T>(work: () => Promise<T>): Promise<T> {
    reach.running++
    try {
      return await work()
    } catch (error) {
      if (error instanceof SqlError) failure ??= error
      throw error
    } finally {
      reach.running--
    }
  }

  async function savepoint<T>(operation: Action<T>, within: ScopeText): Promise<T> {
    mayStart()
    reach.covered = true
    reach.running++
    try {
      return await runSavepoint(line, operation, within, mayStill)
    } finally {
      reach.covered = false
      reach.running--
    }
  }

  function end() {
    reach.over = true
    if (reach.running > 0) throw new RolledBack('the operation ended while a statement of it was still running')
  }

  return reach
}

async function runSavepoint<T>(line: Line, operation: Action<T>, within: ScopeText, mayStill: () => void): Promise<T> {
  const name = `s${++line.savepoints}`
  const command = (text: string) => line.enqueue(() => line.slot.command(text), mayStill)
  await command(`savepoint ${name}`)
  const inner = makeTransactionHandle(line, within, true)
  try {
    const result = await operation(inner.sql)
    inner.end()
    await command(`release savepoint ${name}`).catch((error) => {
      throw error instanceof SqlError ? new RolledBack(whyRolledBack(inner.failure()), inner.failure()?.code) : error
    })
    return result
  } catch (error) {
    inner.over = true
    await command(`rollback to savepoint ${name}`)
    line.slot.forgetScope()
    throw error
  }
}
