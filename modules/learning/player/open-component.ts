import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { userOf } from '../../../platform/permissions.ts'
import { isViewing } from '../../../platform/viewing.ts'
import { type Component, resolveMedia, selectCourseVersion } from '../../catalogue/index.ts'
import { videosOf } from '../media-progress/videos.ts'
import { insertVideos } from '../media-progress/watched-video.sql.ts'
import { endLease, takeLease } from '../seat-time/take-lease.ts'
import { lockStudentCourse, type StudentCourse, selectStudentCourse } from '../student-course.sql.ts'
import { type CourseState, selectCourseState } from './completion.ts'
import { frontier, type Step, stepsWith } from './outline.ts'
import { listProgress, openProgress, type Progress, updateCurrentComponent } from './progress.sql.ts'
import { standingOf } from './standing.ts'
import { startCourse } from './start-course.ts'
import { componentPath, isInside, pathOf } from './where.ts'

/** What the clock of a page needs; the props of `seat-time/seat-clock.island.tsx`. */
export type SeatProps = {
  student_progress_id: number
  lease_id: string
  time_spent: number
  required_seconds: number
  idle_minutes: number | null
}

export type Opened =
  | { redirect: string }
  | { redirect: null; state: CourseState; step: Step; student_progress_id: number | null; seat: SeatProps | null }

/**
 * Opens a component for its student: checks that the course is open and the component's turn has come, starts the
 * course, makes the progress row, begins a break (once) and takes the seat-time lease. `redirect` says where else to
 * go. Staff who view as the student change nothing and earn nothing. Throws 404 for a component of another course and for
 * a course of another student.
 */
export async function openComponent(ctx: Ctx, student_course_id: number, component_id: number): Promise<Opened> {
  return isViewing(ctx.actor)
    ? look(ctx, student_course_id, component_id)
    : ctx.tx((inner) => enter(inner, student_course_id, component_id))
}

async function look(ctx: Ctx, student_course_id: number, component_id: number): Promise<Opened> {
  const course = await selectStudentCourse(ctx, student_course_id)
  requireOwner(ctx, course)
  const found = await findStep(ctx, course, component_id)
  if ('redirect' in found) return found
  return { redirect: null, ...found, student_progress_id: found.step.progress?.student_progress_id ?? null, seat: null }
}

async function enter(ctx: Ctx, student_course_id: number, component_id: number): Promise<Opened> {
  // One journey; the progress is read once the lock is held.
  const [course, read] = await Promise.all([
    lockStudentCourse(ctx, student_course_id),
    listProgress(ctx, student_course_id),
  ])
  requireOwner(ctx, course)
  const found = await findStep(ctx, course, component_id, read)
  if ('redirect' in found) return found
  const { component, completed } = found.step
  const started = await startCourse(ctx, course)
  if (!completed && course.current_component_id !== component_id)
    await updateCurrentComponent(ctx, student_course_id, component_id)
  const progress = await progressIn(ctx, course, found.step)
  await openVideos(ctx, component, progress)
  const seat = await takeSeat(ctx, course, found.step, progress.student_progress_id)
  const state = { ...found.state, course: started, steps: stepsWith(found.state.steps, progress) }
  const step = state.steps.find((one) => one.component.component_id === component_id)!
  return { redirect: null, state, step, student_progress_id: progress.student_progress_id, seat }
}

function requireOwner(ctx: Ctx, { user_id }: StudentCourse): void {
  if (user_id !== userOf(ctx).user_id) throw errors.notFound()
}

/** Only a first opening writes: the row's lock comes after the lease's, which a beat may hold. */
async function progressIn(ctx: Ctx, course: StudentCourse, { component, progress }: Step): Promise<Progress> {
  const is_break = component.type === 'Break'
  if (progress && (!is_break || progress.break_started_at)) return progress
  const { student_course_id, organization_id } = course
  return openProgress(ctx, { student_course_id, organization_id, component_id: component.component_id, is_break })
}

type Found = { state: CourseState; step: Step }

async function findStep(
  ctx: Ctx,
  course: StudentCourse,
  component_id: number,
  read?: readonly Progress[],
): Promise<Found | { redirect: string }> {
  const state = await selectCourseState(ctx, course, read)
  const standing = await standingOf(ctx, course, state.steps)
  const step = state.steps.find((one) => one.component.component_id === component_id)
  if (!step) throw errors.notFound()
  if (!isInside(standing)) return { redirect: pathOf(standing) }
  if (!step.reachable) return { redirect: componentPath(course.student_course_id, frontier(state.steps)!.component) }
  return { state, step }
}

/** Breaks are not instruction, and the final exam is not counted: while they are open nothing is earned anywhere. */
async function takeSeat(
  ctx: Ctx,
  course: StudentCourse,
  step: Step,
  student_progress_id: number,
): Promise<SeatProps | null> {
  const { user_id, organization_id, student_course_id, course_version_id } = course
  const { component_id, type, final_ind, required_seconds } = step.component
  if (type === 'Break' || final_ind) {
    await endLease(ctx, user_id, 'moved')
    return null
  }
  const version = await selectCourseVersion(ctx, course_version_id)
  const idle = version.course_security_options.globalSettings?.idleTimer
  const idle_minutes = idle?.enabled ? idle.value : null
  const seat = { user_id, organization_id, student_course_id, component_id, student_progress_id, required_seconds }
  const { lease_id } = await takeLease(ctx, { ...seat, idle_minutes })
  return { student_progress_id, lease_id, time_spent: step.time_spent, required_seconds, idle_minutes }
}

async function openVideos(
  ctx: Ctx,
  component: Component,
  progress: { student_progress_id: number; organization_id: number },
): Promise<void> {
  const videos = videosOf(component)
  if (videos.length === 0) return
  const { organization_id } = await selectCourseVersion(ctx, component.course_version_id)
  const media = await resolveMedia(ctx, organization_id, videos)
  const rows = videos.map((source) => ({ media: source, duration_ms: media.get(source)?.duration_ms ?? null }))
  await insertVideos(ctx, progress, rows)
}
