import type { Sql } from '#platform/db/sql.ts'
import { longestOf } from './program-retention.ts'
import { listSetRules } from './program-rule.sql.ts'

/**
 * The longest time in months for which a program named by courses requires records to be kept; 0 if none does.
 * Programs of courses that are no longer sold count, because their students' records remain.
 */
export async function longestRetention(sql: Sql, today: string): Promise<number> {
  const programs = await sql<{ program_id: string }>`
    select distinct program_id from catalogue.course_version where program_id is not null`
  const set = await listSetRules({ sql })
  return Math.max(0, ...programs.map(({ program_id }) => longestOf(set, program_id, today)))
}
