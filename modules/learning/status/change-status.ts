import { learningErrors } from '#modules/learning/errors.ts'
import { endLeaseOfCourse } from '#modules/learning/leases/acquire-lease.ts'
import { isOpen, type StudentCourseStatus, status } from '#modules/learning/student-course/course-status.shared.ts'
import {
  lockStudentCourse,
  type StudentCourse,
  selectStudentCourse,
} from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { statusChanged } from './facts.ts'
import { changerFrom, listDisablings } from './status-change.sql.ts'
import { type Changer, mayBecome } from './transitions.ts'

export type StatusReason = {
  /** The reason for disabling a course, from the lookup. */
  lk_student_course_status_reason_id?: number | null
  note?: string | null
}

/**
 * The only way to change a student course's status: locks it, checks the transition table, records the change
 * permanently and emits the fact. A move to the same status does nothing, except that staff and payments can take over
 * a disabled course's lock. Throws 409 for a move that the table does not allow this changer.
 */
export async function changeStatus(
  ctx: Ctx,
  student_course_id: number,
  to: StudentCourseStatus,
  by: Changer,
  reason: StatusReason = {},
): Promise<StudentCourse> {
  const course = await lockStudentCourse(ctx, student_course_id)
  const from = course.lk_student_course_status_id
  const lk_student_course_status_reason_id = reason.lk_student_course_status_reason_id ?? null
  if (from === to && !mayBecome(from, to, by)) return course
  if (!mayBecome(from, to, by) || !isActor(ctx, course, by)) throw learningErrors.statusRefused({}, { from, to })
  if (from === status.disabled) {
    const disabledBy = await changerOf(ctx, course)
    if (to !== status.disabled && !mayReopen(disabledBy, to, by)) throw learningErrors.statusRefused({}, { from, to })
    const isSame = course.lk_student_course_status_reason_id === lk_student_course_status_reason_id
    if (to === status.disabled && disabledBy === by && isSame) return course
  }
  await writeStatus(ctx, course, to, lk_student_course_status_reason_id)
  if (!isOpen(to)) await endLeaseOfCourse(ctx, course)
  await insertStatusChange(ctx, course, { to, by, note: reason.note ?? null })
  return { ...course, lk_student_course_status_id: to, lk_student_course_status_reason_id }
}

/** Students and staff act as themselves, and staff never on their own course; a client acts for staff. */
function isActor({ actor }: Ctx, { user_id }: StudentCourse, by: Changer): boolean {
  if (by === 'student') return actor.kind === 'user' && actor.user_id === user_id
  return by !== 'staff' || actor.kind === 'client' || (actor.kind === 'user' && actor.user_id !== user_id)
}

/** Only staff may reopen a course that someone else disabled; a refund may end any course. */
const mayReopen = (disabledBy: Changer, to: StudentCourseStatus, by: Changer): boolean =>
  by === 'staff' || to === status.refunded || by === disabledBy

/** The changer who disabled a currently disabled course. */
export async function changerOf(ctx: Ctx, course: StudentCourse): Promise<Changer> {
  const { student_course_id, lk_student_course_status_reason_id } = course
  const [last] = await listDisablings(ctx, student_course_id, lk_student_course_status_reason_id)
  return last?.changed_by ?? changerFrom(lk_student_course_status_reason_id, null)
}

/**
 * Undoes the last disabling of a course if it was by this changer: the course returns to its previous status, which may
 * be disabled by someone else. Returns whether it was undone.
 */
export async function undoDisabling(ctx: Ctx, student_course_id: number, by: Changer, note: string): Promise<boolean> {
  const course = await lockStudentCourse(ctx, student_course_id)
  if (course.lk_student_course_status_id !== status.disabled) return false
  const [last, earlierDisabling] = await listDisablings(
    ctx,
    student_course_id,
    course.lk_student_course_status_reason_id,
  )
  if (last?.changed_by !== by || last.from_status_id === null) return false
  if (last.from_status_id === status.disabled) {
    await writeStatus(ctx, course, status.disabled, last.from_reason_id)
    const disabledBy = earlierDisabling?.changed_by ?? changerFrom(last.from_reason_id, null)
    await insertStatusChange(ctx, course, { to: status.disabled, by: disabledBy, note })
    return true
  }
  if (!mayBecome(status.disabled, last.from_status_id, by)) return false
  await changeStatus(ctx, student_course_id, last.from_status_id, by, { note })
  return true
}

/** Replaces the reason of a course that a rule disabled. The caller must hold the course's lock. */
export async function changeReason(ctx: Ctx, student_course_id: number, reason_id: number): Promise<void> {
  const course = await selectStudentCourse(ctx, student_course_id)
  if (course.lk_student_course_status_id === status.disabled) await writeStatus(ctx, course, status.disabled, reason_id)
}

/** Emits the fact of each change that others see: a new status, or another reason for the same one. */
async function writeStatus(ctx: Ctx, course: StudentCourse, to: StudentCourseStatus, reason_id: number | null) {
  const { student_course_id, lk_student_course_status_id: from } = course
  await ctx.sql`
    update learning.student_course
    set lk_student_course_status_id = ${to}, lk_student_course_status_reason_id = ${reason_id}, updated_at = platform.now()
    where student_course_id = ${student_course_id}`
  if (from === to && course.lk_student_course_status_reason_id === reason_id) return
  await ctx.emit(statusChanged, { student_course_id, from, to })
}

type Change = { to: StudentCourseStatus; by: Changer; note: string | null }

async function insertStatusChange(ctx: Ctx, course: StudentCourse, { to, by, note }: Change): Promise<void> {
  await ctx.sql`
    insert into learning.student_course_status_change ${ctx.sql({
      student_course_id: course.student_course_id,
      organization_id: course.organization_id,
      from_status_id: course.lk_student_course_status_id,
      from_reason_id: course.lk_student_course_status_reason_id,
      to_status_id: to,
      changed_by: by,
      reason: note,
      actor_user_id: ctx.actor.kind === 'user' ? ctx.actor.user_id : null,
    })}`
}
