import { makeListener, type OnNotify } from './listener.ts'
import { makePool, type Pool, type PoolStats } from './pool.ts'
import { makeSql, type Sql } from './sql.ts'
import { type Action, type TxOptions, transact } from './transaction.ts'

/** Connections of one kind of work; times in milliseconds, enforced by the server. */
type Share = { readonly connections: number; readonly statementTimeoutMs: number }

export type DatabaseOptions = {
  readonly url: string
  /** The folder of the server's Unix socket; TCP where it is absent. */
  readonly socket?: string
  /** The role that connections work as: `appRole` for all that serves people; the login's own for migrations. */
  readonly role?: string
  /** Shown as application_name in pg_stat_activity, with '/read', '/tx', '/export' or '/listen' behind it. */
  readonly name: string
  readonly web: Share
  readonly transactions: Share & { readonly lockTimeoutMs: number; readonly idleInTransactionTimeoutMs: number }
  readonly exports: Share
  /** How long a caller waits for a free connection before Busy. */
  readonly waitTimeoutMs: number
  /** How many callers may wait in each pool before the next one gets Busy immediately. */
  readonly maxWaiting: number
}

export type Database = {
  /** Single statements, each on any free connection. */
  readonly read: Sql
  /** Single statements that may take long (exports, reports), on connections of their own. */
  readonly exports: Sql
  /** Runs the operation in a transaction. Throws the operation's own error, or Busy, Closed, Aborted, ConnectionLost,
   * RolledBack (nothing is kept) or CommitUnknown (it may be kept). */
  tx<T>(operation: Action<T>, options?: TxOptions): Promise<T>
  /**
   * Reads in a read-only transaction on the connections of exports: everything that it reads is of one moment, and a
   * cursor stays open until its end.
   */
  snapshot<T>(operation: Action<T>, options?: Pick<TxOptions, 'scope' | 'signal'>): Promise<T>
  /** Hears NOTIFY; `onReady` runs whenever listening (re)starts and must read everything again. Answers how to stop. */
  listen(channel: string, onNotify: OnNotify, onReady?: () => void): Promise<() => void>
  /** Refuses new work, waits at most `graceMs` (10 s) for what runs, and ends the connections. */
  close(graceMs?: number): Promise<void>
  stats(): { readonly read: PoolStats; readonly transactions: PoolStats; readonly exports: PoolStats }
}

/** The role of the application: it owns no table and no policy lets it by (migrations/0011_tenancy.sql). */
export const appRole = 'waypost_app'

/** What a web process uses; a worker or a test changes what it needs. */
export const usualOptions = {
  name: 'waypost',
  web: { connections: 8, statementTimeoutMs: 5_000 },
  transactions: { connections: 8, statementTimeoutMs: 5_000, lockTimeoutMs: 2_000, idleInTransactionTimeoutMs: 60_000 },
  exports: { connections: 2, statementTimeoutMs: 30_000 },
  waitTimeoutMs: 5_000,
  maxWaiting: 200,
} satisfies Omit<DatabaseOptions, 'url'>

/** Opens the database; connections are made when first needed, so a server that is down shows with the first use. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, socket, role, name, waitTimeoutMs, maxWaiting } = options
  const shared = { url, socket, role, waitTimeoutMs, maxWaiting }
  const read = makePool({ ...shared, ...options.web, name: `${name}/read` })
  const transactions = makePool({ ...shared, ...options.transactions, name: `${name}/tx` })
  const exports = makePool({ ...shared, ...options.exports, name: `${name}/export` })
  const listener = makeListener({ url, role, name: `${name}/listen` })
  return {
    read: sqlOver(read),
    exports: sqlOver(exports),
    tx: (operation, txOptions) => transact(transactions, operation, txOptions),
    snapshot: (operation, { scope, signal } = {}) =>
      transact(exports, operation, {
        isolation: 'repeatable read',
        readOnly: true,
        ...(scope && { scope }),
        ...(signal && { signal }),
      }),
    listen: listener.listen,
    async close(graceMs = 10_000) {
      await Promise.all([read, transactions, exports].map((pool) => pool.close(graceMs)).concat(listener.close()))
    },
    stats: () => ({ read: read.stats(), transactions: transactions.stats(), exports: exports.stats() }),
  }
}

function sqlOver(pool: Pool): Sql {
  return makeSql(async (compiled, scope) => {
    const slot = await pool.lend(scope)
    try {
      return await slot.run(compiled, scope)
    } finally {
      pool.giveBack(slot)
    }
  })
}
