import type { Context, Hono } from 'hono'
import type { Database } from '#platform/db/database.ts'
import { wasDiskFull } from '#platform/db/disk-full.ts'
import type { Sql } from '#platform/db/sql.ts'
import { holdSentence } from '#platform/installation.ts'
import type { Log } from '#platform/log.ts'
import { outboundHold } from '#platform/outbound.ts'
import type { HttpEnv } from './http-env.ts'

export type Health = {
  database: Database
  /** False while the process shuts down. */
  ready: () => boolean
  /** Numbers of this program's migrations. */
  migrations: readonly number[]
  /** Whether the database has people; an empty copy must not serve. */
  hasPeople?: (sql: Sql) => Promise<boolean>
  /** Checks come every second: only a change is logged. */
  log: Log
}

/** /healthz reports that the process lives; /readyz whether it can serve, with a one-line reason if not. */
export function addHealth(app: Hono<HttpEnv>, { hasPeople, log, ...rest }: Health): void {
  const noteState = openReadinessLog(log)
  // Once there are people, no further check is needed.
  let isPeopled = hasPeople === undefined
  const health = {
    ...rest,
    async isEmpty() {
      isPeopled ||= (await hasPeople?.(rest.database.read)) ?? true
      return !isPeopled
    },
  }
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c: Context) => {
    const reason = await notReady(health).catch(() => 'no database')
    noteState(reason)
    if (reason !== null) return c.text(reason, 503)
    const hold = outboundHold()
    return c.text(hold ? `ready, ${holdSentence(hold)}` : 'ready')
  })
}

/** A proxy takes an unready process out without a failed request, so nothing else would leave a trace. */
function openReadinessLog(log: Log): (reason: string | null) => void {
  let previous: string | null = null
  return (reason) => {
    if (reason === previous || reason === stopping) return
    if (reason === null) log.info('process.ready')
    else log.warn('process.unready', { reason })
    previous = reason
  }
}

type HealthQueries = Omit<Health, 'hasPeople' | 'log'> & { isEmpty(): Promise<boolean> }

const stopping = 'shutting down'
const empty =
  'the database has no people: it is an empty copy (only waypost dump makes a complete one), or a new installation that needs waypost migrate with ADMIN_EMAIL'

/** A database newer than the program is fine: the next version is being rolled out. */
async function notReady({ database, ready, migrations, isEmpty }: HealthQueries): Promise<string | null> {
  if (!ready()) return stopping
  const [state] = await database.read<{ standby: boolean; missing: number }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as standby,
           (select count(*)::int from unnest(${database.read.array(migrations)}::int[]) as needed(number)
            where not exists (select from platform.migration m where m.number = needed.number)) as missing`
  if (state!.standby) return 'the database is read-only'
  if (wasDiskFull()) return 'the disk of the database is full'
  if (state!.missing > 0) return `${state!.missing} migrations are missing`
  return (await isEmpty()) ? empty : null
}
