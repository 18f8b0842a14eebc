import { completeStatuses, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Statuses of a finished course, which the student may buy again. */
const endedStatuses: readonly number[] = [
  status.disabled,
  status.refunded,
  status.failed,
  status.expired,
  ...completeStatuses,
]

/** Whether a student is taking, or has not yet started, one of the courses that these course websites sell. */
export async function isTakingCourse(
  { sql }: Pick<Ctx, 'sql'>,
  user_id: number,
  course_website_ids: readonly number[],
): Promise<boolean> {
  const rows = await sql`
    select from learning.v_student_course c
    join catalogue.v_course_website w using (course_id)
    where c.user_id = ${user_id} and w.course_website_id = any(${sql.array(course_website_ids)}::int[])
      and c.lk_student_course_status_id <> all(${sql.array(endedStatuses)}::int[])
    limit 1`
  return rows.length > 0
}

/** The newest enrollment of a student in the course of this offer that is not over; null if there is none. */
export async function findCurrentCourse({ sql }: Pick<Ctx, 'sql'>, user_id: number, course_website_id: number) {
  const [row] = await sql<{ student_course_id: number }>`
    select c.student_course_id from learning.v_student_course c
    join catalogue.v_course_website w using (course_id)
    where c.user_id = ${user_id} and w.course_website_id = ${course_website_id}
      and c.lk_student_course_status_id <> all(${sql.array(endedStatuses)}::int[])
    order by c.student_course_id desc limit 1`
  return row?.student_course_id ?? null
}
