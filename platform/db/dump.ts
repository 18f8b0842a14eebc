import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import postgres from 'postgres'
import { productVersion } from '#platform/version.ts'
import { readAddress, tlsOption } from './address.ts'
import { awaitProgram, databaseOf, majorOf, openProgram, requireProgram, runProgram } from './programs.ts'
import { scopeText } from './scope.ts'

/** The reason why a dump or restore was refused, for the operator. */
class DumpRefused extends Error {
  override name = 'DumpRefused'
}

/** The expected content of a dump, stored beside it as `<name>.json`. */
export type DumpControl = {
  made_at: string
  product_version: string
  server_version: string
  migrations: number
  installation: string | null
  /** Rows of every table at the moment of the dump. */
  rows: Record<string, number>
}

/** Tables that every real dump contains rows of: if all are empty, the dump is of an empty installation. */
const neverEmpty = ['platform.migration', 'identity.organization', 'identity.person']

const allTenants = { 'waypost.scope': scopeText('all') }
const options = `-c waypost.scope=${allTenants['waypost.scope']}`

export type DumpPlace = {
  url: string
  file: string
  /** The folder of pg_dump and pg_restore; PATH if absent. */
  programs?: string | undefined
}

/**
 * Dumps the whole database to a file (pg_dump's custom format) from one snapshot, and counts the rows of every table in
 * the file. The file appears complete and counted, or not at all.
 */
export async function dumpDatabase({ url, file, programs }: DumpPlace): Promise<DumpControl> {
  const sql = connect(url, 'waypost/dump')
  try {
    await requireProgram('pg_dump', await majorOf(sql), programs)
    // A separate connection that ends with the dump: the snapshot lives as long as its transaction.
    await sql.unsafe('begin isolation level repeatable read read only')
    const [snapshot] = await sql<{ id: string }[]>`select pg_export_snapshot() as id`
    const control = await countRows(sql)
    for (const table of neverEmpty)
      if (!control.rows[table]) throw new DumpRefused(`${table} has no row that this login may read`)
    const part = `${file}.part`
    // The dump has everyone's data, and pg_dump keeps the mode of an existing file.
    await rm(part, { force: true })
    await writeFile(part, '', { mode: 0o600 })
    const args = ['--format=custom', `--file=${part}`, `--snapshot=${snapshot!.id}`, ...(await rowSecurityFlags(sql))]
    try {
      await runProgram('pg_dump', args, { url, programs, options })
      requireSameCounts(control.rows, await countDumped(part, programs))
      await writeFile(`${file}.json`, `${JSON.stringify(control, null, 2)}\n`, { mode: 0o600 })
      await rename(part, file)
    } finally {
      await rm(part, { force: true })
    }
    return control
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/**
 * Restores a dump into an empty database, compares the row counts of every table, and leaves the copy in quarantine
 * until an operator takes it over.
 */
export async function restoreDatabase({ url, file, programs }: DumpPlace): Promise<DumpControl> {
  const control = await readControl(file)
  const sql = connect(url, 'waypost/restore')
  try {
    await requireProgram('pg_restore', await majorOf(sql), programs)
    const [state] = await sql<{ filled: boolean }[]>`select to_regnamespace('platform') is not null as filled`
    if (state!.filled) throw new DumpRefused('the database is not empty: restore into a new one (createdb)')
    await makeAppRole(sql)
    const args = ['--exit-on-error', '--no-owner', '--dbname', databaseOf(url), file]
    await runProgram('pg_restore', args, { url, programs, options })
    requireSameCounts(control.rows, (await countRows(sql)).rows)
    await sql`
      insert into platform.installation (installation, restored_at) values (${control.installation ?? 'unknown'}, now())
      on conflict (one_row) do update set restored_at = now()`
    return control
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const connect = (url: string, application_name: string) =>
  postgres(readAddress(url).url, {
    ssl: tlsOption(url),
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name, ...allTenants },
  })

/**
 * The role that a dump's grants refer to. A login that may not create roles finds it already created (roles.sql), and
 * is a member of it.
 */
const makeAppRole = (sql: postgres.Sql) =>
  sql`
  do $$ begin
    if to_regrole('waypost_app') is null then
      begin
        create role waypost_app nologin nosuperuser nocreatedb nocreaterole nobypassrls;
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    if not pg_has_role(current_user, 'waypost_app', 'member') then
      grant waypost_app to current_user;
    end if;
  end $$`

/**
 * A login that bypasses row security needs no options. For a bound one, such as an owner here, pg_dump would refuse;
 * with `--enable-row-security` it dumps the rows that the policies show, which is all of them in the scope 'all'.
 */
async function rowSecurityFlags(sql: postgres.Sql): Promise<string[]> {
  const [role] = await sql<{ free: boolean }[]>`
    select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user`
  return role?.free ? [] : ['--enable-row-security']
}

async function countRows(sql: postgres.Sql): Promise<DumpControl> {
  const tables = await sql<{ name: string; from: string }[]>`
    select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as from
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`
  const rows: Record<string, number> = {}
  for (const { name, from } of tables) {
    const [row] = await sql.unsafe<{ n: number }[]>(`select count(*)::float8 as n from ${from}`)
    rows[name] = row!.n
  }
  const [state] = await sql<{ server_version: string; migrations: number; installed: boolean }[]>`
    select current_setting('server_version') as server_version,
           (select count(*)::int from platform.migration) as migrations,
           to_regclass('platform.installation') is not null as installed`
  const [installationRow] = state!.installed
    ? await sql<{ installation: string }[]>`select installation from platform.installation`
    : []
  const { server_version, migrations } = state!
  const made_at = new Date().toISOString()
  const product_version = await productVersion
  return {
    made_at,
    product_version,
    server_version,
    migrations,
    installation: installationRow?.installation ?? null,
    rows,
  }
}

function requireSameCounts(expected: Record<string, number>, actual: Record<string, number>): void {
  const mismatches = Object.entries(expected).filter(([table, n]) => (actual[table] ?? 0) !== n)
  if (mismatches.length === 0) return
  const list = mismatches.slice(0, 5).map(([table, n]) => `${table} has ${actual[table] ?? 0} of ${n} rows`)
  throw new DumpRefused(`the copy is not complete: ${list.join('; ')}${mismatches.length > 5 ? '; and others' : ''}`)
}

async function readControl(file: string): Promise<DumpControl> {
  const text = await readFile(`${file}.json`, 'utf8').catch(() => null)
  if (text === null) throw new DumpRefused(`${file}.json is missing: waypost dump writes it beside the dump`)
  return JSON.parse(text) as DumpControl
}

/** The row counts in a dump, by table. */
async function countDumped(file: string, programs: string | undefined): Promise<Record<string, number>> {
  const child = openProgram('pg_restore', ['--data-only', '--file=-', file], { programs })
  const exit = awaitProgram(child, 'pg_restore')
  const rowCounts: Record<string, number> = {}
  let table: string | null = null
  for await (const line of createInterface({ input: child.stdout!, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (table === null) {
      const [, schema, name] = /^COPY (?:"?(\w+)"?)\.(?:"?(\w+)"?) .*FROM stdin;$/.exec(line) ?? []
      if (name) {
        table = `${schema}.${name}`
        rowCounts[table] = 0
      }
    } else if (line === '\\.') table = null
    else rowCounts[table]! += 1
  }
  await exit
  return rowCounts
}
