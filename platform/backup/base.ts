import { once } from 'node:events'
import { createGzip } from 'node:zlib'
import type postgres from 'postgres'
import { awaitProgram, databaseOf, majorOf, openProgram, requireProgram } from '#platform/db/programs.ts'
import { productVersion } from '#platform/version.ts'
import { type Base, baseFile, partFile, stampOf } from './archive.ts'
import { type Backups, listCluster, openCluster } from './cluster.ts'
import { piecesOf } from './pieces.ts'
import { BackupRefused } from './refused.ts'
import { identifySystem } from './whole-database.ts'

export type BaseOptions = {
  readonly backups: Backups
  /** Reads the product's database. */
  readonly sql: postgres.Sql
  /** The address of that database. */
  readonly url: string
  /** The same server with a login that has the replication permission. */
  readonly replicationUrl: string
  readonly programs: string | undefined
}

type Moment = { at: Date; system_id: string; version: string; segment_bytes: number }

/**
 * Stores the whole cluster while it serves: pg_basebackup with the WAL of its own time, compressed, cut into parts and
 * sealed. base.json is stored last and completes the backup; after an error the stored parts are removed.
 */
export async function makeBase(options: BaseOptions): Promise<Base> {
  const { backups, sql, url, replicationUrl, programs } = options
  await requireProgram('pg_basebackup', await majorOf(sql), programs)
  const before = await readMoment(sql)
  const { system_id, version: server_version, segment_bytes } = before
  if ((await identifySystem(replicationUrl)) !== system_id)
    throw new BackupRefused('BACKUP_DATABASE_URL is another cluster than DATABASE_URL')
  const { store, vault } = openCluster(backups, system_id)
  const installation = await readInstallation(sql)
  const id = stampOf(before.at)
  let part = 0
  let bytes = 0
  try {
    const child = openProgram(
      'pg_basebackup',
      [
        '--pgdata=-',
        '--format=tar',
        '--wal-method=fetch',
        '--checkpoint=fast',
        '--no-password',
        '--verbose',
        `--label=${id}`,
      ],
      { url: replicationUrl, programs },
    )
    const exit = awaitProgram(child, 'pg_basebackup')
    exit.catch(() => {})
    try {
      for await (const piece of piecesOf(child.stdout!.pipe(createGzip({ level: 1 })))) {
        const name = partFile(id, part)
        await store.put(name, vault.seal(name, piece))
        part += 1
        bytes += piece.length
      }
    } finally {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    }
    const { start_lsn, end_lsn } = readLsns(await exit)
    const login = decodeURIComponent(new URL(url).username)
    const times = { started_at: before.at.toISOString(), ended_at: (await readMoment(sql)).at.toISOString() }
    const origin = { system_id, server_version, segment_bytes, product_version: await productVersion, installation }
    const base = { id, ...times, start_lsn, end_lsn, ...origin, database: databaseOf(url), login, parts: part, bytes }
    await listCluster(backups, system_id)
    const name = baseFile(id)
    await store.put(name, vault.seal(name, Buffer.from(JSON.stringify(base))))
    return base
  } catch (error) {
    for (let index = 0; index <= part; index++) await store.remove(partFile(id, index)).catch(() => {})
    throw error
  }
}

async function readMoment(sql: postgres.Sql): Promise<Moment> {
  const [row] = await sql<Moment[]>`
    select clock_timestamp() as at, (select system_identifier::text from pg_control_system()) as system_id,
           current_setting('server_version') as version,
           (select setting::int from pg_settings where name = 'wal_segment_size') as segment_bytes`
  return row!
}

/** The installation of the database. A restored copy must not write into the backups of its original. */
export async function readInstallation(sql: postgres.Sql): Promise<string | null> {
  const [table] = await sql<{ there: boolean }[]>`select to_regclass('platform.installation') is not null as there`
  if (!table!.there) throw new BackupRefused('the database has no tables of the product: waypost migrate first')
  const [row] = await sql<{ installation: string; restored_at: Date | null }[]>`
    select installation, restored_at from platform.installation`
  if (row?.restored_at)
    throw new BackupRefused('the database is a restored copy: waypost take-over first, with a BACKUP_TO of its own')
  return row?.installation ?? null
}

/** Records a backup in the database, for the age of the newest one. */
export async function recordBackup(
  sql: postgres.Sql,
  { id, ended_at, bytes }: Base,
  files: { keys: readonly string[]; failed: readonly string[] } | null,
): Promise<void> {
  // The database of an older release has no such table.
  const [table] = await sql<{ there: boolean }[]>`select to_regclass('platform.backup') is not null as there`
  if (!table!.there) return
  await sql`
    insert into platform.backup (backup_id, ended_at, bytes, files, lacks)
    values (${id}, ${ended_at}, ${bytes}, ${files?.keys.length ?? null}, ${files?.failed.length ?? null})
    on conflict (backup_id) do nothing`
}

function readLsns(output: string): { start_lsn: string; end_lsn: string } {
  const start = /write-ahead log start point: ([0-9A-F]+\/[0-9A-F]+)/.exec(output)?.[1]
  const end = /write-ahead log end point: ([0-9A-F]+\/[0-9A-F]+)/.exec(output)?.[1]
  if (!start || !end) throw new BackupRefused('pg_basebackup did not say where its WAL begins and ends')
  return { start_lsn: start, end_lsn: end }
}
