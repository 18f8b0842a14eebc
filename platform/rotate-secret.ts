import { storeAuditKey, storedAuditKeys } from './audit/former-keys.ts'
import type { Sql } from './db/sql.ts'
import { storedResponses } from './http/idempotency.ts'
import type { Sealer } from './seal.ts'
import type { SealedColumn } from './sealed-column.ts'

/** The number of values still sealed by a secret, by column. */
type Remaining = { secret: number; column: string; values: number }
export type Rotated = { resealed: number; remaining: Remaining[] }

type Row = Record<string, string | number> & { value: unknown; before: string }

const batchSize = 200

/**
 * Reseals values of former secrets with the current one, and stores the keys of their audit seals. It is safe to
 * repeat, to stop, and to run while the product serves: a value that changes during the run is left to the next run.
 * `remaining` counts values by the position of their secret (1 is the first former one; 0 means none of the configured
 * ones).
 */
export async function rotateSecret(
  scopedSql: Sql,
  sealer: Sealer,
  formerSecrets: readonly string[],
  columns: readonly SealedColumn[],
): Promise<Rotated> {
  // Test organizations have sealed values, too.
  const sql = scopedSql.within('all')
  for (const secret of formerSecrets) await storeAuditKey(sql, sealer, secret)
  let resealed = 0
  const remaining: Remaining[] = []
  for (const column of [...columns, storedAuditKeys, storedResponses]) {
    const counts = new Map<number, number>()
    for await (const row of listRows(sql, column)) {
      const { value, left, changed } = reseal(sealer, column, row)
      const isWritten = changed > 0 && (await write(sql, column, row, value))
      if (isWritten) resealed += changed
      const leftPlaces = isWritten ? left : [...left, ...Array<number>(changed).fill(1)]
      for (const place of leftPlaces) counts.set(place, (counts.get(place) ?? 0) + 1)
    }
    for (const [secret, values] of counts)
      remaining.push({ secret, column: `${column.table}.${column.column}`, values })
  }
  return { resealed, remaining }
}

/** Every row with a value, in key order. */
async function* listRows(sql: Sql, column: SealedColumn): AsyncGenerator<Row> {
  const { table, key, with: otherColumns = [], column: name, json } = column
  const keys = key.join(', ')
  const hasValue = json ? `${name}::text like '%"sealed"%'` : `${name} is not null`
  let after: Row | null = null
  for (;;) {
    const afterKey: string = after ? `and (${keys}) > (${key.map((_, index) => `$${index + 1}`).join(', ')})` : ''
    const values: string[] = after ? key.map((column) => String(after![column])) : []
    const rows: readonly Row[] = await sql.text<Row>(
      `select ${[...key, ...otherColumns].join(', ')}, ${name} as value, ${name}::text as before
       from ${table} where ${hasValue} ${afterKey} order by ${keys} limit ${batchSize}`,
      values,
    )
    yield* rows
    if (rows.length < batchSize) return
    after = rows.at(-1)!
  }
}

type ResealResult = { value: unknown; changed: number; left: number[] }

function reseal(sealer: Sealer, column: SealedColumn, row: Row): ResealResult {
  const outcome: Omit<ResealResult, 'value'> = { changed: 0, left: [] }
  const reseal = (bytes: Uint8Array): Uint8Array => {
    const place = sealer.keyIds.indexOf(sealer.keyIdOf(bytes))
    if (place === 0) return bytes
    if (place < 0) {
      outcome.left.push(0)
      return bytes
    }
    outcome.changed += 1
    const binding = column.binding(row)
    return sealer.seal(sealer.open(bytes, binding), binding)
  }
  const value = column.json ? resealValue(row.value, reseal) : reseal(row.value as Uint8Array)
  return { value, ...outcome }
}

/** The same JSON with each `{sealed}` value resealed. */
function resealValue(value: unknown, transform: (bytes: Uint8Array) => Uint8Array): unknown {
  if (Array.isArray(value)) return value.map((item) => resealValue(item, transform))
  if (typeof value !== 'object' || value === null) return value
  const { sealed } = value as { sealed?: unknown }
  if (typeof sealed === 'string' && Object.keys(value).length === 1)
    return { sealed: Buffer.from(transform(Buffer.from(sealed, 'base64'))).toString('base64') }
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, resealValue(field, transform)]))
}

/** Returns whether the row still had the value that was read. */
async function write(sql: Sql, { table, key, column, json }: SealedColumn, row: Row, value: unknown): Promise<boolean> {
  const storedValue = json ? JSON.stringify(value) : `\\x${Buffer.from(value as Uint8Array).toString('hex')}`
  const keyCondition = key.map((column, index) => `${column}::text = $${index + 3}`).join(' and ')
  const rows = await sql.text(
    `update ${table} set ${column} = $1::text::${json ? 'jsonb' : 'bytea'} where ${column}::text = $2 and ${keyCondition} returning 1`,
    [storedValue, row.before, ...key.map((column) => String(row[column]))],
  )
  return rows.length === 1
}
