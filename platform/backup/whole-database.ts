import postgres from 'postgres'
import { readAddress, tlsOption } from '#platform/db/address.ts'
import { scopeText } from '#platform/db/scope.ts'
import { BackupRefused } from './refused.ts'

/** One connection that sees every tenant. */
export async function withWholeDatabase<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(readAddress(url).url, {
    ssl: tlsOption(url),
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'waypost/backup', 'waypost.scope': scopeText('all') },
  })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Only one backup of a database runs at a time: the lock ends with the connection. */
export async function lockBackups(sql: postgres.Sql): Promise<void> {
  const [lock] = await sql<{ free: boolean }[]>`select pg_try_advisory_lock(hashtext('waypost backup')) as free`
  if (!lock!.free) throw new BackupRefused('another backup of this database is running')
}
