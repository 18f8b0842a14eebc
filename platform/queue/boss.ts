import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { readAddress, tlsOption } from '#platform/db/address.ts'
import { appRole } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'

export const queueSchema = 'queue'

/**
 * The database with the queue. The address must reach PostgreSQL itself: a transaction pooler drops the session's
 * timeouts.
 */
export type QueueAddress = { readonly url: string; readonly schema: string; readonly log: Log }

const sessionOptions = (statement: number) =>
  `-c statement_timeout=${statement} -c idle_in_transaction_session_timeout=60000 -c timezone=UTC`

/**
 * A pg-boss that is not started yet, with bounded connections, and with an error listener: an unhandled error would end
 * the process.
 */
export function openBoss({ url, schema, log }: QueueAddress, purpose: string, options: ConstructorOptions): PgBoss {
  const statement = options.migrate ? 600_000 : 60_000
  // `pg` options that pg-boss passes on although its types lack them: a dead connection must not block a worker.
  const sockets = { keepAlive: true, query_timeout: statement + 5_000 }
  const pgBoss = new PgBoss({
    connectionString: readAddress(url).url,
    ssl: tlsOption(url),
    schema,
    application_name: `waypost queue ${purpose}`,
    connectionTimeoutMillis: 10_000,
    options: options.migrate ? sessionOptions(statement) : `${sessionOptions(statement)} -c role=${appRole}`,
    ...sockets,
    ...options,
  })
  const report = throttled((error: Error) => log.error('queue.error', error, { purpose }))
  pgBoss.on('error', (error) => report(asError(error)))
  pgBoss.on('warning', ({ message }) => log.warn('queue.warning', { purpose, message }))
  return pgBoss
}

/** Options for a pg-boss without maintenance, scheduling and schema changes. */
export const passive: ConstructorOptions = { supervise: false, schedule: false, migrate: false, max: 2 }

// While the database is down every queue fails at every poll: one line in ten seconds is enough.
function throttled(report: (error: Error) => void): (error: Error) => void {
  const reportedAt = new Map<string, number>()
  return (error) => {
    const message = error.message.split(' (Queue:')[0]!
    if (Date.now() - (reportedAt.get(message) ?? 0) < 10_000) return
    if (reportedAt.size > 100) reportedAt.clear()
    reportedAt.set(message, Date.now())
    report(error)
  }
}

// pg-boss emits copies of errors that are not Error instances.
function asError(raw: unknown): Error {
  if (raw instanceof Error) return raw
  const { message, stack, code } = raw as { message?: unknown; stack?: unknown; code?: unknown }
  const error = new Error(String(message))
  if (typeof stack === 'string') error.stack = stack
  return Object.assign(error, { code })
}
