import postgres from 'postgres'
import type { Database } from '#platform/db/database.ts'

export type TenantTable = {
  readonly name: string
  /** The columns that a statement may write. */
  readonly columns: readonly string[]
  /** By organization: the row that `insertTenants` inserted. */
  readonly planted: Record<number, Record<string, unknown>>
}

type Column = { name: string; type: string }

/** Every table of the product with an organization, read from the catalogue, so that a new one is included. */
export async function tenantTables({ read }: Database): Promise<TenantTable[]> {
  const rows = await read<{ name: string; columns: string[] }>`
    select format('%s.%s', n.nspname, c.relname) as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.attidentity <> 'a'
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'queue')
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organization_id')
    group by 1 order by 1`
  return rows.map((row) => ({ ...row, planted: {} }))
}

/**
 * Inserts a made-up row for each organization into each table of a test's own database. The rows mean nothing: value
 * checks are dropped, references and triggers are disabled meanwhile (as an owner may).
 */
export async function insertTenants(url: string, tables: readonly TenantTable[], organizations: readonly number[]) {
  const sql = postgres(url, { max: 1, connection: { session_replication_role: 'replica' } as Record<string, string> })
  let nextId = 900_000
  try {
    for (const { name, planted } of tables) {
      await dropChecks(sql, name)
      const columns = await neededColumns(sql, name)
      for (const organization_id of organizations) {
        const values = columns.map((column) => [column.name, sampleOf(column, ++nextId)])
        const row = { ...Object.fromEntries(values), organization_id }
        const [addedRow] = await sql`
          insert into ${sql(name)} (${sql(Object.keys(row))})
          select ${sql(Object.keys(row))} from jsonb_populate_record(null::${sql(name)}, ${sql.json(row)})
          returning to_jsonb(${sql(name.split('.')[1]!)}) as row`
        planted[organization_id] = addedRow!.row
      }
    }
  } finally {
    await sql.end()
  }
}

async function dropChecks(sql: postgres.Sql, name: string): Promise<void> {
  const checks = await sql`select conname from pg_constraint where conrelid = ${name}::regclass and contype = 'c'`
  for (const { conname } of checks) await sql`alter table ${sql(name)} drop constraint ${sql(conname)}`
}

/** The columns that a row needs. */
const neededColumns = (sql: postgres.Sql, name: string) => sql<Column[]>`
  select a.attname as name, format_type(a.atttypid, null) as type
  from pg_attribute a
  where a.attrelid = ${name}::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull
    and not a.atthasdef and a.attidentity = '' and a.attname <> 'organization_id'`

const samples: Record<string, (n: number) => unknown> = {
  smallint: () => 1,
  integer: (n) => n,
  'integer[]': (n) => [n],
  'text[]': (n) => [`made-${n}`],
  'cidr[]': () => ['203.0.113.0/24'],
  bigint: (n) => n,
  numeric: () => 1,
  boolean: () => false,
  text: (n) => `made-${n}`,
  tsvector: (n) => `'made':${n % 1000}`,
  bytea: (n) => `\\x${n.toString(16).padStart(64, '0')}`,
  jsonb: () => ({}),
  date: () => '2001-02-03',
  'timestamp with time zone': () => '2026-01-02T03:04:05Z',
  uuid: (n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
}

function sampleOf({ name, type }: Column, n: number): unknown {
  const sample = samples[type]
  if (!sample) throw new Error(`no sample of ${type} for ${name}`)
  return sample(n)
}
