import { type Component, resolveMedia, selectCourseVersion } from '#modules/catalogue/index.ts'
import { acquireLease, endLease } from '#modules/learning/leases/acquire-lease.ts'
import { type Lease, lockLease } from '#modules/learning/leases/lease.sql.ts'
import { requireTimeToday } from '#modules/learning/progress/daily-maximum.ts'
import {
  earnsTime,
  findStep,
  type OpenResult,
  type SeatProps,
  seatAt,
  seatProps,
} from '#modules/learning/progress/find-step.ts'
import { type Step, stepsWith } from '#modules/learning/progress/outline.ts'
import {
  listCredited,
  openProgress,
  type Progress,
  updateCurrentComponent,
  withRunning,
} from '#modules/learning/progress/progress.sql.ts'
import { videosOf } from '#modules/learning/progress/videos.ts'
import { insertVideos } from '#modules/learning/progress/watched-video.sql.ts'
import { listAnswersIn } from '#modules/learning/questions/inline-answer.sql.ts'
import {
  lockStudentCourse,
  type StudentCourse,
  selectStudentCourse,
} from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'
import { isViewing } from '#platform/viewing.ts'
import { startCourse } from './start-course.ts'

export type { OpenResult, SeatProps }

/**
 * Opens a component for its student: checks that the course is open and the component is next, starts the course,
 * creates the progress row, starts a break (once) and takes the seat-time lease. `redirect` is another page to go to
 * instead. Staff who view as the student change and earn nothing. Throws 404 for a component of another course and for
 * another student's course.
 */
export async function openComponent(ctx: Ctx, student_course_id: number, component_id: number): Promise<OpenResult> {
  if (isViewing(ctx.actor)) return look(ctx, student_course_id, component_id)
  return ctx.tx((inner) => enter(inner, student_course_id, component_id))
}

async function look(ctx: Ctx, student_course_id: number, component_id: number): Promise<OpenResult> {
  const course = await selectStudentCourse(ctx, student_course_id)
  requireOwner(ctx, course)
  const step = await findStep(ctx, course, component_id)
  if ('redirect' in step) return step
  const student_progress_id = step.step.progress?.student_progress_id ?? null
  const answers = await listAnswersIn(ctx, student_course_id, component_id)
  return { redirect: null, ...step, student_progress_id, seat: null, answers }
}

async function enter(ctx: Ctx, student_course_id: number, component_id: number): Promise<OpenResult> {
  // One round trip; the progress is read while both locks are held, so that no beat comes between it and the lease.
  const [course, lease, credited, answers] = await Promise.all([
    lockStudentCourse(ctx, student_course_id),
    lockLease(ctx, userOf(ctx).user_id),
    listCredited(ctx, student_course_id),
    listAnswersIn(ctx, student_course_id, component_id),
  ])
  requireOwner(ctx, course)
  const runningLease = lease && { ...lease, running_ms: lease.beat_ms - lease.from_ms }
  const step = await findStep(ctx, course, component_id, withRunning(credited, runningLease))
  if ('redirect' in step) return step
  const { component, completed } = step.step
  const started = await startCourse(ctx, course)
  if (!completed && course.current_component_id !== component_id)
    await updateCurrentComponent(ctx, student_course_id, component_id)
  const progress = await progressIn(ctx, course, step.step)
  await openVideos(ctx, component, { ...course, ...progress })
  const seat = await takeSeat(ctx, course, { step: step.step, progress, lease })
  const common = { redirect: null, student_progress_id: progress.student_progress_id, seat, answers }
  if (progress === step.step.progress) return { ...common, step: step.step, state: { ...step.state, course: started } }
  const state = { ...step.state, course: started, steps: stepsWith(step.state.steps, progress) }
  return { ...common, state, step: state.steps.find((step) => step.component.component_id === component_id)! }
}

function requireOwner(ctx: Ctx, { user_id }: StudentCourse): void {
  if (user_id !== userOf(ctx).user_id) throw errors.notFound()
}

/** Only a first opening writes a row. */
async function progressIn(ctx: Ctx, course: StudentCourse, { component, progress }: Step): Promise<Progress> {
  const is_break = component.type === 'Break'
  if (progress && (!is_break || progress.break_ms !== null)) return progress
  const { student_course_id, organization_id } = course
  return openProgress(ctx, { student_course_id, organization_id, component_id: component.component_id, is_break })
}

async function takeSeat(
  ctx: Ctx,
  course: StudentCourse,
  { step, progress, lease }: { step: Step; progress: Progress; lease: Lease | null },
): Promise<SeatProps | null> {
  if (!earnsTime(step)) {
    await endLease(ctx, course.user_id, 'moved')
    return null
  }
  await requireTimeToday(ctx, course)
  const seat = await seatAt(ctx, course, step, progress.student_progress_id)
  const { lease_id } = await acquireLease(ctx, seat, lease)
  return seatProps(seat, lease_id, step)
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
