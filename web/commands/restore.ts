import { parseArgs } from 'node:util'
import { type Cluster, chooseCluster, findClusters } from '#platform/backup/cluster.ts'
import { compareFiles, type FileDifference, restoreFile } from '#platform/backup/files.ts'
import { BackupRefused } from '#platform/backup/refused.ts'
import { restoreCluster } from '#platform/backup/restore.ts'
import { openBackups } from '#platform/backup/settings.ts'
import { withWholeDatabase } from '#platform/backup/whole-database.ts'
import { readBackupEnv } from '#platform/env.ts'
import type { Files } from '#platform/files/files.ts'
import { filesOf } from '#web/services.ts'
import { exit, pathFrom, type Run, type Surroundings, UsageError } from './command.ts'
import { attempt, restoreDump } from './dump.ts'

/** Restores a backup into a new cluster, or a dump into an empty database; both stay in quarantine. */
export const restore: Run = async (args, surroundings) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      into: { type: 'string' },
      at: { type: 'string' },
      cluster: { type: 'string' },
      files: { type: 'boolean', default: false },
    },
  })
  if (values.into === undefined) {
    if (values.at !== undefined || values.cluster !== undefined || values.files)
      throw new UsageError('--at, --cluster and --files need --into FOLDER, the place of the new cluster')
    return restoreDump(positionals, surroundings)
  }
  if (positionals.length > 0) throw new UsageError('name a dump, or --into FOLDER')
  const into = pathFrom(surroundings, values.into)
  const instant = values.at === undefined ? null : readMoment(values.at)
  return attempt(() => restoreBackup({ ...values, into, at: instant }, surroundings), surroundings)
}

/** A time without a zone would depend on the machine's zone. */
function readMoment(text: string): Date {
  const moment = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw new UsageError(`--at takes a moment with its zone, such as 2026-11-27T16:00:00Z, not ${text}`)
  return moment
}

type RestoreOptions = { into: string; at: Date | null; cluster?: string | undefined; files: boolean }

/**
 * Files are only compared by default. On the original's machine the settings name the original's store, where files are
 * missing because they were erased.
 */
async function restoreBackup(options: RestoreOptions, surroundings: Surroundings): Promise<void> {
  const { into, at } = options
  const settings = readBackupEnv(surroundings.settings)
  const files = filesOf(settings)
  const cluster = await chooseCluster(openBackups(settings), options.cluster ?? null)
  let returnedCount = 0
  let difference: FileDifference | undefined
  const { base, reached, segments } = await restoreCluster({
    cluster,
    into,
    at,
    programs: settings.PG_PROGRAMS,
    async inspect(sql) {
      difference = await compareFiles(sql, files)
      if (!options.files) return
      returnedCount = await restoreFiles(files, [cluster], difference.missing, surroundings)
      difference = await compareFiles(sql, files)
    },
  })
  const { print } = surroundings
  print(`${into}: backup ${base.id} of ${base.system_id} and ${segments} files of WAL, to the change of ${reached}`)
  const { named, missing, unnamed } = difference!
  print(
    `files: ${named} named by rows, ${returnedCount} put back, ${missing.length} missing, ${unnamed.length} that no row names`,
  )
  if (missing.length > 0) print('waypost files lists the missing files')
  print('start a server on it; in quarantine: waypost take-over, once the original no longer runs')
}

/** Restores files from the first cluster that has them; returns how many. */
async function restoreFiles(
  files: Files,
  clusters: readonly Cluster[],
  keys: readonly string[],
  { warn }: Surroundings,
) {
  let returnedCount = 0
  for (const key of keys)
    for (const cluster of clusters)
      try {
        if (!(await restoreFile(files, cluster, key))) continue
        returnedCount += 1
        break
      } catch (error) {
        // A damaged copy must not prevent restoring the other files.
        if (!(error instanceof BackupRefused)) throw error
        warn(error.message)
      }
  return returnedCount
}

/**
 * Compares the stored files with the rows that name them, in both directions, and restores missing ones from the
 * backups.
 */
export const compareWithRows: Run = async (args, surroundings) => {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean', default: false }, restore: { type: 'boolean', default: false } },
  })
  const settings = readBackupEnv(surroundings.settings)
  const { DATABASE_URL: url } = settings
  if (!url) throw new UsageError('DATABASE_URL is missing')
  const files = filesOf(settings)
  const difference = await withWholeDatabase(url, async (sql) => {
    const difference = await compareFiles(sql, files)
    if (!values.restore) return difference
    await restoreFiles(files, await findClusters(openBackups(settings)), difference.missing, surroundings)
    return compareFiles(sql, files)
  })
  const { named, missing, unnamed } = difference
  if (values.json) surroundings.print(JSON.stringify(difference))
  else {
    for (const key of missing) surroundings.print(`missing  ${key}`)
    for (const key of unnamed) surroundings.print(`unnamed  ${key}`)
    surroundings.print(`${named} files named by rows, ${missing.length} missing, ${unnamed.length} that no row names`)
  }
  return missing.length === 0 ? exit.done : exit.faults
}
