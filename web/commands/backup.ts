import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Base, listWal, walAfter } from '#platform/backup/archive.ts'
import { makeBase, readInstallation, recordBackup } from '#platform/backup/base.ts'
import { type Cluster, findClusters, openCluster } from '#platform/backup/cluster.ts'
import { backupFiles, readFileList } from '#platform/backup/files.ts'
import { receiveWal } from '#platform/backup/receive-wal.ts'
import { BackupRefused } from '#platform/backup/refused.ts'
import { removeOld } from '#platform/backup/retention.ts'
import { openBackups } from '#platform/backup/settings.ts'
import { lockBackups, withWholeDatabase } from '#platform/backup/whole-database.ts'
import { type BackupEnv, ConfigurationError, readBackupEnv } from '#platform/env.ts'
import { filesOf } from '#web/services.ts'
import { messageOf, type Run, type Surroundings, table } from './command.ts'
import { attempt } from './dump.ts'

/** Makes a backup now, receives the WAL, or lists what can be restored (docs/operations.md). */
export const backup: Run = async (args, surroundings) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      wal: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const settings = readBackupEnv(surroundings.settings)
  if (values.list) return attempt(() => list(settings, values.json, surroundings), surroundings)
  if (values.wal) return attempt(() => receive(settings, surroundings), surroundings)
  return attempt(() => backUp(settings, surroundings), surroundings)
}

function requireUrl({ DATABASE_URL }: BackupEnv): string {
  if (!DATABASE_URL) throw new ConfigurationError(['DATABASE_URL: is missing'])
  return DATABASE_URL
}

async function backUp(settings: BackupEnv, { print, warn }: Surroundings): Promise<void> {
  const url = requireUrl(settings)
  const backups = openBackups(settings)
  const replicationUrl = settings.BACKUP_DATABASE_URL ?? url
  await withWholeDatabase(url, async (sql) => {
    await lockBackups(sql)
    const base = await makeBase({ backups, sql, url, replicationUrl, programs: settings.PG_PROGRAMS })
    const cluster = openCluster(backups, base.system_id)
    print(`${base.id}: the cluster as of ${base.ended_at}, ${megabytes(base.bytes)} in ${cluster.store.place}`)
    // The backup of the cluster counts even without its files, and old backups are removed in any case.
    const [copy] = await Promise.allSettled([backupFiles(filesOf(settings), cluster, base.id)])
    if (copy.status === 'fulfilled') {
      print(`${copy.value.keys.length} files, ${copy.value.copied} of them new`)
      for (const key of copy.value.failed) warn(`not copied: ${key}`)
    }
    await recordBackup(sql, base, copy.status === 'fulfilled' ? copy.value : null)
    const removedCount = await removeOld(cluster, settings.BACKUP_DAYS, new Date(base.ended_at))
    print(`old objects removed: ${removedCount}. Backups of the last ${settings.BACKUP_DAYS} days are kept.`)
    if (copy.status === 'rejected') throw new BackupRefused(`the files were not backed up: ${messageOf(copy.reason)}`)
    if (copy.value.failed.length > 0)
      throw new BackupRefused('the backup lacks these files: the next one tries to copy them again')
  })
}

async function receive(settings: BackupEnv, { print, warn }: Surroundings): Promise<void> {
  const url = requireUrl(settings)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  // Refuses a restored copy: its slot would hold back WAL, and its segments belong to no backup of the copy.
  await withWholeDatabase(url, readInstallation)
  print('receives the WAL until SIGTERM')
  await receiveWal({
    backups: openBackups(settings),
    replicationUrl: settings.BACKUP_DATABASE_URL ?? url,
    programs: settings.PG_PROGRAMS,
    spool: join(resolve(settings.DATA_DIR), 'wal'),
    signal: stop.signal,
    onTrouble: (sentence) => (sentence ? warn(`not stored: ${sentence}`) : warn('stored again')),
  })
}

async function list(settings: BackupEnv, json: boolean, { print }: Surroundings): Promise<void> {
  const backups = openBackups(settings)
  const rows: ListedBase[] = []
  for (const cluster of await findClusters(backups)) rows.push(...(await listBackups(cluster)))
  if (json) print(JSON.stringify(rows))
  else if (rows.length === 0) print(`there is no backup in ${backups.store.place}`)
  else
    for (const line of table([
      ['CLUSTER', 'BACKUP', 'FROM', 'UNTIL', 'SIZE', 'FILES', 'GAP BEFORE'],
      ...rows.map((row) => [row.cluster, row.id, row.from, row.until, megabytes(row.bytes), filesText(row), row.gap]),
    ]))
      print(line)
}

type ListedBase = {
  cluster: string
  id: string
  from: string
  until: string
  gap: string | null
  bytes: number
  /** Null: the backup has no list of files, because copying them failed. */
  files: number | null
  files_failed: number
}

async function listBackups(cluster: Cluster): Promise<ListedBase[]> {
  const { store, bases, system_id } = cluster
  const wal = await listWal(store)
  const rows: ListedBase[] = []
  for (const base of bases) {
    const { until, gap } = walAfter(base, bases, wal, null)
    const list = await readFileList(cluster, base.id)
    const files = { files: list?.keys.length ?? null, files_failed: list?.failed.length ?? 0 }
    const { id, ended_at: from, bytes } = base
    rows.push({ cluster: system_id, id, from, until: until.toISOString(), gap, bytes, ...files })
  }
  return rows
}

const filesText = ({ files, files_failed }: ListedBase): string =>
  files === null ? 'no list' : files_failed === 0 ? `${files}` : `${files}, lacks ${files_failed}`

const megabytes = (bytes: Base['bytes']) => `${Math.ceil(bytes / 1e6)} MB`
