import type { Ctx } from '../../../platform/ctx.ts'
import type { StudentCourseStatus } from './course-status.shared.ts'

/** Where a course was before it last came to this status; null where nobody wrote that down. */
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

/** Why a course last came to this status, in the words of whoever moved it; null where they gave none. */
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
