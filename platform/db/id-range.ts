import postgres from 'postgres'
import { readAddress, tlsOption } from './address.ts'

/** The number of ids of one cell, by the type of their sequence. An `integer` holds the cells 0 to 20. */
const rangeSizes = { integer: 100_000_000n, bigint: 1_000_000_000_000n }

export const maxCell = 20

// A serving process that uses a sequence must not queue behind this for long.
const connection = { application_name: 'waypost/migrate', lock_timeout: 5_000 }

type Sequence = { name: string; type: 'integer' | 'bigint'; last: string | null; max: string }

/**
 * Lets every sequence of the product number the rows of this cell only: from cell × size + 1 to (cell + 1) × size. A
 * full range fails an insert instead of reaching into the next cell's. Ids below the range, of the migrations or of an
 * installation that becomes a cell, are kept. Throws if a sequence has already numbered rows of a higher cell.
 */
export async function setIdRange(url: string, cell: number): Promise<void> {
  const sql = postgres(readAddress(url).url, {
    ssl: tlsOption(url),
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    connection,
  })
  try {
    for (const sequence of await listSequences(sql)) {
      const size = rangeSizes[sequence.type]
      const [start, end] = [BigInt(cell) * size + 1n, BigInt(cell + 1) * size]
      const last = BigInt(sequence.last ?? 0)
      if (last > end) throw new Error(`${sequence.name} is at ${last}, beyond the last id of cell ${cell}, ${end}`)
      if (last < start) await sql.unsafe(`alter sequence ${sequence.name} maxvalue ${end} restart with ${start}`)
      else if (BigInt(sequence.max) !== end) await sql.unsafe(`alter sequence ${sequence.name} maxvalue ${end}`)
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Leaves out the `smallint` sequences, which number lookups. */
const listSequences = (sql: postgres.Sql) => sql<Sequence[]>`
  select format('%I.%I', schemaname, sequencename) as name, data_type::text as type, last_value::text as last,
         max_value::text as max
  from pg_sequences
  where schemaname in (select nspname from pg_namespace where nspname !~ '^(pg_|information_schema$|pgboss$|public$)')
    and data_type in ('integer'::regtype, 'bigint'::regtype)
  order by 1`
