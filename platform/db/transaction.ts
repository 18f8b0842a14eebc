import { setTimeout as sleep } from 'node:timers/promises'
import type { Compiled } from './compile.ts'
import { Aborted, isRetryable, RolledBack, SqlError, TransactionOver } from './errors.ts'
import { type LastStatement, makePipeline, type Pipeline, whyRolledBack } from './pipeline.ts'
import type { Pool } from './pool.ts'
import { type Scope, type ScopeText, scopeText } from './scope.ts'
import type { Slot } from './slot.ts'
import { makeSql, type Rows, type Sql } from './sql.ts'

export type TxOptions = {
  /** How many times a serialization failure or deadlock reruns the whole operation. Default 0. */
  readonly retries?: number
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readonly readOnly?: boolean
  /** The visible tenants unless the operation changes them; by default all but the test organizations. */
  readonly scope?: Scope
  /** Rolls the transaction back, as long as COMMIT was not sent. */
  readonly signal?: AbortSignal
}
export type Action<T> = (sql: Sql) => Promise<T>

/** Runs an operation in a transaction on its own connection. */
export async function transact<T>(pool: Pool, operation: Action<T>, options: TxOptions = {}): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptOnce(pool, operation, options)
    } catch (error) {
      if (attempt >= (options.retries ?? 0) || !isRetryable(error)) throw error
      // Random delay, so that two colliding transactions don't collide again.
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

async function attemptOnce<T>(pool: Pool, operation: Action<T>, options: TxOptions): Promise<T> {
  const scope = scopeText(options.scope ?? 'real')
  const slot = await pool.lend(scope, options.signal)
  const pipeline = makePipeline(slot, beginText(options))
  const handle = makeTransactionHandle(pipeline, scope)
  try {
    const result = await whileAlive(slot, () => operation(handle.sql), options.signal)
    handle.end()
    await pipeline.commit(handle.last, handle.failure())
    return result
  } catch (error) {
    handle.over = true
    await pipeline.rollback()
    throw error
  } finally {
    pool.giveBack(slot)
  }
}

function beginText({ isolation, readOnly }: TxOptions): string {
  return `begin${isolation ? ` isolation level ${isolation}` : ''}${readOnly ? ' read only' : ''}`
}

/**
 * Settles with the operation, or immediately when the connection dies or the caller aborts: an operation may wait for
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
    // Stops listening before anyone sees the end: a late abort must not kill a COMMIT.
    Promise.resolve().then(operation).finally(leave).then(resolve, reject)
    if (signal?.aborted) onAbort()
  })
}

/** An operation's handle while it runs: the whole transaction, or one savepoint of it. */
function makeTransactionHandle(pipeline: Pipeline, scope: ScopeText, isSavepoint = false) {
  const last: LastStatement[] = []
  const sql = makeSql(run, { savepoint, last: isSavepoint ? run : deferToCommit }, scope)
  const handle = { over: false, hasOpenSavepoint: false, running: 0, sql, last, end, failure: () => failure }
  let failure: SqlError | undefined

  function requireFree() {
    if (pipeline.slot.dead) throw pipeline.slot.dead
    if (handle.over) throw new TransactionOver()
    if (handle.hasOpenSavepoint) throw new TransactionOver('a savepoint is open: use the sql given to its operation')
  }

  function requireOpen() {
    if (pipeline.slot.dead) throw pipeline.slot.dead
    if (handle.over) throw new TransactionOver()
  }

  async function run(compiled: Compiled, scopeText: ScopeText): Promise<Rows<unknown>> {
    requireFree()
    return track(() => pipeline.run(compiled, scopeText, requireOpen))
  }

  async function deferToCommit(compiled: Compiled, scopeText: ScopeText) {
    requireFree()
    last.push({ compiled, within: scopeText })
  }

  async function track<T>(work: () => Promise<T>): Promise<T> {
    handle.running++
    try {
      return await work()
    } catch (error) {
      if (error instanceof SqlError) failure ??= error
      throw error
    } finally {
      handle.running--
    }
  }

  async function savepoint<T>(operation: Action<T>, scopeText: ScopeText): Promise<T> {
    requireFree()
    handle.hasOpenSavepoint = true
    handle.running++
    try {
      return await runSavepoint(pipeline, operation, scopeText, requireOpen)
    } finally {
      handle.hasOpenSavepoint = false
      handle.running--
    }
  }

  function end() {
    handle.over = true
    if (handle.running > 0) throw new RolledBack('the operation ended while one of its statements was still running')
  }

  return handle
}

async function runSavepoint<T>(
  pipeline: Pipeline,
  operation: Action<T>,
  scopeText: ScopeText,
  requireOpen: () => void,
): Promise<T> {
  const name = `s${++pipeline.savepoints}`
  const command = (text: string) => pipeline.enqueue(() => pipeline.slot.command(text), requireOpen)
  await command(`savepoint ${name}`)
  const inner = makeTransactionHandle(pipeline, scopeText, true)
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
    pipeline.slot.forgetScope()
    throw error
  }
}
