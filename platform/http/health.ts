import type { Context, Hono } from 'hono'
import type { Database } from '../db/database.ts'
import { wasDiskFull } from '../db/disk-full.ts'
import type { HttpEnv } from './http-env.ts'

export type Health = {
  database: Database
  /** False while the process shuts down. */
  ready: () => boolean
  /** Numbers of the migrations that this program was built with. */
  migrations: readonly number[]
}

/** /healthz says that the process lives; /readyz whether it can serve, and in one line why not. */
export function addHealth(app: Hono<HttpEnv>, health: Health): void {
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c: Context) => {
    const why = await notReady(health).catch(() => 'no database')
    return why === null ? c.text('ready') : c.text(why, 503)
  })
}

/** Of a database that is newer than the program nothing is said: the next version is on its way. */
async function notReady({ database, ready, migrations }: Health): Promise<string | null> {
  if (!ready()) return 'shutting down'
  const [state] = await database.read<{ standby: boolean; missing: number }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as standby,
           (select count(*)::int from unnest(${database.read.array(migrations)}::int[]) as needed(number)
            where not exists (select from platform.migration m where m.number = needed.number)) as missing`
  if (state!.standby) return 'the database is read-only'
  if (wasDiskFull()) return 'the disk of the database is full'
  return state!.missing > 0 ? `${state!.missing} migrations are missing` : null
}
