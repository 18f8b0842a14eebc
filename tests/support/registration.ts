import { type CourseVersion, listQuestions, type Question, selectCourseVersion } from '#modules/catalogue/index.ts'
import { purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'
import { selectPerson } from '#modules/identity/index.ts'
import { getAboutYou } from '#modules/identity/profile/get-about-you.ts'
import { saveAboutYou } from '#modules/identity/profile/save-about-you.ts'
import { agree } from '#modules/learning/registration/agree.ts'
import { submitRegistrationAnswer } from '#modules/learning/registration/answer-question.ts'
import { completeRegistration } from '#modules/learning/registration/complete-registration.ts'
import { confirmRegistration } from '#modules/learning/registration/confirm-registration.ts'
import { storeDocument } from '#modules/learning/registration/documents.ts'
import { getRegistration } from '#modules/learning/registration/get-registration.ts'
import { startRegistration } from '#modules/learning/registration/start-registration.ts'
import { submitRegistration } from '#modules/learning/registration/submit-registration.ts'
import { type StudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { counties } from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { stateIdOf } from '#platform/states.ts'
import type { TestApp } from './app.ts'

/** The smallest PNG: one transparent pixel. */
export const onePixel = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

type Choose = (question: Question) => number | undefined
type Options = { choose?: Choose }

/**
 * Registers a student for a course: starts, answers the questions, agrees, completes. `choose` returns the option of a
 * choice (the first by default). `student` is the user ID of the course's student.
 */
export async function answerRegistration(
  app: Pick<TestApp, 'ctx' | 'actorOf'>,
  student: number,
  studentCourseId: number,
  { choose }: Options = {},
): Promise<void> {
  const ctx = await app.ctx(await app.actorOf(student))
  await answerQuestions(ctx, studentCourseId, choose)
  const { must_agree } = await submitRegistration.run(ctx, { studentCourseId })
  if (must_agree) await agree.run(ctx, { studentCourseId, agreement: 'I Agree' })
  await completeRegistration.run(ctx, { studentCourseId })
}

/**
 * For a course that waits for it (Confirming Information): the student confirms everything. Completing the course is
 * the next step.
 */
export async function confirmInformation(
  app: Pick<TestApp, 'ctx' | 'actorOf'>,
  student: number,
  studentCourseId: number,
) {
  const ctx = await app.ctx(await app.actorOf(student))
  await fillAboutYou(ctx)
  await confirmRegistration.run(ctx, { studentCourseId })
}

/** Gives the student a complete profile unless they have one; keeps names and date of birth. */
export async function fillAboutYou(ctx: Ctx, birth = '03/14/2008'): Promise<void> {
  const { numbers, gender, address1, firstName, lastName, dob } = await getAboutYou.run(ctx, {})
  if (numbers.length > 0 && gender && address1) return
  await saveAboutYou.run(ctx, {
    firstName: firstName || 'Sam',
    lastName: lastName || 'Student',
    dob: dob || birth,
    gender: 'F',
    address1: '1 Main Street',
    city: 'Tampa',
    state: 9,
    zip: '33601',
    numbers: [{ phone_number: '8135550100', lk_phone_number_type_id: 1 }],
  })
}

/** Starts the registration and answers every question, without submitting it. */
export async function answerQuestions(ctx: Ctx, studentCourseId: number, choose: Choose = () => undefined) {
  let { questionId } = await startRegistration.run(ctx, { studentCourseId })
  while (questionId !== null) {
    const answer = await validAnswer(ctx, studentCourseId, questionId, choose)
    await submitRegistrationAnswer.run(ctx, { studentCourseId, questionId, answer })
    const { questions } = await getRegistration.run(ctx, { studentCourseId })
    questionId = questions.find(({ attempted }) => !attempted)?.question_id ?? null
  }
}

type AnswerValue = string | number | number[]

/** A date of birth that the course's age rule allows; March 14, 2008 without a rule. */
export function birthFor({
  course_registration_options: rule,
}: Pick<CourseVersion, 'course_registration_options'>): string {
  if (!rule.ageEnabled) return '03/14/2008'
  const years = rule.aboveOrBelowAge === 'Above' ? rule.age + 2 : rule.age - 2
  return `03/14/${new Date().getFullYear() - years}`
}

/** The profile's date of birth, or one for the course. */
async function birthOf(ctx: Ctx, { user_id, course_version_id }: StudentCourse): Promise<string> {
  const { dob } = await selectPerson(ctx, user_id)
  const [year, month, day] = dob?.split('-') ?? []
  return dob ? `${month}/${day}/${year}` : birthFor(await selectCourseVersion(ctx, course_version_id))
}

/** A valid answer to the question, made from its rules. */
export async function validAnswer(
  ctx: Ctx,
  studentCourseId: number,
  question_id: number,
  choose: Choose,
): Promise<AnswerValue> {
  const course = await selectStudentCourse(ctx, studentCourseId)
  const questions = await listQuestions(ctx, course.course_version_id, { used_in: 'registration' })
  const question = questions.find((other) => other.question_id === question_id)!
  const { options, settings } = question.configuration
  const optionId = choose(question) ?? options[0]?.id ?? 0
  switch (question.type) {
    case 'drivers_license':
      return 'W426556678901'
    case 'ssn':
      return '4321'
    case 'date':
      return purposeOf(question) === 'date-of-birth' ? birthOf(ctx, course) : '12/01/2030'
    case 'state':
      return stateIdOf('FL')!
    case 'county':
      return counties.find(({ lk_state_id }) => lk_state_id === 10)!.county_id
    case 'upload':
      return (await storeDocument(ctx, course, question_id, { name: 'page.png', bytes: onePixel })).attachment_id
    case 'multiple_choice':
      return [optionId]
    case 'sort_order':
      return options.map(({ id }) => id)
    case 'short_answer':
    case 'long_answer':
      if (settings.minMax.enabled) return '1234567890'.slice(0, settings.minMax.max)
      return settings.wordMinMax.enabled ? Array(settings.wordMinMax.min).fill('word').join(' ') : 'An answer'
    default:
      return optionId
  }
}
