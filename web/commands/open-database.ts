import { join } from 'node:path'
import { type Database, defaultOptions, openDatabase } from '#platform/db/database.ts'
import { releasePostgres, startPostgres } from '#platform/db/embedded.ts'
import { ConfigurationError, type Env } from '#platform/env.ts'

/**
 * The configured database for a command; outside production, the development one if none is configured. Its long
 * statements have no time limit: reading everything takes longer than a request may.
 */
export async function withDatabase<T>(env: Env, name: string, work: (database: Database) => Promise<T>): Promise<T> {
  const url = env.DATABASE_URL ?? (await developmentUrl(env))
  const exports = { connections: 1, statementTimeoutMs: 0 }
  const transactions = { ...defaultOptions.transactions, statementTimeoutMs: 0 }
  const socket = env.DATABASE_URL ? env.DATABASE_SOCKET : undefined
  const database = openDatabase({
    ...defaultOptions,
    name: `waypost/${name}`,
    url,
    ...(socket && { socket }),
    exports,
    transactions,
  })
  try {
    return await work(database)
  } finally {
    await database.close()
    await releasePostgres()
  }
}

async function developmentUrl({ production, DATA_DIR }: Env): Promise<string> {
  if (production) throw new ConfigurationError(['DATABASE_URL: is missing'])
  return (await startPostgres({ folder: join(DATA_DIR, 'pg'), durable: true })).url
}
