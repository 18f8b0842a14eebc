import type { Sql } from '#platform/db/sql.ts'

/** The number of students whose seat time counts now: a heartbeat comes every ten seconds. `sql` must see every tenant. */
export async function countInClass(sql: Sql): Promise<number> {
  const [row] = await sql<{ students: number }>`
    select count(*)::int as students from learning.seat_lease
    where ended_at is null and beat_at > platform.now() - interval '30 seconds'`
  return row!.students
}
