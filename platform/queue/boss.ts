import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { appRole } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'

export const queueSchema = 'queue'

/** Where the jobs lie. The address must reach PostgreSQL itself: a transaction pooler drops the session's timeouts. */
export type QueueAddress = { readonly url: string; readonly schema: string; readonly log: Log }

const limits = (statement: number) =>
  `-c statement_timeout=${statement} -c idle_in_transaction_session_timeout=60000 -c timezone=UTC`

/** A pg-boss that has not been started, with bounded connections, and with listeners: unheard, an error ends the process. */
export function openBoss({ url, schema, log }: QueueAddress, purpose: string, options: ConstructorOptions): PgBoss {
  const statement = options.migrate ? 600_000 : 60_000
  // `pg` options that pg-boss passes on and does not name: a connection that answers nothing must not hold a worker.
  const sockets = { keepAlive: true, query_timeout: statement + 5_000 }
  const boss = new PgBoss({
    connectionString: url,
    schema,
    application_name: `waypost queue ${purpose}`,
    connectionTimeoutMillis: 10_000,
    options: options.migrate ? limits(statement) : `${limits(statement)} -c role=${appRole}`,
    ...sockets,
    ...options,
  })
  const report = onceInAWhile((error: Error) => log.error('queue.error', error, { purpose }))
  boss.on('error', (error) => report(asError(error)))
  boss.on('warning', ({ message }) => log.warn('queue.warning', { purpose, message }))
  return boss
}

/** Options for a pg-boss that neither maintains, nor schedules, nor changes the schema. */
export const passive: ConstructorOptions = { supervise: false, schedule: false, migrate: false, max: 2 }

// While the database is away every queue fails at every poll: one line in ten seconds says it as well.
function onceInAWhile(report: (error: Error) => void): (error: Error) => void {
  const said = new Map<string, number>()
  return (error) => {
    const what = error.message.split(' (Queue:')[0]!
    if (Date.now() - (said.get(what) ?? 0) < 10_000) return
    if (said.size > 100) said.clear()
    said.set(what, Date.now())
    report(error)
  }
}

// pg-boss sends copies of errors that are no longer Errors.
function asError(raw: unknown): Error {
  if (raw instanceof Error) return raw
  const { message, stack, code } = raw as { message?: unknown; stack?: unknown; code?: unknown }
  const error = new Error(String(message))
  if (typeof stack === 'string') error.stack = stack
  return Object.assign(error, { code })
}
