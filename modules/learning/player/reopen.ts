import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../../platform/ctx.ts'
import { userOf } from '../../../platform/permissions.ts'
import { videosOf } from '../media-progress/videos.ts'
import { moveLease } from '../seat-time/move-lease.sql.ts'
import { status } from '../status/transitions.ts'
import { courseOf, type StudentCourse } from '../student-course.sql.ts'
import { earnsTime, type Found, findStep, type Shown, seatAt, seatProps } from './find-step.ts'
import { withRunning } from './progress.sql.ts'
import { type OpeningRead, readOpening } from './read-opening.sql.ts'

/**
 * The short way into a component that was opened before: nothing but the lease has to change. It decides on what it read
 * without a lock, and the lease moves only while that holds. Null where there is more to do, or where it held no longer:
 * then the long way decides.
 */
export async function reopen(ctx: Ctx, student_course_id: number, component_id: number): Promise<Shown | null> {
  const { user_id } = userOf(ctx)
  const read = await readOpening(ctx.sql, { user_id, student_course_id, component_id })
  if (!read) return null
  const course = await courseOf(ctx, read.course)
  const found = await findStep(ctx, course, component_id, withRunning(read.credited, read.lease))
  const progress = 'redirect' in found ? null : found.step.progress
  if ('redirect' in found || !progress || !isUnderWay(course, found)) return null
  const seat = await seatAt(ctx, course, found.step, progress.student_progress_id)
  const lease_id = randomUUID()
  if (!(await moveLease(ctx.sql, { ...seat, lease_id, ...seen(read, progress.student_progress_id) }))) return null
  const { student_progress_id } = progress
  return {
    redirect: null,
    ...found,
    student_progress_id,
    seat: seatProps(seat, lease_id, found.step),
    answers: read.answers,
  }
}

/** Nothing begins by this opening: not the course, not its place, no break and no video. */
function isUnderWay(course: StudentCourse, { step }: Found): boolean {
  const { lk_student_course_status_id: at, started_at, current_component_id } = course
  const goesOn = started_at !== null && (at === status.inProgress || at === status.attemptedCompletion)
  const isPlace = step.completed || current_component_id === step.component.component_id
  return goesOn && isPlace && earnsTime(step) && videosOf(step.component).length === 0
}

const seen = ({ lease, course_xmin, credited }: OpeningRead, student_progress_id: number) => ({
  seen: lease,
  course_xmin,
  credited_ms: credited.find((row) => row.student_progress_id === student_progress_id)!.spent_ms,
})
