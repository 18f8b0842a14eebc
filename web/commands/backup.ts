import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Base, listBases, listWal, walAfter } from '#platform/backup/archive.ts'
import { makeBase } from '#platform/backup/base.ts'
import { backupFiles } from '#platform/backup/files.ts'
import { receiveWal } from '#platform/backup/receive-wal.ts'
import { removeOld } from '#platform/backup/retention.ts'
import { openBackups } from '#platform/backup/settings.ts'
import { lockBackups, withWholeDatabase } from '#platform/backup/whole-database.ts'
import { type BackupEnv, ConfigurationWrong, readBackupEnv } from '#platform/env.ts'
import { filesOf } from '#web/services.ts'
import { type Run, type Surroundings, table } from './command.ts'
import { attempt } from './dump.ts'

/** Makes a backup now, receives the WAL, or lists what can be restored (docs/operations.md). */
export const backup: Run = async (args, around) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      wal: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const settings = readBackupEnv(around.settings)
  if (values.list) return attempt(() => list(settings, values.json, around), around)
  if (values.wal) return attempt(() => receive(settings, around), around)
  return attempt(() => backUp(settings, around), around)
}

function requireUrl({ DATABASE_URL }: BackupEnv): string {
  if (!DATABASE_URL) throw new ConfigurationWrong(['DATABASE_URL: is missing'])
  return DATABASE_URL
}

async function backUp(settings: BackupEnv, { print }: Surroundings): Promise<void> {
  const url = requireUrl(settings)
  const { store, vault } = openBackups(settings)
  const replicationUrl = settings.BACKUP_DATABASE_URL ?? url
  await withWholeDatabase(url, async (sql) => {
    await lockBackups(sql)
    const base = await makeBase({ store, vault, sql, url, replicationUrl, programs: settings.PG_PROGRAMS })
    print(`${base.id}: the cluster as of ${base.ended_at}, ${megabytes(base.bytes)} in ${store.place}`)
    const { files, copied } = await backupFiles(filesOf(settings), store, vault, base.id)
    print(`${files} files, ${copied} of them new`)
    const removed = await removeOld(store, vault, settings.BACKUP_DAYS, new Date(base.ended_at))
    print(`${removed} objects removed: ${settings.BACKUP_DAYS} days are kept`)
  })
}

async function receive(settings: BackupEnv, { print, warn }: Surroundings): Promise<void> {
  const url = requireUrl(settings)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  print('receives the WAL until SIGTERM')
  await receiveWal({
    ...openBackups(settings),
    replicationUrl: settings.BACKUP_DATABASE_URL ?? url,
    programs: settings.PG_PROGRAMS,
    spool: join(resolve(settings.DATA_DIR), 'wal'),
    signal: stop.signal,
    onTrouble: (sentence) => (sentence ? warn(`not stored: ${sentence}`) : warn('stored again')),
  })
}

async function list(settings: BackupEnv, json: boolean, { print }: Surroundings): Promise<void> {
  const { store, vault } = openBackups(settings)
  const bases = await listBases(store, vault)
  const wal = await listWal(store)
  const rows = bases.map((base) => {
    const { until, gap } = walAfter(base, bases, wal, null)
    return { id: base.id, from: base.ended_at, until: until.toISOString(), gap, bytes: base.bytes }
  })
  if (json) print(JSON.stringify(rows))
  else if (rows.length === 0) print(`there is no backup in ${store.place}`)
  else
    for (const line of table([
      ['BACKUP', 'FROM', 'UNTIL', 'SIZE', 'GAP BEFORE'],
      ...rows.map(({ id, from, until, bytes, gap }) => [id, from, until, megabytes(bytes), gap]),
    ]))
      print(line)
}

const megabytes = (bytes: Base['bytes']) => `${Math.ceil(bytes / 1e6)} MB`
