import { findProgramRules, selectCourseVersion, selectReportsTo } from '#modules/catalogue/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { stateCode } from '#platform/states.ts'
import { dayIn } from '#platform/zone.ts'
import { agencyName, completionRuleOf, destinationOf } from './agencies/index.ts'
import { programZone } from './agencies/zone.ts'
import { deadlineOf } from './deadline.ts'

/** The deadline after which the agency rejects a completion, and the agency; null if there is none. */
export async function completionDeadline(
  ctx: Ctx,
  course: StudentCourse,
): Promise<{ at: Date; agency: string } | null> {
  const { registered_at } = course
  if (!registered_at) return null
  const { lk_course_state_ids, program_id } = await selectCourseVersion(ctx, course.course_version_id)
  const reports_to = await selectReportsTo(ctx, course.course_id)
  const [person] = await ctx.sql<{ lk_state_id: number | null }>`
    select lk_state_id from identity.v_person where user_id = ${course.user_id}`
  const state_codes = lk_course_state_ids.map((id) => stateCode(id))
  const destination = destinationOf({ reports_to, state_codes }, stateCode(person?.lk_state_id ?? null))
  const rule = completionRuleOf(destination)
  const agency = agencyName(destination, ctx.locale)
  // The agency's rule applies only to courses without a program, because an agency's programs differ.
  const deadline = program_id ? await programLimit(ctx, program_id, course) : rule && deadlineOf(rule, registered_at)
  return deadline ? { at: deadline, agency } : null
}

/**
 * The end of a program's time limit, from the registration or the start of the course, by the days of its state. Null
 * without a limit, or before that start.
 */
export async function programLimit(
  ctx: Pick<Ctx, 'sql'>,
  program_id: string | null,
  { registered_at, started_at }: { registered_at: Date | null; started_at: Date | null },
): Promise<Date | null> {
  if (!registered_at) return null

  const zone = programZone(program_id)
  const rules = await findProgramRules(ctx, program_id, dayIn(zone, registered_at))
  const days = rules?.valueOf('course.time_limit_days')
  const from = rules?.valueOf('course.time_limit_from') === 'start' ? started_at : registered_at
  return days === undefined || !from ? null : deadlineOf({ kind: 'days', days, zone }, from)
}
