import { changeStatus } from '#modules/learning/status/change-status.ts'
import { mayBecome } from '#modules/learning/status/transitions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { isComplete, isEnrollment, status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localize } from '#platform/texts.ts'
import { findAgeProblem } from './age.ts'
import { correctStatedBirth } from './date-of-birth.ts'
import { findProgramAgeProblem } from './eligibility.ts'

/**
 * Updates a student's registrations after staff corrected the date of birth; courses that the student may no longer
 * take need attention. Returns the names of those courses, including completed ones, which keep their status.
 */
export async function recheckAge(ctx: Ctx, user_id: number): Promise<string[]> {
  // The student may have courses at several organizations of the tree.
  const rows = await ctx.unscoped.sql<{ student_course_id: number }>`
    select student_course_id from learning.student_course
    where user_id = ${user_id} order by student_course_id`
  const names: string[] = []
  for (const { student_course_id } of rows) {
    const name = await recheckCourse(ctx.unscoped, student_course_id)
    if (name) names.push(name)
  }
  return names
}

async function recheckCourse(ctx: Ctx, student_course_id: number): Promise<string | null> {
  const course = await lockStudentCourse(ctx, student_course_id)
  const courseStatus = course.lk_student_course_status_id
  if (!isEnrollment(courseStatus)) return null
  if (!isComplete(courseStatus)) await correctStatedBirth(ctx, course)
  const problem = (await findAgeProblem(ctx, course)) ?? (await findProgramAgeProblem(ctx, course))
  if (!problem) return null
  const note = localize(ctx.locale, problem)
  if (mayBecome(courseStatus, status.needsAttention, 'staff'))
    await changeStatus(ctx, student_course_id, status.needsAttention, 'staff', { note })
  await ctx.audit({ action: 'course.not-of-age', ...courseEvent(course), after: { reason: note } })
  return course.course_name
}
