import { attemptStatus } from '#modules/learning/questions/attempt-status.ts'
import { isTaking, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The parts of a student's courses that only a payment or staff can resume. */
export type LapsedEnrollments = {
  expired: { student_course_id: number; course_name: string }[]
  /** Quizzes whose last attempt was failed. */
  failed: { student_course_id: number; component_id: number; course_name: string; name: string }[]
}

/** A person's expired courses and failed quizzes. */
export async function listLapsedEnrollments({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<LapsedEnrollments> {
  const endedAttempts = sql.array([attemptStatus.failed, attemptStatus.expired])
  const taking = sql.array(Object.values(status).filter(isTaking))
  const expiredRows = await sql<LapsedEnrollments['expired'][number]>`
    select student_course_id, v.name as course_name
    from learning.student_course join catalogue.v_course_version v using (course_version_id)
    where user_id = ${user_id} and (lk_student_course_status_id = ${status.expired}
      or (expires_at <= platform.now() and lk_student_course_status_id = any(${taking}::int[])))
    order by student_course_id desc limit 100`
  const failedRows = await sql<LapsedEnrollments['failed'][number]>`
    select c.student_course_id, a.component_id, v.name as course_name, part.name
    from learning.student_course c
    join catalogue.v_course_version v using (course_version_id)
    join lateral (
      select distinct on (component_id) component_id, lk_quiz_attempt_status_id from learning.quiz_attempt
      where student_course_id = c.student_course_id order by component_id, attempt_number desc
    ) a on a.lk_quiz_attempt_status_id = any(${endedAttempts}::int[])
    join catalogue.v_component part
      on part.course_version_id = c.course_version_id and part.component_id = a.component_id
    where c.user_id = ${user_id}
    order by c.student_course_id desc, a.component_id limit 100`
  return { expired: expiredRows, failed: failedRows }
}
