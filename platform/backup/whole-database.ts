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

/** Returns the system identifier of the cluster; the login needs the replication permission. */
export async function identifySystem(replicationUrl: string): Promise<string> {
  const sql = postgres(readAddress(replicationUrl).url, {
    ssl: tlsOption(replicationUrl),
    max: 1,
    fetch_types: false,
    connection: { application_name: 'waypost/backup', replication: 'true' },
  })
  try {
    const [row] = await sql.unsafe<{ systemid: string }[]>('IDENTIFY_SYSTEM')
    return row!.systemid
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Lets only one backup of a database run at a time. The lock ends with the connection. */
export async function lockBackups(sql: postgres.Sql): Promise<void> {
  const [lock] = await sql<{ free: boolean }[]>`select pg_try_advisory_lock(hashtext('waypost backup')) as free`
  if (!lock!.free) throw new BackupRefused('another backup of this database is running')
}
