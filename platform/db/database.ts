import { makeListener, type OnNotify } from './listener.ts'
import { makePool, type Pool, type PoolStats } from './pool.ts'
import { openReadReplica, type ReplicaFault } from './read-replica.ts'
import { makeSql, type Sql } from './sql.ts'
import { type Action, type TxOptions, transact } from './transaction.ts'

/** Connections of one kind of work; times in milliseconds, enforced by the server. */
type PoolShare = { readonly connections: number; readonly statementTimeoutMs: number }

export type DatabaseOptions = {
  readonly url: string
  /** The folder of the server's Unix socket; TCP if absent. */
  readonly socket?: string
  /** The database role: `appRole` for everything that serves people, the login's own for migrations. */
  readonly role?: string
  /** Shown as application_name in pg_stat_activity, with '/read', '/tx', '/export' or '/listen' behind it. */
  readonly name: string
  readonly web: PoolShare
  readonly transactions: PoolShare & { readonly lockTimeoutMs: number; readonly idleInTransactionTimeoutMs: number }
  readonly exports: PoolShare
  /** The address of a standby that serves exports and reports while it is current. */
  readonly copy?: { readonly url: string; readonly onChange: (fault: ReplicaFault | null) => void }
  /** How long a caller waits for a free connection before Busy. */
  readonly waitTimeoutMs: number
  /** How many callers may wait in each pool before the next one gets Busy immediately. */
  readonly maxWaiting: number
}

export type Database = {
  /** Single statements, each on any free connection. */
  readonly read: Sql
  /**
   * Single statements that may take long (exports, reports), on their own connections; on the standby if there is one.
   */
  readonly exports: Sql
  /**
   * Runs the operation in a transaction. Throws the operation's own error, or Busy, Closed, Aborted, ConnectionLost,
   * RolledBack (nothing was committed) or CommitUnknown (it may have been committed).
   */
  tx<T>(operation: Action<T>, options?: TxOptions): Promise<T>
  /** Reads from one snapshot in a read-only transaction on an export connection; a cursor stays open until its end. */
  snapshot<T>(operation: Action<T>, options?: Pick<TxOptions, 'scope' | 'signal'>): Promise<T>
  /**
   * Listens for NOTIFY. `onReady` runs whenever listening starts or restarts and must read everything again. Returns a
   * function that stops it.
   */
  listen(channel: string, onNotify: OnNotify, onReady?: () => void): Promise<() => void>
  /** Refuses new work, waits at most `graceMs` (10 s) for running work, and closes the connections. */
  close(graceMs?: number): Promise<void>
  /** The state of each pool; `copy` only with a standby. */
  stats(): Readonly<Record<'read' | 'transactions' | 'exports', PoolStats>> & { readonly copy?: PoolStats }
}

/** The application's role: it owns no tables and can't bypass policies (migrations/0011_tenancy.sql). */
export const appRole = 'waypost_app'

/** Defaults for a web process; workers and tests override them. */
export const defaultOptions = {
  name: 'waypost',
  web: { connections: 8, statementTimeoutMs: 5_000 },
  transactions: { connections: 8, statementTimeoutMs: 5_000, lockTimeoutMs: 2_000, idleInTransactionTimeoutMs: 60_000 },
  exports: { connections: 2, statementTimeoutMs: 30_000 },
  waitTimeoutMs: 5_000,
  maxWaiting: 200,
} satisfies Omit<DatabaseOptions, 'url'>

/** Opens the database. Connections are made on first use, so an unreachable server shows only then. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, socket, role, name, waitTimeoutMs, maxWaiting } = options
  const shared = { url, socket, role, waitTimeoutMs, maxWaiting }
  const read = makePool({ ...shared, ...options.web, name: `${name}/read` })
  const transactions = makePool({ ...shared, ...options.transactions, name: `${name}/tx` })
  const exports = makePool({ ...shared, ...options.exports, name: `${name}/export` })
  const listener = makeListener({ url, role, name: `${name}/listen` })
  const { copy, exportPool } = openExportPools(options, read, exports)
  return {
    read: sqlOver(async () => read),
    exports: sqlOver(exportPool),
    tx: (operation, txOptions) => transact(transactions, operation, txOptions),
    snapshot: async (operation, { scope, signal } = {}) =>
      transact(await exportPool(), operation, {
        isolation: 'repeatable read',
        readOnly: true,
        ...(scope && { scope }),
        ...(signal && { signal }),
      }),
    listen: listener.listen,
    async close(graceMs = 10_000) {
      const pools = [read, transactions, exports, ...(copy ? [copy] : [])]
      await Promise.all(pools.map((pool) => pool.close(graceMs)).concat(listener.close()))
    },
    stats: () => ({
      read: read.stats(),
      transactions: transactions.stats(),
      exports: exports.stats(),
      ...(copy && { copy: copy.stats() }),
    }),
  }
}

type ExportPools = { copy: Pool | null; exportPool: () => Promise<Pool> }

/** The standby's pool while the standby is current, otherwise the primary's. */
function openExportPools(options: DatabaseOptions, pool: Pool, exports: Pool): ExportPools {
  if (!options.copy) return { copy: null, exportPool: async () => exports }
  const { role, name, waitTimeoutMs, maxWaiting } = options
  const { url, onChange } = options.copy
  const copy = makePool({ url, role, waitTimeoutMs, maxWaiting, ...options.exports, name: `${name}/copy` })
  const pools = { primary: sqlOver(async () => pool), copy: sqlOver(async () => copy) }
  const readCopy = openReadReplica({ ...pools, onChange })
  return { copy, exportPool: async () => ((await readCopy.isCurrent()) ? copy : exports) }
}

function sqlOver(choose: () => Promise<Pool>): Sql {
  return makeSql(async (compiled, scope) => {
    const pool = await choose()
    const slot = await pool.lend(scope)
    try {
      return await slot.run(compiled, scope)
    } finally {
      pool.giveBack(slot)
    }
  })
}
