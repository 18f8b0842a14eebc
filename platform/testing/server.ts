import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { releaseOnSignal, startPostgres } from '#platform/db/embedded.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'

/**
 * The place where tests create databases: `url` is the server's `postgres` database, and `run` is part of every
 * database name. `release` ends this run's use.
 */
export type TestServer = {
  readonly url: string
  readonly template: string
  readonly run: string
  release(): Promise<void>
}

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, '.data', 'test-pg')
const migrationsFolder = join(root, 'migrations')

/** Starts or shares the test server (or uses TEST_DATABASE_URL) and builds the template from the migrations. */
export async function openTestServer(migrations = migrationsFolder): Promise<TestServer> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return openRun(url, migrations, async () => {})
  releaseOnSignal()
  const server = await startOrRebuild()
  // Several runs share the server; the last one stops it.
  return openRun(server.url, migrations, async () => void (await server.release()))
}

/** A run has a unique name, even if process ids repeat, and a connection that shows it is alive. */
async function openRun(url: string, migrations: string, leave: () => Promise<void>): Promise<TestServer> {
  const run = `${process.pid}x${randomBytes(4).toString('hex')}`
  const alive = postgres(url, {
    max: 1,
    fetch_types: false,
    max_lifetime: null,
    connection: { application_name: nameOfRun(run) },
  })
  const release = async () => {
    await alive.end({ timeout: 1 })
    await leave()
  }
  try {
    await alive`select`
    await dropLeftovers(url)
    return { url, run, template: await makeTemplate(url, migrations), release }
  } catch (error) {
    await release()
    throw error
  }
}

const nameOfRun = (run: string) => `waypost tests ${run}`

// The server does not sync, so a machine crash may leave a cluster that cannot start.
async function startOrRebuild() {
  const options = { folder, durable: false, database: 'postgres' }
  return startPostgres(options).catch(async () => {
    await rm(join(folder, 'cluster'), { recursive: true, force: true })
    return startPostgres(options)
  })
}

// A killed run leaves its databases behind; their names contain the run's name, and its connection is gone.
async function dropLeftovers(url: string) {
  await asAdmin(url, async (sql) => {
    const rows = await sql<{ datname: string }[]>`select datname from pg_database where starts_with(datname, 'test_')`
    const names = await sql<{ name: string }[]>`select application_name as name from pg_stat_activity`
    const living = new Set(names.map(({ name }) => name))
    const leftovers = rows.filter(({ datname }) => !living.has(nameOfRun(datname.split('_')[1] ?? '')))
    for (const { datname } of leftovers) await sql`drop database if exists ${sql(datname)} with (force)`
  })
}

async function makeTemplate(url: string, migrations: string): Promise<string> {
  const sums = (await readMigrations(migrations)).map(({ checksum }) => checksum)
  const name = `template_${createHash('sha256').update(sums.join()).digest('hex').slice(0, 16)}`
  await asAdmin(url, async (sql) => {
    // One builder at a time; the lock ends with this connection.
    await sql`select pg_advisory_lock(hashtext(${name}))`
    if ((await sql`select from pg_database where datname = ${name}`).length > 0) return
    const draft = `${name}_draft`
    await sql`drop database if exists ${sql(draft)} with (force)`
    await sql`create database ${sql(draft)}`
    await migrate(databaseUrl(url, draft), migrations)
    await sql`alter database ${sql(draft)} rename to ${sql(name)}`
  })
  return name
}

/** Runs one piece of work on a connection to the server's own database. */
export async function asAdmin<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** The same server, another database. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
