import { listQuestions } from '#modules/catalogue/index.ts'
import { purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'
import { listAnswers } from '#modules/learning/questions/registration-answer.sql.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { factsOf } from './registered-facts.ts'

/**
 * The day (YYYY-MM-DD) by which the student's notice or court requires the course, as stated at registration; null if
 * the course doesn't ask. Callers must check whose course it is.
 */
export async function findNoticeDue(ctx: Ctx, student_course_id: number): Promise<string | null> {
  const { course_version_id } = await selectStudentCourse(ctx, student_course_id)
  const questions = await listQuestions(ctx, course_version_id, { used_in: 'registration' })
  if (!questions.some((question) => purposeOf(question) === 'due-date')) return null
  return factsOf(questions, await listAnswers(ctx, student_course_id)).notice_due_on
}
