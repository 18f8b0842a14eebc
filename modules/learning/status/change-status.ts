import type { Ctx } from '../../../platform/ctx.ts'
import { learningErrors } from '../errors.ts'
import { statusChanged } from '../facts.ts'
import { endLeaseOfCourse } from '../seat-time/take-lease.ts'
import { lockStudentCourse, type StudentCourse } from '../student-course.sql.ts'
import { isOpen, type StudentCourseStatus } from './course-status.shared.ts'
import { mayBecome } from './transitions.ts'

export type StatusReason = {
  /** Why a course is disabled, from the lookup of reasons. */
  lk_student_course_status_reason_id?: number | null
  note?: string | null
}

/**
 * Moves a student course to another status, the only way there is: locks it, checks the table of transitions,
 * records the change permanently and emits the fact. Already there: nothing happens. Throws 409 for a move not in the table.
 */
export async function changeStatus(
  ctx: Ctx,
  student_course_id: number,
  to: StudentCourseStatus,
  reason: StatusReason = {},
): Promise<StudentCourse> {
  const course = await lockStudentCourse(ctx, student_course_id)
  const from = course.lk_student_course_status_id
  if (from === to) return course
  if (!mayBecome(from, to)) throw learningErrors.statusRefused({}, { from, to })
  const reasonId = reason.lk_student_course_status_reason_id ?? null
  await ctx.sql`
    update learning.student_course
    set lk_student_course_status_id = ${to}, lk_student_course_status_reason_id = ${reasonId}, updated_at = platform.now()
    where student_course_id = ${student_course_id}`
  if (!isOpen(to)) await endLeaseOfCourse(ctx, course)
  await insertStatusChange(ctx, course, to, reason.note ?? null)
  await ctx.emit(statusChanged, { student_course_id, from, to })
  return { ...course, lk_student_course_status_id: to, lk_student_course_status_reason_id: reasonId }
}

async function insertStatusChange(ctx: Ctx, course: StudentCourse, to: StudentCourseStatus, note: string | null) {
  await ctx.sql`
    insert into learning.student_course_status_change ${ctx.sql({
      student_course_id: course.student_course_id,
      organization_id: course.organization_id,
      from_status_id: course.lk_student_course_status_id,
      to_status_id: to,
      reason: note,
      actor_user_id: ctx.actor.kind === 'user' ? ctx.actor.user_id : null,
    })}`
}
