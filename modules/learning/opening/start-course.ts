import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { requireAge } from '#modules/learning/registration/age.ts'
import { findCitedOn, lockStarts, requireEligible } from '#modules/learning/registration/eligibility.ts'
import { programLimit } from '#modules/learning/reporting/complete-by.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/**
 * Marks a course as started and returns its new state. The caller must hold its lock and have checked that it may be
 * entered.
 */
export async function startCourse(ctx: Ctx, course: StudentCourse): Promise<StudentCourse> {
  const { student_course_id, lk_student_course_status_id: now } = course
  if (!course.started_at) {
    await requireAge(ctx, course)
    await lockStarts(ctx, course)
    await requireEligible(ctx, course, { cited_on: await findCitedOn(ctx, course) })
  }
  const goesOn = now === status.attemptedCompletion || now === status.inProgress
  const studentCourse = goesOn ? course : await changeStatus(ctx, student_course_id, status.inProgress, 'student')
  if (course.started_at) return studentCourse
  // Some programs give a time from the start. `least` ignores nulls: a course without an end of its own gets the program's.
  const { program_id } = await selectCourseVersion(ctx, course.course_version_id)
  const limit = await programLimit(ctx, program_id, { registered_at: course.registered_at, started_at: ctx.now })
  await ctx.sql`
    update learning.student_course
    set started_at = platform.now(), expires_at = least(expires_at, ${limit}::timestamptz)
    where student_course_id = ${student_course_id}`
  return studentCourse
}
