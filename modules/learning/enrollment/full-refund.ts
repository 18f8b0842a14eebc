import { findProgramRules, selectCourseVersion } from '#modules/catalogue/index.ts'
import { deadlineOf, ruleOf } from '#modules/learning/reporting/deadline.ts'
import { isComplete, status } from '#modules/learning/student-course/course-status.shared.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dayIn } from '#platform/zone.ts'

/**
 * The deadline for a full refund of a course under the rule of its program. Null without such a rule, after the
 * deadline, and once the student has completed or failed the course. Days are in the school's time zone (`zone`), and
 * the day on which the student agreed to the contract does not count.
 */
export async function findFullRefundDeadline(
  ctx: Ctx,
  student_course_id: number,
  zone: string,
): Promise<{ until: Date; source: string } | null> {
  const course = await selectStudentCourse(ctx, student_course_id)
  const { program_id } = await selectCourseVersion(ctx, course.course_version_id)
  const signed_at = course.agreed_at ?? course.created_at
  const rules = await findProgramRules(ctx, program_id, dayIn(zone, signed_at))
  const period = rules?.valueOf('refund.rule')
  const courseStatus = course.lk_student_course_status_id
  if (!rules || !period || isComplete(courseStatus) || courseStatus === status.failed) return null
  const { amount, unit } = period
  const until = deadlineOf(ruleOf({ amount, unit }, zone), signed_at)
  return ctx.now < until ? { until, source: rules.citationOf('refund.rule') } : null
}
