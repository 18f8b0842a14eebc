import type { Sql } from '#platform/db/sql.ts'

/** The stored files of courses. `sql` must see every tenant. */
export async function selectMediaUsage(sql: Sql): Promise<{ files: number; bytes: number }> {
  const [usage] = await sql<{ files: number; bytes: number }>`
    select count(*)::int as files, coalesce(sum(size_bytes), 0)::float8 as bytes
    from catalogue.attachment where deleted_at is null`
  return usage!
}
