import { asTenant } from '#modules/identity/index.ts'
import { expiresSoon } from '#modules/learning/facts.ts'
import { isTaking, status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

type ExpiringCourse = { student_course_id: number; organization_id: number; expires_at: Date }

/**
 * Warns of courses that end within seven days, or within half of their time if that is shorter, once for each end
 * date. The mark and the fact commit together, so a worker that dies between two courses neither repeats nor skips a
 * warning.
 */
export async function warnOfExpiry(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (const warning of await listDue(ctx)) {
    if (signal.aborted) return
    const tenant = await asTenant(ctx, warning.organization_id)
    await tenant.tx((inner) => emitWarning(inner, warning))
  }
}

const listDue = ({ sql }: Ctx) => sql<ExpiringCourse>`
  select student_course_id, organization_id, expires_at from learning.student_course
  where expires_at > platform.now() and expires_at <= platform.now() + interval '7 days'
    and expires_at - (expires_at - created_at) / 2 <= platform.now()
    and expiry_told_for is distinct from expires_at
    and lk_student_course_status_id = any(${sql.array(Object.values(status).filter(isTaking))}::int[])
  order by expires_at
  limit 1000`

async function emitWarning(ctx: Ctx, { student_course_id, expires_at }: ExpiringCourse): Promise<void> {
  const course = await lockStudentCourse(ctx, student_course_id)
  // The course may have been passed or extended since it was listed.
  if (!isTaking(course.lk_student_course_status_id) || course.expires_at?.getTime() !== expires_at.getTime()) return
  const [row] = await ctx.sql`
    update learning.student_course set expiry_told_for = expires_at
    where student_course_id = ${student_course_id} and expiry_told_for is distinct from expires_at
    returning student_course_id`
  if (row) await ctx.emit(expiresSoon, { student_course_id, expires_at: expires_at.toISOString() })
}
