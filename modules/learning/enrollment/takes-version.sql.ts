import { status, unpaidStatuses } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Whether the actor is enrolled in one of these versions of a course, in any status except unpaid. */
export async function isEnrolledInVersion(
  { sql, actor }: Pick<Ctx, 'sql' | 'actor'>,
  course_version_ids: readonly number[],
): Promise<boolean> {
  if (actor.kind !== 'user' || course_version_ids.length === 0) return false
  const excludedStatuses = [...unpaidStatuses, status.refunded]
  const [course] = await sql`
    select from learning.student_course
    where user_id = ${actor.user_id} and course_version_id = any(${sql.array(course_version_ids)})
      and lk_student_course_status_id <> all(${sql.array(excludedStatuses)})
    limit 1`
  return course !== undefined
}
