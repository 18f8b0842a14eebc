import { courseAgency, selectCourseVersion } from '#modules/catalogue/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { stateCode } from '#platform/states.ts'
import { agencyName, completionRuleOf, destinationOf } from './agencies/index.ts'
import { deadlineOf } from './deadline.ts'

/** The deadline after which the agency rejects a completion, and the agency; null if there is none. */
export async function completeBy(ctx: Ctx, course: StudentCourse): Promise<{ at: Date; agency: string } | null> {
  if (!course.registered_at) return null
  const { lk_course_state_ids } = await selectCourseVersion(ctx, course.course_version_id)
  const reports_to = await courseAgency(ctx, course.course_id)
  const [person] = await ctx.sql<{ lk_state_id: number | null }>`
    select lk_state_id from identity.v_person where user_id = ${course.user_id}`
  const state_codes = lk_course_state_ids.map((id) => stateCode(id))
  const destination = destinationOf({ reports_to, state_codes }, stateCode(person?.lk_state_id ?? null))
  const rule = completionRuleOf(destination)
  return rule && { at: deadlineOf(rule, course.registered_at), agency: agencyName(destination, ctx.locale) }
}
