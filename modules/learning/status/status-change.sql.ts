import type { Ctx } from '../../../platform/ctx.ts'
import type { StudentCourseStatus } from './course-status.shared.ts'

/** The status of a course before its last change to this status; null if it was not recorded. */
export async function findStatusBefore(
  { sql }: Pick<Ctx, 'sql'>,
  student_course_id: number,
  to: StudentCourseStatus,
): Promise<StudentCourseStatus | null> {
  const [change] = await sql<{ from_status_id: StudentCourseStatus | null }>`
    select from_status_id from learning.student_course_status_change
    where student_course_id = ${student_course_id} and to_status_id = ${to}
    order by student_course_status_change_id desc limit 1`
  return change?.from_status_id ?? null
}

/** The reason that was entered for the last change to this status, or null. */
export async function findReason(
  { sql }: Pick<Ctx, 'sql'>,
  student_course_id: number,
  to: StudentCourseStatus,
): Promise<string | null> {
  const [change] = await sql<{ reason: string | null }>`
    select reason from learning.student_course_status_change
    where student_course_id = ${student_course_id} and to_status_id = ${to}
    order by student_course_status_change_id desc limit 1`
  return change?.reason ?? null
}
