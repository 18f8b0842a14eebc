import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { releasePostgres } from '#platform/db/embedded.ts'
import { listMissing, NewerDatabase } from '#platform/db/migrate.ts'
import { ConfigurationError, readEnv } from '#platform/env.ts'
import { openLog, sinkOf } from '#platform/log.ts'
import { prepare } from '#web/prepare.ts'
import { awaitDatabase } from './await-database.ts'
import { exit, type Run } from './command.ts'

/** Migrates the database to the schema of this release, with its queue; the previous release may keep serving. */
export const migrateDatabase: Run = async (args, { settings, print }) => {
  const { values } = parseArgs({ args: [...args], options: { list: { type: 'boolean', default: false } } })
  const env = readEnv(settings)
  await awaitDatabase(env, openLog(sinkOf(env.LOG)))
  if (values.list) {
    if (!env.DATABASE_URL) throw new ConfigurationError(['DATABASE_URL: is missing'])
    const missing = await listMissing(env.DATABASE_URL, resolve('migrations')).catch(orNone(print))
    for (const name of missing) print(name)
    return missing.length === 0 ? exit.done : exit.faults
  }
  try {
    const { applied, newer } = await prepare(env)
    if (newer) {
      print(`${newer.message}; nothing was changed`)
      return exit.done
    }
    for (const name of applied) print(`applied ${name}`)
    print(applied.length === 0 ? 'the database is up to date' : `${applied.length} migrations applied`)
    return exit.done
  } finally {
    await releasePostgres()
  }
}

/** The database of a newer release lacks nothing. */
const orNone =
  (print: (line: string) => void) =>
  (error: unknown): string[] => {
    if (!(error instanceof NewerDatabase)) throw error
    print(error.message)
    return []
  }
