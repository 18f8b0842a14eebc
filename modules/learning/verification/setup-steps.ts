import { type CourseVersion, listQuestions, selectCourseVersion } from '#modules/catalogue/index.ts'
import { asksAgreement } from '#modules/learning/due-check/options.ts'
import type { RegistrationPageView } from '#modules/learning/registration/registration.schema.ts'
import { showRegistration } from '#modules/learning/registration/show-registration.ts'
import { undecidedQuestions } from '#modules/learning/registration/visible-questions.shared.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { type StudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { methodOf, setupMethods } from './methods/methods.ts'
import { findSetup } from './setup.sql.ts'
import { waivable } from './waivers.sql.ts'

/**
 * A page between the payment and the first lesson. The identity setup has several: `identity` (agreement and personal
 * questions), `phone`, `typing` and `device`.
 */
export type SetupStep = 'about' | 'questions' | 'review' | 'agreement' | 'identity' | 'phone' | 'typing' | 'device'

/**
 * The position of a page among those before the first lesson. `done` is the part of its step that the progress bar
 * shows as done, from 0 to 1; it is below 1 only for questions.
 */
export type SetupPosition = { number: number; total: number; done: number; minutes: number }

const stepSeconds = {
  about: 40,
  review: 20,
  agreement: 30,
  identity: 60,
  phone: 45,
  typing: 60,
  device: 20,
  question: 25,
}

const notStarted: readonly number[] = [
  status.paidNotRegistered,
  status.inRegistration,
  status.paidRegistered,
  status.inSecuritySetup,
]

/**
 * The step of a course before its first lesson, the number of steps, and the minutes left until the lessons; null for a
 * course that has begun. Answers to registration questions do not change the number of steps.
 */
export async function findSetupPosition(
  ctx: Ctx,
  student_course_id: number,
  step: SetupStep | 'first',
  registrationView?: RegistrationPageView,
): Promise<SetupPosition | null> {
  const course = await selectStudentCourse(ctx, student_course_id)
  if (!notStarted.includes(course.lk_student_course_status_id)) return null
  const steps = await listSteps(ctx, course, registrationView)
  const index = step === 'first' ? 0 : steps.findIndex(({ name }) => name === step)
  if (index < 0 || steps.length === 0) return null
  const remainingSeconds = steps.slice(index).reduce((sum, timedStep) => sum + timedStep.seconds, 0)
  const minutes = Math.max(1, Math.round(remainingSeconds / 60))
  return { number: index + 1, total: steps.length, done: steps[index]!.done, minutes }
}

type TimedStep = { name: SetupStep; seconds: number; done: number }

async function listSteps(
  ctx: Ctx,
  course: StudentCourse,
  registrationView?: RegistrationPageView,
): Promise<TimedStep[]> {
  const version = await selectCourseVersion(ctx, course.course_version_id)
  return [
    ...(await registrationSteps(ctx, course, version, registrationView)),
    ...(await identitySteps(ctx, course, version)),
  ]
}

async function registrationSteps(
  ctx: Ctx,
  course: StudentCourse,
  version: CourseVersion,
  registrationView?: RegistrationPageView,
): Promise<TimedStep[]> {
  const { enabled, requiredBefore, iAgreeLocation } = version.course_registration_options
  if (!enabled || !requiredBefore) return []
  const { questions, registration } = registrationView ?? (await showRegistration(ctx, course.student_course_id))
  const hasBegun = registration.started_at !== null || registration.profile_missing.length > 0
  const hasAgreement = iAgreeLocation === 'registration' || course.purchased_via !== null
  return [
    ...(questions.length > 0 || hasBegun ? [fixedStep('about')] : []),
    ...(questions.length > 0 ? [await questionStep(ctx, version, questions), fixedStep('review')] : []),
    ...(hasAgreement && version.disclaimer.trim() !== '' ? [fixedStep('agreement')] : []),
  ]
}

/** Also counts hidden questions that an open question may still reveal, so that answers only shorten the step. */
async function questionStep(
  ctx: Ctx,
  version: CourseVersion,
  visible: RegistrationPageView['questions'],
): Promise<TimedStep> {
  const allQuestions = await listQuestions(ctx, version.course_version_id, { used_in: 'registration' })
  const openQuestions = visible.filter(({ problem, attempted }) => problem !== null || !attempted)
  const undecided = undecidedQuestions(allQuestions, visible, openQuestions)
  const remaining = openQuestions.length + undecided.length
  return {
    name: 'questions',
    seconds: remaining * stepSeconds.question,
    done: 1 - remaining / (visible.length + undecided.length),
  }
}

const fixedStep = (name: Exclude<SetupStep, 'questions'>): TimedStep => ({ name, seconds: stepSeconds[name], done: 1 })

/** Leaves out methods that staff turned off, but not those that the student skipped. */
async function identitySteps(
  ctx: Ctx,
  { student_course_id }: StudentCourse,
  version: CourseVersion,
): Promise<TimedStep[]> {
  const setup = await findSetup(ctx, student_course_id)
  const parts = new Set<Exclude<SetupStep, 'questions'>>()
  if (asksAgreement(version)) parts.add('identity')
  for (const method of setupMethods) {
    const { part, isMissing } = methodOf(method).setup!
    const isOffByStaff = waivable.some((waived) => waived === method && setup?.waivers[waived].by_staff)
    // Without a setup, `isMissing` returns whether the course requires the method at all.
    if (!isOffByStaff && (await isMissing(ctx, { student_course_id, version, setup: null })))
      parts.add(stepOfPart(part))
  }
  return [...parts].map(fixedStep)
}

/** The step of a part of the setup; the agreement and the personal questions are one page. */
export const stepOfPart = (part: string | undefined): Exclude<SetupStep, 'questions'> =>
  part === 'phone' || part === 'typing' || part === 'device' ? part : 'identity'
