import type { Ctx } from '../../../platform/ctx.ts'
import { requireAge } from '../registration/age.ts'
import { changeStatus } from '../status/change-status.ts'
import { status } from '../status/course-status.shared.ts'
import type { StudentCourse } from '../student-course.sql.ts'

/** Marks a course as begun and gives it as it then is. The caller holds its lock and has checked that it may be entered. */
export async function startCourse(ctx: Ctx, course: StudentCourse): Promise<StudentCourse> {
  const { student_course_id, lk_student_course_status_id: now } = course
  if (!course.started_at) await requireAge(ctx, course)
  const goesOn = now === status.attemptedCompletion || now === status.inProgress
  const begun = goesOn ? course : await changeStatus(ctx, student_course_id, status.inProgress, 'student')
  if (course.started_at) return begun
  await ctx.sql`
    update learning.student_course set started_at = platform.now() where student_course_id = ${student_course_id}`
  return begun
}
