import { listQuestions } from '#modules/catalogue/index.ts'
import { licenseWarning } from '#modules/learning/questions/license-format.ts'
import { listAnswers } from '#modules/learning/questions/registration-answer.sql.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { factsOf } from './registered-facts.ts'

/**
 * The question to staff whether the license number on file is right; null without a number, or if it matches a format
 * of its state. The text contains no number, so no access is recorded. Callers must check whose course it is.
 */
export async function findLicenseWarning(ctx: Ctx, student_course_id: number): Promise<string | null> {
  const { driver_license, state } = await selectLicense(ctx, student_course_id)
  return driver_license === null ? null : licenseWarning(ctx.locale, state, driver_license)
}

/** The same question about another number for the license of a course. */
export async function findWarningAbout(ctx: Ctx, student_course_id: number, number: string): Promise<string | null> {
  return licenseWarning(ctx.locale, (await selectLicense(ctx, student_course_id)).state, number)
}

/** The license on file; its state is '' if no one stated it. */
async function selectLicense(ctx: Ctx, student_course_id: number) {
  const course = await selectStudentCourse(ctx, student_course_id)
  const questions = await listQuestions(ctx, course.course_version_id, { used_in: 'registration' })
  const { driver_license, license_state } = factsOf(questions, await listAnswers(ctx, student_course_id))
  return { driver_license, state: license_state ?? '' }
}
