import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { sessionOf, verificationOf } from '#modules/learning/due-check/due.ts'
import { methodsOf } from '#modules/learning/due-check/options.ts'
import type { Seat } from '#modules/learning/leases/acquire-lease.ts'
import type { InlineAnswer } from '#modules/learning/questions/inline-answer.sql.ts'
import { type StudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { isViewing } from '#platform/viewing.ts'
import { type CourseState, selectCourseState } from './completion.ts'
import { componentPath, isInside, pathOf } from './course-route.ts'
import { findRemainingToday } from './daily-maximum.ts'
import { findCoursePosition } from './find-course-position.ts'
import { frontier, type Step } from './outline.ts'
import type { Progress } from './progress.sql.ts'

/** The data of a page's clock; the props of `seat-time/seat-clock.island.tsx`. */
export type SeatProps = {
  student_progress_id: number
  lease_id: string
  time_spent: number
  required_seconds: number
  idle_minutes: number | null
}

/** A component that may be opened, with its course. */
export type CourseStep = { state: CourseState; step: Step }

export type OpenResult = { redirect: string } | OpenStep

/** `answers` are the student's answers to the component's inline quizzes. */
type OpenStep = CourseStep & {
  redirect: null
  student_progress_id: number | null
  seat: SeatProps | null
  answers: readonly InlineAnswer[]
}

/**
 * The component, if the course is open and the component reachable; otherwise the path to redirect to. Throws 404 for a
 * component of another course.
 */
export async function findStep(
  ctx: Ctx,
  course: StudentCourse,
  component_id: number,
  progress?: readonly Progress[],
): Promise<CourseStep | { redirect: string }> {
  const state = await selectCourseState(ctx, course, progress)
  const position = await findCoursePosition(ctx, course, state.steps)
  const step = state.steps.find((step) => step.component.component_id === component_id)
  if (!step) throw errors.notFound()
  if (!isInside(position)) return { redirect: pathOf(position) }
  if (!step.reachable) return { redirect: componentPath(course.student_course_id, frontier(state.steps)!.component) }
  return { state, step }
}

/** The seat-time data of a lesson or quiz, for its clock and its lease. */
export async function seatAt(ctx: Ctx, course: StudentCourse, step: Step, student_progress_id: number): Promise<Seat> {
  const { user_id, organization_id, student_course_id } = course
  const { component_id, required_seconds } = step.component
  return {
    user_id,
    organization_id,
    student_course_id,
    component_id,
    student_progress_id,
    required_seconds,
    idle_minutes: await idleMinutes(ctx, course),
    ...(await checkAhead(ctx, course)),
  }
}

/** The time that the next page may earn: until a check is due, or the day's maximum is reached. */
async function checkAhead(ctx: Ctx, course: StudentCourse): Promise<Pick<Seat, 'check'>> {
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const today = await findRemainingToday(ctx, course)
  const isChecked = methodsOf(version).length > 0
  if (!isChecked && !today) return {}
  const { left_ms = null } = isChecked ? await verificationOf(ctx, course) : {}
  const limits = [left_ms, today?.left_ms ?? null].filter((ms) => ms !== null)
  return {
    check: { left_ms: limits.length > 0 ? Math.min(...limits) : null, session_id: isChecked ? sessionOf(ctx) : null },
  }
}

/** The idle limit of a course, or null for one without. */
export async function idleMinutes(
  ctx: Ctx,
  { course_version_id }: Pick<StudentCourse, 'course_version_id'>,
): Promise<number | null> {
  const version = await selectCourseVersion(ctx, course_version_id)
  const idle = version.course_security_options.globalSettings?.idleTimer
  return idle?.enabled ? idle.value : null
}

/**
 * The idle limit of a course page that earns no time; null without one, and for staff who view as the student. Callers
 * must check whose course it is.
 */
export async function idleLimitOf(ctx: Ctx, student_course_id: number): Promise<number | null> {
  return isViewing(ctx.actor) ? null : idleMinutes(ctx, await selectStudentCourse(ctx, student_course_id))
}

/** The page's props for a seat that was just taken. */
export const seatProps = (seat: Seat, lease_id: string, { time_spent }: Step): SeatProps => ({
  student_progress_id: seat.student_progress_id,
  lease_id,
  time_spent,
  required_seconds: seat.required_seconds,
  idle_minutes: seat.idle_minutes,
})

/** Whether a component earns seat time. Breaks are not instruction, and the final exam does not count. */
export const earnsTime = ({ component }: Step): boolean => component.type !== 'Break' && !component.final_ind
