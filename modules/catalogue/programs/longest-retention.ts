import type { Sql } from '#platform/db/sql.ts'
import { rulesOn } from './effective-rules.ts'
import { listSetRules } from './program-rule.sql.ts'

/**
 * The longest time in months for which a program named by courses requires records to be kept; 0 if none does.
 * Programs of courses that are no longer sold count, because their students' records remain.
 */
export async function longestRetention(sql: Sql, today: string): Promise<number> {
  const programs = await sql<{ program_id: string }>`
    select distinct program_id from catalogue.course_version where program_id is not null`
  const setRules = await listSetRules({ sql })
  const months = programs.flatMap(({ program_id }) =>
    rulesOn(today, program_id, setRules)
      .filter(({ key }) => key === 'records.retention_months' || key === 'identity.record_retention_months')
      .flatMap(({ state, set, pack }) => {
        if (state === 'none' || state === 'open') return []
        return [Number(state === 'set' ? set!.value : pack!.value)]
      }),
  )
  return Math.max(0, ...months)
}
