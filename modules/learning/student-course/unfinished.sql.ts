import type { Ctx } from '#platform/ctx.ts'
import { isTaking, type StudentCourseStatus, status } from './course-status.shared.ts'

const taking: readonly StudentCourseStatus[] = Object.values(status).filter(isTaking)

/** Whether a person is taking a course, or has completed one that an agency has not finally accepted or refused. */
export async function hasUnfinishedCourses({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<boolean> {
  const [row] = await sql<{ has_unfinished: boolean }>`
    select exists (
      select from learning.student_course c
      where c.user_id = ${user_id}
        and (c.lk_student_course_status_id = any(${sql.array(taking)}::int[])
             or exists (select from learning.completion_report r
                        where r.student_course_id = c.student_course_id
                          and r.state not in ('accepted', 'replaced', 'watched')))) as has_unfinished`
  return row!.has_unfinished
}
