import type { Sql } from '#platform/db/sql.ts'
import { longestRetentionOf } from './program-retention.ts'
import { listSetRules } from './program-rule.sql.ts'

/**
 * The longest time in months that the programs of courses require records to be kept; 0 without such a rule.
 * Programs of courses that are no longer sold count, because their students' records remain.
 */
export async function findLongestRetention(sql: Sql, today: string): Promise<number> {
  const programs = await sql<{ program_id: string }>`
    select distinct program_id from catalogue.course_version where program_id is not null`
  const setRules = await listSetRules({ sql })
  return Math.max(0, ...programs.map(({ program_id }) => longestRetentionOf(setRules, program_id, today)))
}
