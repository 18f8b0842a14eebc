import { parseArgs } from 'node:util'
import { compareFiles, type FileDifference, restoreFile } from '#platform/backup/files.ts'
import { restoreCluster } from '#platform/backup/restore.ts'
import { openBackups } from '#platform/backup/settings.ts'
import { withWholeDatabase } from '#platform/backup/whole-database.ts'
import { readBackupEnv } from '#platform/env.ts'
import { filesOf } from '#web/services.ts'
import { exit, pathFrom, type Run, type Surroundings, UsageWrong } from './command.ts'
import { attempt, restoreDump } from './dump.ts'

/** Restores a backup into a new cluster, or a dump into an empty database; both stay in quarantine. */
export const restore: Run = async (args, around) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { into: { type: 'string' }, at: { type: 'string' } },
  })
  if (values.into === undefined) {
    if (values.at !== undefined) throw new UsageWrong('--at needs --into FOLDER, the place of the new cluster')
    return restoreDump(positionals, around)
  }
  if (positionals.length > 0) throw new UsageWrong('name a dump, or --into FOLDER')
  const [into, at] = [pathFrom(around, values.into), values.at === undefined ? null : readMoment(values.at)]
  return attempt(() => restoreBackup(into, at, around), around)
}

/** A moment without its zone would be another one on another machine. */
function readMoment(text: string): Date {
  const moment = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw new UsageWrong(`--at takes a moment with its zone, such as 2026-11-27T16:00:00Z, not ${text}`)
  return moment
}

async function restoreBackup(into: string, at: Date | null, around: Surroundings): Promise<void> {
  const settings = readBackupEnv(around.settings)
  const { store, vault } = openBackups(settings)
  const files = filesOf(settings)
  const put: string[] = []
  let difference: FileDifference | undefined
  const { base, reached, segments } = await restoreCluster({
    store,
    vault,
    into,
    at,
    programs: settings.PG_PROGRAMS,
    async inspect(sql) {
      const { missing } = await compareFiles(sql, files)
      for (const key of missing) if (await restoreFile(files, store, vault, key)) put.push(key)
      difference = await compareFiles(sql, files)
    },
  })
  around.print(`${into}: backup ${base.id} and ${segments} files of WAL, to the change of ${reached}`)
  const { named, missing, unnamed } = difference!
  around.print(
    `files: ${named} named by rows, ${put.length} put back, ${missing.length} missing, ${unnamed.length} that no row names`,
  )
  for (const key of missing) around.warn(`missing: ${key}`)
  around.print('start a server on it; in quarantine: waypost take-over, once the original no longer runs')
}

/** Compares the stored files with the rows that name them, both ways, and puts missing ones back from the backups. */
export const compareWithRows: Run = async (args, around) => {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean', default: false }, restore: { type: 'boolean', default: false } },
  })
  const settings = readBackupEnv(around.settings)
  const { DATABASE_URL: url } = settings
  if (!url) throw new UsageWrong('DATABASE_URL is missing')
  const files = filesOf(settings)
  const difference = await withWholeDatabase(url, async (sql) => {
    const found = await compareFiles(sql, files)
    if (!values.restore) return found
    const { store, vault } = openBackups(settings)
    for (const key of found.missing) await restoreFile(files, store, vault, key)
    return compareFiles(sql, files)
  })
  const { named, missing, unnamed } = difference
  if (values.json) around.print(JSON.stringify(difference))
  else {
    for (const key of missing) around.print(`missing  ${key}`)
    for (const key of unnamed) around.print(`unnamed  ${key}`)
    around.print(`${named} files named by rows, ${missing.length} missing, ${unnamed.length} that no row names`)
  }
  return missing.length === 0 ? exit.done : exit.faults
}
