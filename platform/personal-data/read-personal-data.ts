import type { Sql } from '#platform/db/sql.ts'
import { personRowsSql } from './person-rows.ts'
import type { PersonalTable } from './personal-table.ts'

type Row = Record<string, unknown>
export type PersonalRows = { table: string; rows: Row[]; more: boolean }

/** A course leaves a few hundred rows; more than this are cut off, and the export says so. */
const maxRows = 20_000
const withheld = '(withheld)'

/** The rows about a person, table by table. Secrets, sealed values and derived columns are withheld. */
export async function* readPersonalData(
  sql: Sql,
  tables: readonly PersonalTable[],
  user_id: number,
): AsyncGenerator<PersonalRows> {
  for (const personalTable of tables) {
    const rows: readonly { row: Row }[] = await sql.text<{ row: Row }>(selectRows(personalTable), [user_id])
    const visibleRows = rows.slice(0, maxRows).map(({ row }) => withoutSecrets(row, personalTable.secret ?? []))
    if (rows.length > 0) yield { table: personalTable.table, rows: visibleRows, more: rows.length > maxRows }
  }
}

function selectRows(personalTable: PersonalTable): string {
  const values = Object.entries(personalTable.shows ?? {}).map(([name, value]) => `'${name}', ${value}`)
  const row = values.length > 0 ? `jsonb_build_object(${values.join(', ')})` : 'to_jsonb(t)'
  const viewerCondition = personalTable.viewer ? ` and ${personalTable.viewer} is null` : ''
  return `select ${row} as row from ${personalTable.table} t where ${personRowsSql(personalTable)}${viewerCondition} limit ${maxRows + 1}`
}

const withoutSecrets = (row: Row, secret: readonly string[]): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, secret.includes(name) ? withheld : withoutSealed(value)]),
  )

/** Bytes are keys, hashes and sealed values; JSON has sealed values at any depth. */
function withoutSealed(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('\\x') ? withheld : value
  if (Array.isArray(value)) return value.map(withoutSealed)
  if (typeof value !== 'object' || value === null) return value
  if ('sealed' in value) return withheld
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutSealed(inner)]))
}
