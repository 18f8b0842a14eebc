import { listQuestions } from '#modules/catalogue/index.ts'
import { selectPerson } from '#modules/identity/index.ts'
import { licenseWarning } from '#modules/learning/questions/license-format.ts'
import { listAnswers } from '#modules/learning/questions/registration-answer.sql.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { stateCode } from '#platform/states.ts'
import { factsOf } from './registered-facts.ts'

/**
 * The question to staff whether the license number on file is right; null without a number, or if it matches a format
 * of its state. The text contains no number, so no access is recorded. Callers must check whose course it is.
 */
export async function findLicenseWarning(ctx: Ctx, student_course_id: number): Promise<string | null> {
  const course = await selectStudentCourse(ctx, student_course_id)
  const questions = await listQuestions(ctx, course.course_version_id, { used_in: 'registration' })
  const facts = factsOf(questions, await listAnswers(ctx, student_course_id))
  if (facts.driver_license === null) return null
  const { lk_state_id } = await selectPerson(ctx, course.user_id)
  return licenseWarning(ctx.locale, facts.license_state ?? stateCode(lk_state_id), facts.driver_license)
}
