import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { afterAll, inject } from 'vitest'
import { appRole, type Database, type DatabaseOptions, defaultOptions, openDatabase } from '#platform/db/database.ts'
import './global-setup.ts'
import { asAdmin, databaseUrl } from './server.ts'

/**
 * A migrated database for one test file: `db` connects as its owner, for setup and checks, and `app` as the product
 * does, behind the tenant policies. Code under test gets `app`.
 */
export type TestDatabase = { readonly db: Database; readonly app: Database; readonly url: string }

/** No one waits for a test: its statements may take as long as a busy machine needs. */
const patient: Omit<DatabaseOptions, 'url'> = {
  ...defaultOptions,
  web: { ...defaultOptions.web, statementTimeoutMs: 60_000 },
  transactions: { ...defaultOptions.transactions, statementTimeoutMs: 60_000, lockTimeoutMs: 30_000 },
  waitTimeoutMs: 60_000,
}

/**
 * Creates a database for this test file and drops it after the last test: `const { db, app } = await testDatabase()` at
 * the top of the file.
 */
export async function testDatabase(options: Partial<DatabaseOptions> = {}): Promise<TestDatabase> {
  const { url, drop } = await emptyCopy()
  const open = (role?: string) => openDatabase({ ...patient, name: 'test', ...options, role, url })
  const [db, app] = [open(), open(appRole)]
  afterAll(async () => {
    await recordAuditActions(db)
    await Promise.all([db.close(2_000), app.close(2_000)])
    await drop()
  })
  return { db, app, url }
}

/**
 * Adds the audit actions of a file's tests to AUDIT_ACTIONS, the file that collects them for a whole run. Skips a
 * database that its tests broke.
 */
async function recordAuditActions(db: Database): Promise<void> {
  const file = process.env.AUDIT_ACTIONS
  if (!file) return
  const rows = await db.read<{ name: string }>`
    select distinct case action when 'mail.sent' then action || ':' || (after ->> 'letter') else action end as name
    from platform.audit_event`.catch(() => [])
  appendFileSync(file, rows.map(({ name }) => `${name}\n`).join(''))
}

/** A copy of the template (or an empty database) without connections to it; the caller must call `drop`. */
export async function emptyCopy(from: 'template' | 'nothing' = 'template') {
  const server = inject('testServer')
  const name = `test_${server.run}_${randomBytes(8).toString('hex')}`
  const template = from === 'template' ? server.template : 'template0'
  await asAdmin(server.url, (sql) => sql`create database ${sql(name)} template ${sql(template)}`)
  const drop = () => asAdmin(server.url, (sql) => sql`drop database if exists ${sql(name)} with (force)`)
  return { url: databaseUrl(server.url, name), drop }
}
