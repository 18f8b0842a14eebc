import { resolve } from 'node:path'
import { requireAuditKey } from '#platform/audit/former-keys.ts'
import { auditKeys } from '#platform/audit/key.ts'
import { readAddress } from '#platform/db/address.ts'
import { appRole, type Database, defaultOptions, openDatabase } from '#platform/db/database.ts'
import { requireIsolation } from '#platform/db/isolation.ts'
import { listMissing, NewerDatabase } from '#platform/db/migrate.ts'
import { openReadReplica, type ReplicaFault } from '#platform/db/read-replica.ts'
import type { Env } from '#platform/env.ts'
import { holdOf, holdSentence, selectInstallation } from '#platform/installation.ts'
import { openSealer } from '#platform/seal.ts'
import { attempt, type Finding, fail, ok, warn } from './probe.ts'

/** pg-boss's own connections, the listener, and connections of processes that start and stop at the same time. */
const besidePools = 8
const minVersion = 160_000
const maxSeconds = 2

/** Tries the database: its version, role, isolation, migrations, owner, clock and free connections. */
export async function probeDatabase(env: Env, url: string): Promise<Finding[]> {
  const socket = env.DATABASE_SOCKET
  const database = openDatabase({ ...defaultOptions, name: 'waypost/check', url, ...(socket && { socket }) })
  try {
    const server = await attempt('database', () => probeServer(env, url, database))
    if (server.some(({ state }) => state === 'fail')) return server
    const missing = await attempt('migrations', () => probeMigrations(url))
    const isEmpty = missing.some(({ state }) => state === 'fail')
    return [
      ...server,
      ...missing,
      // An empty database has no role, owner or audit log yet.
      ...(isEmpty ? [] : await probePrepared(env, url, database)),
      ...(await probeCopy(env, database)),
    ]
  } finally {
    await database.close()
  }
}

async function probePrepared(env: Env, url: string, database: Database): Promise<Finding[]> {
  const secrets = [env.secret, ...env.FORMER_SECRETS] as const
  const isolation = attempt('database role', async () => {
    await requireIsolation({ url, ...(env.DATABASE_SOCKET && { socket: env.DATABASE_SOCKET }) }, appRole)
    return ok('database role', `works as ${appRole}; row security applies, sessions are not shared`)
  })
  const secret = attempt('SECRET', async () => {
    await requireAuditKey(database.read, auditKeys(secrets), openSealer(secrets))
    return ok('SECRET', 'made the newest seal of the audit log, or is the first')
  })
  const owner = attempt('installation', async () => {
    const hold = holdOf(env, await selectInstallation(database.read))
    return hold ? warn('installation', holdSentence(hold)) : ok('installation', env.installation)
  })
  return (await Promise.all([isolation, secret, owner])).flat()
}

type Server = { version: number; text: string; standby: boolean; tls: boolean; free: number; at: number }

async function probeServer(env: Env, url: string, { read }: Database): Promise<Finding[]> {
  const before = Date.now()
  const [server] = await read<Server>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as text,
      pg_is_in_recovery() as standby,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as tls,
      current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity where backend_type = 'client backend')
        as free,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as at`
  const middle = (before + Date.now()) / 2
  const { version, text, standby, tls, free, at } = server!
  const neededConnections = env.READ_CONNECTIONS + env.TRANSACTION_CONNECTIONS + env.EXPORT_CONNECTIONS + besidePools
  const seconds = Math.round((at - middle) / 100) / 10
  return [
    version < minVersion
      ? fail('database', `PostgreSQL ${text} is too old: 18 is what the product is tested with`)
      : standby
        ? fail('database', 'a read-only standby: name the primary')
        : ok('database', `PostgreSQL ${text}, ${tls ? 'TLS' : 'no TLS'}`),
    ...probeTls(url, env.DATABASE_SOCKET),
    free < neededConnections
      ? warn('connections', `${free} free, this process may open ${neededConnections}`)
      : ok('connections', `${free} free, this process may open ${neededConnections}`),
    Math.abs(seconds) > maxSeconds
      ? warn('clock', `the database's clock differs by ${seconds} s: seat time and deadlines follow it`)
      : ok('clock', `differs from the database's by ${seconds} s`),
  ]
}

/** The standby of READ_DATABASE_URL, which must follow the same cluster. */
async function probeCopy({ READ_DATABASE_URL: url }: Env, { read }: Database): Promise<Finding[]> {
  if (!url) return []
  return attempt('standby', async () => {
    const copy = openDatabase({ ...defaultOptions, name: 'waypost/check', url, role: appRole })
    try {
      let fault: ReplicaFault | null = null
      const isCurrent = await openReadReplica({
        primary: read,
        copy: copy.read,
        onChange(next) {
          fault = next
        },
      }).isCurrent()
      return isCurrent ? ok('standby', 'has replayed everything') : warn('standby', copySentence(fault))
    } finally {
      await copy.close()
    }
  })
}

function copySentence(fault: ReplicaFault | null): string {
  const sentences = {
    unreachable: `is not reached: ${(fault?.error as Error | undefined)?.message}`,
    behind: 'is more than a second behind: exports and reports read from the primary',
    promoted: 'is not a standby',
    foreign: 'is of another cluster',
  }
  return fault ? sentences[fault.reason] : 'is not read'
}

/** A connection that leaves this machine should be encrypted, and its server verified. */
export function probeTls(url: string, socket: string | undefined): Finding[] {
  const { tls, url: plain } = readAddress(url)
  const { hostname } = new URL(plain)
  if (socket || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) || tls.kind === 'verified') return []
  const fault = tls.kind === 'off' ? 'is not encrypted' : 'is encrypted, and the server is not verified'
  return [warn('database TLS', `the connection to ${hostname} ${fault}: sslmode=verify-full&sslrootcert=FILE`)]
}

async function probeMigrations(url: string): Promise<Finding> {
  const missing = await listMissing(url, resolve('migrations')).catch((error: unknown) => {
    if (error instanceof NewerDatabase) return error
    throw error
  })
  if (missing instanceof NewerDatabase) return warn('migrations', missing.message)
  if (missing.length === 0) return ok('migrations', 'all applied')
  return fail('migrations', `${missing.length} missing, from ${missing[0]} on: waypost migrate`)
}
