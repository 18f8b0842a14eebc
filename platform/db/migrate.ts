import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { readAddress, tlsOption } from './address.ts'
import { scopeText } from './scope.ts'

/** One numbered file: `number` from NNNN_name.sql; `checksum` is the SHA-256 of its text in hex. */
export type Migration = {
  readonly number: number
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** The files and the database don't match; the file in the message has changed nothing. */
class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

/** The database was migrated by a newer release: this one changes nothing, and may serve it. */
export class NewerDatabase extends MigrationRefused {
  override name = 'NewerDatabase'
  readonly newer: readonly string[]
  constructor(newer: readonly string[]) {
    super(`the database is of a newer release: it has ${newer.join(', ')}, which this release does not know`)
    this.newer = newer
  }
}

const noTransaction = /^-- no transaction\b/
// An arbitrary fixed number: all migrators of a database queue for this advisory lock.
const lockKey = 7_230_914

/** Reads the migrations of a folder in order; throws MigrationRefused on a duplicate number or a malformed name. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d.*\.sql$/.test(name)).sort()
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)))
  migrations.forEach(({ number, name }, index) => {
    if (!/^\d{4}_[a-z0-9_-]+\.sql$/.test(name)) throw new MigrationRefused(`${name} should be named like 0042_name.sql`)
    if (number === migrations[index - 1]?.number) throw new MigrationRefused(`${name}: the number is used twice`)
  })
  return migrations
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const text = await readFile(join(folder, name), 'utf8')
  // Normalizes line ends, so that a checkout on Windows does not look like a change.
  const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
  return { number: Number(name.slice(0, 4)), name, text, checksum }
}

/** Migrates a database to the files of a folder, one migrator at a time; returns the names of the applied files. */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  // Policies also apply to an owner without superuser rights.
  const scope = { 'waypost.scope': scopeText('all') }
  const connection: Record<string, string> = {
    application_name: 'waypost/migrate',
    TimeZone: 'UTC',
    lock_timeout: '5s',
    ...scope,
  }
  const sql = postgres(readAddress(url).url, {
    ssl: tlsOption(url),
    max: 1,
    fetch_types: false,
    max_lifetime: null,
    onnotice: () => {},
    connection,
  })
  try {
    await waitForTurn(sql)
    return await applyMissing(sql, migrations)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

// The lock lives as long as this connection. It is polled: lock_timeout protects the tables from a migration that would
// queue everyone behind it, and would also end a legitimate wait for another migrator.
async function waitForTurn(sql: postgres.Sql) {
  for (;;) {
    const [row] = await sql<{ mine: boolean }[]>`select pg_try_advisory_lock(${lockKey}::bigint) as mine`
    if (row?.mine) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The names of the migrations that the database does not have yet; changes nothing. */
export async function listMissing(url: string, folder: string): Promise<string[]> {
  const sql = postgres(readAddress(url).url, {
    ssl: tlsOption(url),
    max: 1,
    fetch_types: false,
    connection: { application_name: 'waypost/migrate' },
  })
  try {
    const migrations = await readMigrations(folder)
    const [state] = await sql<{ there: boolean }[]>`select to_regclass('platform.migration') is not null as there`
    const applied = state?.there
      ? [...(await sql<Applied[]>`select number, name, checksum from platform.migration order by number`)]
      : []
    refuseMisfits(migrations, applied)
    return migrations.filter(({ number }) => !applied.some((row) => row.number === number)).map(({ name }) => name)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function applyMissing(sql: postgres.Sql, migrations: readonly Migration[]): Promise<string[]> {
  await sql.unsafe(migrationTable)
  const rows = await sql<Applied[]>`select number, name, checksum from platform.migration order by number`
  const applied = [...rows]
  refuseMisfits(migrations, applied)
  const missing = migrations.filter(({ number }) => !applied.some((row) => row.number === number))
  for (const migration of missing) await apply(sql, migration)
  return missing.map(({ name }) => name)
}

type Applied = { number: number; name: string; checksum: string }

const migrationTable = `
  create schema if not exists platform;
  create table if not exists platform.migration (
    number int primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

function refuseMisfits(migrations: readonly Migration[], applied: readonly Applied[]) {
  const newestNumber = migrations.at(-1)?.number ?? 0
  const [knownMigrations, newer] = [
    applied.filter(({ number }) => number <= newestNumber),
    applied.filter(({ number }) => number > newestNumber),
  ]
  for (const row of knownMigrations) {
    const file = migrations.find(({ number }) => number === row.number)
    if (!file) throw new MigrationRefused(`the database has ${row.name}, which is missing here`)
    if (row.name !== file.name) throw new MigrationRefused(`${row.name} was applied, but is ${file.name} now`)
    if (row.checksum !== file.checksum) throw new MigrationRefused(`${file.name} was changed after it was applied`)
  }
  // Applying half of this release's migrations and some of a newer one's would be an untested mixture.
  if (newer.length > 0 && knownMigrations.length === migrations.length)
    throw new NewerDatabase(newer.map(({ name }) => name))
  if (newer.length > 0) throw new MigrationRefused(`the database has ${newer[0]!.name}, which is missing here`)
  const skipped = migrations.find(
    ({ number }) => number < lastNumber(applied) && !applied.some((row) => row.number === number),
  )
  if (skipped) throw new MigrationRefused(`${skipped.name} was never applied, but later ones were`)
}

function lastNumber(applied: readonly Applied[]): number {
  return applied.at(-1)?.number ?? 0
}

async function apply(sql: postgres.Sql, migration: Migration) {
  const { number, name, text, checksum } = migration
  const record = () =>
    sql`insert into platform.migration (number, name, checksum) values (${number}, ${name}, ${checksum})`
  try {
    if (noTransaction.test(text)) {
      for (const statement of statementsOf(text)) await sql.unsafe(statement)
      await record()
      return
    }
    await retryOnLockConflict(async () => {
      await sql.unsafe('begin')
      await sql.unsafe(text)
      await record()
      await sql.unsafe('commit')
    }, sql)
  } catch (error) {
    throw new MigrationRefused(`${name}${lineOf(error, text)}: ${(error as Error).message}${hintOf(error)}`)
  }
}

const [deadlock, lockTimeout] = ['40P01', '55P03']
const maxTries = 10
const retryDelayMs = 500

/**
 * Repeats a transaction that lost against a statement of the serving release: it has changed nothing, and the other one
 * has ended.
 */
async function retryOnLockConflict(transaction: () => Promise<void>, sql: postgres.Sql): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      await sql.unsafe('rollback')
      const { code } = error as { code?: string }
      if (tries === maxTries || (code !== deadlock && code !== lockTimeout)) throw error
      await new Promise((resolve) => setTimeout(resolve, tries * retryDelayMs))
    }
  }
}

/** A login that may not create the application's role needs an administrator, once. */
function hintOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  const isRole = code === '42501' && /\brole\b/.test(message ?? '')
  return isRole ? ' (platform/deploy/sql/roles.sql, run once by a superuser, creates the roles)' : ''
}

function lineOf(error: unknown, text: string): string {
  const position = Number((error as { position?: string }).position)
  return position > 0 ? `:${text.slice(0, position).split('\n').length}` : ''
}

// The server runs several statements in one message as one transaction, which `create index concurrently` refuses. So
// each statement is sent by itself; a semicolon at the end of a line ends it.
function statementsOf(text: string): string[] {
  return text
    .split(/;[ \t]*(?:\r?\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/--.*$/gm, '').trim() !== '')
}
