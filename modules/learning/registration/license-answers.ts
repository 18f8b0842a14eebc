import { dataOf, listQuestions, type Question, selectCourseVersion } from '#modules/catalogue/index.ts'
import { isTrainingClass, licenseClasses, licenseClassIn } from '#modules/catalogue/programs/license-classes.shared.ts'
import { isPersonal, purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { selectPerson } from '#modules/identity/index.ts'
import type { Answer } from '#modules/learning/questions/answer.shared.ts'
import {
  type DriverLicense,
  findDriverLicense,
  noLicense,
  writeDriverLicense,
} from '#modules/learning/questions/driver-license.sql.ts'
import { saveAnswer } from '#modules/learning/questions/registration-answer.sql.ts'
import { fixIfAllCorrected } from '#modules/learning/status/fix-course.ts'
import { isComplete } from '#modules/learning/student-course/course-status.shared.ts'
import {
  lockCoursesOf,
  lockStudentCourse,
  type StudentCourse,
  selectStudentCourse,
} from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localize } from '#platform/texts.ts'
import { clearConfirmation } from './registration.sql.ts'
import { isLocked, isRegistrationOpen } from './registration-open.ts'
import {
  answerOf,
  checkInState,
  problemsOf,
  type RegistrationState,
  selectRegistrationState,
} from './registration-state.ts'

/** The part of a license that a question asks for; null for other questions. */
function partOf(question: Question): keyof DriverLicense | null {
  const data = dataOf(question)
  if (data.includes('driver_license')) return 'license_number'
  if (purposeOf(question) === 'license-state') return 'lk_state_id'
  return data.includes('license_class') ? 'license_class' : null
}

/** The license's answer to a question; null if it has none. */
function answerFor(ctx: Pick<Ctx, 'locale'>, question: Question, license: DriverLicense): Answer {
  const part = partOf(question)
  if (part === null || license[part] === null) return null
  if (part !== 'license_class') return license[part]
  const code = licenseClassIn(license.license_class!)
  if (question.lk_question_type_id === questionType.short_answer) {
    if (code === null) return license.license_class
    // The question is about training, which the other classes don't have.
    return isTrainingClass(code) ? localize(ctx.locale, licenseClasses[code]) : null
  }
  const isNamed = ({ text }: { text: string }) =>
    text === license.license_class || (code !== null && licenseClassIn(text) === code)
  return question.configuration.options.find(isNamed)?.id ?? null
}

/** Answers the questions about the license that have no answer yet, so that a license is typed once for all courses. */
export async function answerFromLicense(ctx: Ctx, course: StudentCourse): Promise<void> {
  const license = await findDriverLicense(ctx, course.user_id)
  if (license === noLicense) return
  const state = await selectRegistrationState(ctx, course)
  for (const question of state.visible)
    if (answerOf(state, question.question_id) === null) await saveFromLicense(ctx, state, question, license)
}

/** Saves the license's answer to a question if it is valid there. Returns whether it was saved. */
async function saveFromLicense(
  ctx: Ctx,
  state: RegistrationState,
  question: Question,
  license: DriverLicense,
): Promise<boolean> {
  const answer = answerFor(ctx, question, license)
  // A timed question is answered in the course, under its timer.
  if (answer === null || question.configuration.timer.active || checkInState(ctx, state, question, answer)) return false
  const { question_id, configuration } = question
  const submitted = state.answers.get(question_id)?.submitted_at != null
  const needs_review = configuration.requireReview
  await saveAnswer(ctx, state.course, { question_id, answer, personal: isPersonal(question), submitted, needs_review })
  return true
}

/** Saves the license data from a registration for the student's other courses. */
export async function saveStatedLicense(
  ctx: Ctx,
  course: StudentCourse,
  question: Question,
  answer: Answer,
): Promise<void> {
  const part = partOf(question)
  if (part === null || answer === null) return
  const { user_id, organization_id } = await selectPerson(ctx, course.user_id)
  await writeDriverLicense(
    ctx,
    { user_id, organization_id },
    { ...noLicense, [part]: parsePart(question, part, answer) },
  )
}

function parsePart(question: Question, part: keyof DriverLicense, answer: Answer): string | number | null {
  if (part !== 'license_class') return answer as string | number
  const text = question.configuration.options.find(({ id }) => id === answer)?.text ?? String(answer)
  return licenseClassIn(text) ?? text.slice(0, 60)
}

/** Locks and returns the student's courses with a started, open registration. */
async function lockOpenCourses(ctx: Ctx, user_id: number): Promise<StudentCourse[]> {
  await lockCoursesOf(ctx, user_id)
  const rows = await ctx.sql<{ student_course_id: number }>`
    select student_course_id from learning.student_course join learning.registration using (student_course_id)
    where user_id = ${user_id} order by student_course_id`
  const openCourses: StudentCourse[] = []
  for (const { student_course_id } of rows) {
    const course = await lockStudentCourse(ctx, student_course_id)
    const { course_registration_options } = await selectCourseVersion(ctx, course.course_version_id)
    if (course_registration_options.enabled && isRegistrationOpen(course)) openCourses.push(course)
  }
  return openCourses
}

/**
 * Corrects the license in the answers of every open registration. Returns the names of the courses that keep another
 * answer: students can't change one that is final, or that proved their identity to an agency; staff can.
 */
export async function correctLicenseAnswers(
  ctx: Ctx,
  user_id: number,
  license: DriverLicense,
  byStaff: boolean,
): Promise<string[]> {
  const unchangedCourses: string[] = []
  for (const course of await lockOpenCourses(ctx, user_id))
    if (!(await correctCourse(ctx, course, license, byStaff))) unchangedCourses.push(course.course_name)
  return [...new Set(unchangedCourses)]
}

/** Returns whether the course's answers now match the license. */
async function correctCourse(ctx: Ctx, course: StudentCourse, license: DriverLicense, byStaff: boolean) {
  const state = await selectRegistrationState(ctx, course)
  const problems = new Set(problemsOf(ctx, state).map(({ question_id }) => question_id))
  let [changed, matches] = [false, true]
  for (const question of state.visible) {
    const { question_id } = question
    const answer = answerFor(ctx, question, license)
    if (answer === null || answerOf(state, question_id) === answer) continue
    const isFinal = !byStaff && isLocked(course, question, state.answers.get(question_id), problems.has(question_id))
    const isSaved = !isFinal && (await saveFromLicense(ctx, state, question, license))
    changed ||= isSaved
    matches &&= isSaved
  }
  if (changed && !isComplete(course.lk_student_course_status_id)) await clearConfirmation(ctx, course)
  if (changed) await fixIfAllCorrected(ctx, course.student_course_id)
  return matches
}

/** Whether an open registration asks for the class, or one was stated. */
export async function isLicenseClassAsked(ctx: Ctx, user_id: number): Promise<boolean> {
  const rows = await ctx.sql<{ student_course_id: number }>`
    select student_course_id from learning.student_course where user_id = ${user_id} order by student_course_id`
  for (const { student_course_id } of rows) {
    const course = await selectStudentCourse(ctx, student_course_id)
    if (!isRegistrationOpen(course)) continue
    const questions = await listQuestions(ctx, course.course_version_id, { used_in: 'registration' })
    if (questions.some((question) => partOf(question) === 'license_class')) return true
  }
  return false
}
