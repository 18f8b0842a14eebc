import { type CourseVersion, selectCourseVersion } from '#modules/catalogue/index.ts'
import { listPhones } from '#modules/identity/index.ts'
import { methodsOf } from '#modules/learning/due-check/options.ts'
import { extendLimit } from '#modules/learning/extra-time/extra-time.sql.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { type StudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { type Appeal, isLocked, listAppeals } from './appeal.ts'
import type { Check } from './check.sql.ts'
import { isQuestion } from './methods/methods.ts'
import { openCheck, unlocksLeft } from './open-check.ts'
import { secondsFor } from './program-limits.ts'
import { attemptsOf, type CheckShown, currentCoursePath, decideLate, serveTask } from './serve-task.ts'
import { readSetup, type SetupShown } from './setup.ts'
import { findSetupPosition, type SetupPosition, stepOfPart } from './setup-steps.ts'

const requireOwnCourse = (ctx: Ctx, studentCourseId: number) =>
  ofCourse('studentCourseId').scope!(ctx, { studentCourseId })

export type SetupPage = {
  student_course_id: number
  course_name: string
  setup: SetupShown
  /** Its position among the pages before the first lesson. */
  place: SetupPosition | null
  /** The student's phone number, as a suggestion for the setup; '' without one. */
  phone_number: string
}

/** The page of the setup, or the address where the course continues. Throws 404 for another student's course. */
export async function readSetupPage(ctx: Ctx, student_course_id: number): Promise<SetupPage | { redirect: string }> {
  await requireOwnCourse(ctx, student_course_id)
  const redirect = await currentCoursePath(ctx, student_course_id)
  if (!redirect.endsWith('/security/setup')) return { redirect }
  const { course_name, user_id } = await selectStudentCourse(ctx, student_course_id)
  const setup = await readSetup(ctx, student_course_id)
  const place = await findSetupPosition(ctx, student_course_id, stepOfPart(setup.missing[0]))
  const [phone] = await listPhones(ctx, user_id)
  return { student_course_id, course_name, setup, place, phone_number: phone?.phone_number ?? '' }
}

export type VerifyPage = {
  student_course_id: number
  course_name: string
  unlocking: boolean
  /** The content of the check; its `task` is null until the student starts. */
  check: CheckShown
  /** Seconds for the upcoming task, or for a question of it, for this student; null without a limit. */
  seconds: number | null
  /** Whether the upcoming task is known to have this limit and not to be a question. */
  timed_task: boolean
  /** Whether the previous question was not answered in time. */
  late: boolean
  /** Whether the upcoming task can only be a question. */
  questions_only: boolean
}

/**
 * The page of the due check (or of unlocking a disabled course), or the address where the course continues. It starts
 * no timer that is not already running.
 */
export async function readVerifyPage(
  ctx: Ctx,
  student_course_id: number,
  unlock = false,
): Promise<VerifyPage | { redirect: string }> {
  await requireOwnCourse(ctx, student_course_id)
  return ctx.tx((inner) => openVerifyPage(inner, student_course_id, unlock))
}

async function openVerifyPage(
  ctx: Ctx,
  student_course_id: number,
  unlock: boolean,
): Promise<VerifyPage | { redirect: string }> {
  const course = await selectStudentCourse(ctx, student_course_id)
  if (unlock && (await unlocksLeft(ctx, course)) === 0)
    return { redirect: await currentCoursePath(ctx, student_course_id) }
  const address = pathTo('/course/:studentCourseId/security/verify', { studentCourseId: student_course_id })
  const redirect = await currentCoursePath(ctx, student_course_id)
  if (!unlock && redirect !== address) return { redirect }
  const { check: currentCheck, course: lockedCourse } = await openCheck(ctx, student_course_id, {
    begin: false,
    unlock,
  })
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const page = {
    student_course_id,
    course_name: course.course_name,
    unlocking: unlock,
    ...(await readLimit(ctx, course, version, currentCheck)),
    late: currentCheck?.overdue ?? false,
    questions_only: unlock || methodsOf(version).every(isQuestion),
  }
  const emptyCheck = { verified: false, reason: null, attemptsRemaining: null, last_attempt: false, task: null }
  if (!currentCheck) return { ...page, check: emptyCheck }
  // The timer of the next question starts only when the student asks for it.
  const check = currentCheck.overdue ? (await decideLate(ctx, lockedCourse, currentCheck)).check : currentCheck
  if (!check) return { redirect: await currentCoursePath(ctx, student_course_id) }
  const isTimed = (await secondsFor(ctx, version, check.tasks[check.position]!.method)) !== null
  if (!check.served_at && isTimed)
    return { ...page, check: { ...emptyCheck, reason: check.reason, ...attemptsOf(check) } }
  const served = await serveTask(ctx, lockedCourse, check)
  if ('shown' in served) return { ...page, check: served.shown }
  return { redirect: await currentCoursePath(ctx, student_course_id) }
}

async function readLimit(
  ctx: Ctx,
  { user_id }: Pick<StudentCourse, 'user_id'>,
  version: CourseVersion,
  check: Check | null,
): Promise<Pick<VerifyPage, 'seconds' | 'timed_task'>> {
  const upcoming = check?.tasks[check.position]?.method
  const limit = upcoming && !isQuestion(upcoming) ? await secondsFor(ctx, version, upcoming) : null
  const question = methodsOf(version).find(isQuestion)
  const seconds = limit ?? (question ? await secondsFor(ctx, version, question) : null)
  return { seconds: await extendLimit(ctx, user_id, seconds), timed_task: limit !== null }
}

/** The options on the page of a disabled course, in addition to the reason. */
export type LockedCourse = {
  /** The number of times that the student may still unlock it. */
  unlocks_left: number
  /** Whether an appeal is possible, with the last appeal. */
  appealable: boolean
  appeal: Appeal | null
}

/** The options of a disabled course. Throws 404 for another student's course. */
export async function readLocked(ctx: Ctx, student_course_id: number): Promise<LockedCourse> {
  await requireOwnCourse(ctx, student_course_id)
  const course = await selectStudentCourse(ctx, student_course_id)
  const [appeal = null] =
    course.lk_student_course_status_id === status.disabled ? await listAppeals(ctx, student_course_id) : []
  return { unlocks_left: await unlocksLeft(ctx, course), appealable: isLocked(course), appeal }
}
