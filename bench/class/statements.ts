import postgres from 'postgres'
import type { Database } from '#platform/db/database.ts'
import { type Postgres, type StartOptions, startPostgres } from '#platform/db/embedded.ts'

/** Starts the packaged PostgreSQL with the extension that counts statements; `countStatements` starts the count. */
export async function startCounting(options: StartOptions): Promise<Postgres> {
  const first = await startPostgres(options)
  const sql = postgres(first.url, { max: 1 })
  const [setting] = await sql`show shared_preload_libraries`
  if (setting?.shared_preload_libraries !== '') {
    await sql.end()
    return first
  }
  await sql`alter system set shared_preload_libraries = 'pg_stat_statements'`
  await sql`alter system set pg_stat_statements.track = 'none'`
  await sql.end()
  await first.release()
  return startPostgres(options)
}

/** Counts the statements of a database's clients from now on, without blocking running ones. */
export async function countStatements(db: Database): Promise<void> {
  await db.read`create extension if not exists pg_stat_statements`
  await db.read`alter system set pg_stat_statements.track = 'top'`
  await db.read`select pg_reload_conf()`
}

/** The number of statements counted. */
export async function statementsSoFar(db: Database): Promise<number> {
  const [row] = await db.read<{
    calls: number
  }>`select coalesce(sum(calls), 0)::float8 as calls from pg_stat_statements`
  return row!.calls
}
