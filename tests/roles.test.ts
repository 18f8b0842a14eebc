import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { appRole } from '#platform/db/database.ts'
import { dumpDatabase, restoreDatabase } from '#platform/db/dump.ts'
import { findPostgres, stopPostgres } from '#platform/db/embedded.ts'
import { requireIsolation } from '#platform/db/isolation.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openServerFolder } from '#platform/testing/own-servers.ts'
import { findPrograms } from '#platform/testing/programs.ts'
import { asAdmin } from '#platform/testing/server.ts'
import { runCommand } from '#web/commands/run-command.ts'

const folder = await openServerFolder()
const pg = join(folder, 'pg')
afterAll(async () => {
  await stopPostgres(pg)
  await rm(folder, { recursive: true, force: true })
})

const programs = await findPrograms()

/** The login restores its own dump: the role exists, and the login may not create one. */
async function copyWith(url: string, admin: string): Promise<void> {
  if (!programs) return
  const file = join(folder, 'login.dump')
  const superuser = Object.assign(new URL(admin), { pathname: new URL(url).pathname }).href
  await asAdmin(superuser, async (sql) => {
    await sql`insert into identity.organization (code, name) values ('ROL', 'Roles')`
    await sql`
      insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name)
      select organization_id, 3, 'ann', 'ann@example.com', 'Ann' from identity.organization where code = 'ROL'`
  })
  await asAdmin(admin, (sql) => sql.unsafe('create database waypost_copy owner waypost_login'))
  const target = Object.assign(new URL(url), { pathname: '/waypost_copy' }).href
  const { rows } = await dumpDatabase({ url, file, programs: programs.place })
  expect((await restoreDatabase({ url: target, file, programs: programs.place })).rows).toEqual(rows)
}

test('platform/deploy/sql/roles.sql is the only step for a superuser: migrations and the check run with its login', async () => {
  const server = await findPostgres({ folder: pg, durable: false, database: 'postgres' })
  const text = await readFile('platform/deploy/sql/roles.sql', 'utf8')
  // This server's superuser has the same name as the login.
  const renamed = text.replaceAll(/\bwaypost\b/g, 'waypost_login')
  const statements = renamed
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(":'password'", "'roles-password'")
    .split(';')
  // Run one by one, because a database can't be created in a transaction.
  for (const statement of statements) if (statement.trim()) await asAdmin(server.url, (sql) => sql.unsafe(statement))
  const address = new URL(server.url)
  const login = (name: string) =>
    Object.assign(new URL(address), { username: name, password: 'roles-password', pathname: '/waypost_login' }).href
  const url = login('waypost_login')
  await expect(asAdmin(url, (sql) => sql`create role another`)).rejects.toThrow('permission denied')
  expect((await migrate(url, resolve('migrations'))).length).toBeGreaterThan(100)
  await expect(requireIsolation({ url }, appRole)).resolves.toBeUndefined()
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  await runCommand(['check', '--json'], {
    settings: { DATABASE_URL: url, DATA_DIR: folder },
    folder,
    print,
    warn: print,
  })
  const findings: { subject: string; state: string }[] = JSON.parse(lines.join(''))
  for (const subject of ['database', 'database role', 'migrations'])
    expect([subject, findings.find((finding) => finding.subject === subject)?.state]).toEqual([subject, 'ok'])
  await copyWith(url, server.url)
  // The backup login may copy the cluster, but read no table through SQL.
  const backup = login('waypost_backup')
  await expect(asAdmin(backup, (sql) => sql`select from identity.person`)).rejects.toThrow('permission denied')
  expect(
    await asAdmin(backup, (sql) => sql`select rolreplication as may from pg_roles where rolname = current_user`),
  ).toEqual([{ may: true }])
}, 240_000)
