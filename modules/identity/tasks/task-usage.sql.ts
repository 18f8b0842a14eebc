import type { Sql } from '#platform/db/sql.ts'

/** The stored files of background tasks. `sql` must see every tenant. */
export async function selectTaskUsage(sql: Sql): Promise<{ files: number; bytes: number }> {
  const [usage] = await sql<{ files: number; bytes: number }>`
    select count(*)::int as files, coalesce(sum(file_size), 0)::float8 as bytes
    from identity.task where file_key is not null`
  return usage!
}
