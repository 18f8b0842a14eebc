import { type CourseVersion, listQuestions, selectCourseVersion } from '#modules/catalogue/index.ts'
import { asksAgreement } from '#modules/learning/due-check/options.ts'
import type { WholeShown } from '#modules/learning/registration/registration.schema.ts'
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
 * The position of a page among those before the first lesson; `done` is the part of its step that the bar shows as done,
 * 0 to 1: below 1 only for questions.
 */
export type SetupPlace = { number: number; total: number; done: number; minutes: number }

const seconds = { about: 40, review: 20, agreement: 30, identity: 60, phone: 45, typing: 60, device: 20, question: 25 }

const notStarted: readonly number[] = [
  status.paidNotRegistered,
  status.inRegistration,
  status.paidRegistered,
  status.inSecuritySetup,
]

/**
 * The step of a course before its first lesson, the number of steps, and the minutes from there to the lessons; null
 * for a course that has begun. Answers to registration questions do not change the number of steps.
 */
export async function findSetupPlace(
  ctx: Ctx,
  student_course_id: number,
  step: SetupStep | 'first',
  whole?: WholeShown,
): Promise<SetupPlace | null> {
  const course = await selectStudentCourse(ctx, student_course_id)
  if (!notStarted.includes(course.lk_student_course_status_id)) return null
  const steps = await listSteps(ctx, course, whole)
  const at = step === 'first' ? 0 : steps.findIndex(({ name }) => name === step)
  if (at < 0 || steps.length === 0) return null
  const remainingSeconds = steps.slice(at).reduce((sum, timedStep) => sum + timedStep.seconds, 0)
  const minutes = Math.max(1, Math.round(remainingSeconds / 60))
  return { number: at + 1, total: steps.length, done: steps[at]!.done, minutes }
}

type TimedStep = { name: SetupStep; seconds: number; done: number }

async function listSteps(ctx: Ctx, course: StudentCourse, whole?: WholeShown): Promise<TimedStep[]> {
  const version = await selectCourseVersion(ctx, course.course_version_id)
  return [...(await registrationSteps(ctx, course, version, whole)), ...(await identitySteps(ctx, course, version))]
}

async function registrationSteps(
  ctx: Ctx,
  course: StudentCourse,
  version: CourseVersion,
  whole?: WholeShown,
): Promise<TimedStep[]> {
  const { enabled, requiredBefore, iAgreeLocation } = version.course_registration_options
  if (!enabled || !requiredBefore) return []
  const { questions, registration } = whole ?? (await showRegistration(ctx, course.student_course_id))
  const begun = registration.started_at !== null || registration.profile_missing.length > 0
  const agrees = iAgreeLocation === 'registration' || course.purchased_via !== null
  return [
    ...(questions.length > 0 || begun ? [step('about')] : []),
    ...(questions.length > 0 ? [await questionStep(ctx, version, questions), step('review')] : []),
    ...(agrees && version.disclaimer.trim() !== '' ? [step('agreement')] : []),
  ]
}

/** Also counts hidden questions that an open one may still bring, so that answers only shorten the step. */
async function questionStep(ctx: Ctx, version: CourseVersion, visible: WholeShown['questions']): Promise<TimedStep> {
  const all = await listQuestions(ctx, version.course_version_id, { used_in: 'registration' })
  const open = visible.filter(({ problem, attempted }) => problem !== null || !attempted)
  const undecided = undecidedQuestions(all, visible, open)
  const left = open.length + undecided.length
  return { name: 'questions', seconds: left * seconds.question, done: 1 - left / (visible.length + undecided.length) }
}

const step = (name: Exclude<SetupStep, 'questions'>): TimedStep => ({ name, seconds: seconds[name], done: 1 })

/** Leaves out a method that staff turned off; one that the student skips is counted. */
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
    const offByStaff = waivable.some((waived) => waived === method && setup?.waivers[waived].by_staff)
    // Passing no setup asks whether the course requires the method, whatever the student has already set up.
    if (!offByStaff && (await isMissing(ctx, { student_course_id, version, setup: null }))) parts.add(stepOfPart(part))
  }
  return [...parts].map(step)
}

/** The step of a part of the setup; the agreement and the personal questions are one page. */
export const stepOfPart = (part: string | undefined): Exclude<SetupStep, 'questions'> =>
  part === 'phone' || part === 'typing' || part === 'device' ? part : 'identity'
