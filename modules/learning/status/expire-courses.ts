import { asTenant } from '#modules/identity/index.ts'
import { isTaking, status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { changeStatus } from './change-status.ts'

/** Moves overdue courses to 'Expired'; a course that waits for a review or a payment keeps its status. */
export async function expireCourses(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const { sql } = ctx
  const rows = await sql<{ student_course_id: number; organization_id: number }>`
    select student_course_id, organization_id from learning.student_course
    where expires_at <= platform.now()
      and lk_student_course_status_id = any(${sql.array(Object.values(status).filter(isTaking))}::int[])
    order by expires_at
    limit 1000`
  for (const { student_course_id, organization_id } of rows) {
    if (signal.aborted) return
    const tenant = await asTenant(ctx, organization_id)
    await tenant.tx((inner) => expireCourse(inner, student_course_id))
  }
}

async function expireCourse(ctx: Ctx, student_course_id: number): Promise<void> {
  const course = await lockStudentCourse(ctx, student_course_id)
  // The course may have been passed or extended since it was listed.
  const isDue =
    course.expires_at !== null && course.expires_at <= ctx.now && !(await isAtProvider(ctx, student_course_id))
  if (isDue && isTaking(course.lk_student_course_status_id))
    await changeStatus(ctx, student_course_id, status.expired, 'system')
}

/** Whether an external exam that started in time is still running, for at most two weeks. */
async function isAtProvider({ sql }: Ctx, student_course_id: number): Promise<boolean> {
  const [exam] = await sql`
    select from learning.external_exam
    where student_course_id = ${student_course_id} and cleared_at is null and state in ('started', 'finished')
      and coalesce(finished_at, started_at) > platform.now() - interval '14 days' limit 1`
  return exam !== undefined
}
