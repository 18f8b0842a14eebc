import { parseArgs } from 'node:util'
import { type DumpControl, type DumpPlace, dumpDatabase, restoreDatabase } from '#platform/db/dump.ts'
import { ConfigurationError } from '#platform/env.ts'
import { exit, pathFrom, type Run, type Surroundings, UsageError } from './command.ts'

/**
 * Needs only DATABASE_URL, so that a database can be copied while other settings are wrong. PG_PROGRAMS is the folder
 * of pg_dump and pg_restore.
 */
function placeOf(args: readonly string[], surroundings: Surroundings): DumpPlace {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true })
  const [file, ...more] = positionals
  const { DATABASE_URL: url, PG_PROGRAMS: programs } = surroundings.settings
  if (!file || more.length > 0) throw new UsageError('name one file: waypost dump waypost.dump')
  if (!url) throw new ConfigurationError(['DATABASE_URL: is missing'])
  return { url, file: pathFrom(surroundings, file), programs: programs || undefined }
}

function summaryOf({ rows, migrations, installation, made_at }: DumpControl): string {
  const count = Object.values(rows).reduce((sum, n) => sum + n, 0)
  return `${Object.keys(rows).length} tables, ${count} rows, ${migrations} migrations, of ${installation} at ${made_at}`
}

/** A refused dump or restore has done nothing; the message gives the reason. */
export async function attempt(work: () => Promise<void>, { warn }: Surroundings): Promise<number> {
  try {
    await work()
    return exit.done
  } catch (error) {
    warn((error as Error).message)
    return exit.faults
  }
}

/** Dumps the database of DATABASE_URL to a file and proves that it has all rows. */
export const dump: Run = async (args, surroundings) => {
  const place = placeOf(args, surroundings)
  return attempt(async () => surroundings.print(summaryOf(await dumpDatabase(place))), surroundings)
}

/** Restores a dump into the empty database of DATABASE_URL, which stays in quarantine (docs/operations.md). */
export async function restoreDump(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const place = placeOf(args, surroundings)
  return attempt(async () => {
    surroundings.print(summaryOf(await restoreDatabase(place)))
    surroundings.print('in quarantine: waypost take-over, once the original no longer runs')
  }, surroundings)
}
