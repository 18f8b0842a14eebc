import { listQuestions } from '#modules/catalogue/index.ts'
import { licenseWarning } from '#modules/learning/questions/license-format.ts'
import { listAnswers } from '#modules/learning/questions/registration-answer.sql.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { factsOf } from './registered-facts.ts'

/**
 * A warning that the license number on file does not match a format of its state; null if it does, or without a number.
 * The text does not contain the number, so no access is recorded. Callers must check whose course it is.
 */
export async function findLicenseWarning(ctx: Ctx, student_course_id: number): Promise<string | null> {
  const { driver_license, state } = await selectLicense(ctx, student_course_id)
  return driver_license === null ? null : licenseWarning(ctx.locale, state, driver_license)
}

/** Like `findLicenseWarning`, for another number. */
export async function findWarningAbout(ctx: Ctx, student_course_id: number, number: string): Promise<string | null> {
  return licenseWarning(ctx.locale, (await selectLicense(ctx, student_course_id)).state, number)
}

/** The license on file; its state is '' if unknown. */
async function selectLicense(ctx: Ctx, student_course_id: number) {
  const course = await selectStudentCourse(ctx, student_course_id)
  const questions = await listQuestions(ctx, course.course_version_id, { used_in: 'registration' })
  const { driver_license, license_state } = factsOf(questions, await listAnswers(ctx, student_course_id))
  return { driver_license, state: license_state ?? '' }
}
