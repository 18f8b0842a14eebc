import { type StudentCourseStatus, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { isLockReason } from './lock-reason.ts'
import type { Changer } from './transitions.ts'

/** The status of a course before its last change to this status; null if it was not recorded. */
export async function findStatusBefore(
  { sql }: Pick<Ctx, 'sql'>,
  student_course_id: number,
  to: StudentCourseStatus,
): Promise<StudentCourseStatus | null> {
  const [change] = await sql<{ from_status_id: StudentCourseStatus | null }>`
    select from_status_id from learning.student_course_status_change
    where student_course_id = ${student_course_id} and to_status_id = ${to}
      and from_status_id is distinct from to_status_id
    order by student_course_status_change_id desc limit 1`
  return change?.from_status_id ?? null
}

/** The reason that was entered for the last change to this status, or null. */
export async function findReason(
  { sql }: Pick<Ctx, 'sql'>,
  student_course_id: number,
  to: StudentCourseStatus,
): Promise<string | null> {
  const [change] = await sql<{ reason: string | null }>`
    select reason from learning.student_course_status_change
    where student_course_id = ${student_course_id} and to_status_id = ${to}
    order by student_course_status_change_id desc limit 1`
  return change?.reason ?? null
}

/** One disabling of a course. `from_reason_id` is the replaced reason if the course was already disabled. */
export type Disabling = {
  from_status_id: StudentCourseStatus | null
  from_reason_id: number | null
  changed_by: Changer
}

/** The last two disablings of a course that is disabled with this reason, newest first. */
export async function listDisablings(
  { sql }: Pick<Ctx, 'sql'>,
  student_course_id: number,
  reason_id: number | null,
): Promise<Disabling[]> {
  const rows = await sql<Omit<Disabling, 'changed_by'> & { changed_by: Changer | null; reason: string | null }>`
    select from_status_id, from_reason_id, changed_by, reason from learning.student_course_status_change
    where student_course_id = ${student_course_id} and to_status_id = ${status.disabled}
    order by student_course_status_change_id desc limit 2`
  const reasons = [reason_id, rows[0]?.from_reason_id ?? null]
  return rows.map(({ from_status_id, from_reason_id, changed_by, reason }, index) => ({
    from_status_id,
    from_reason_id,
    changed_by: changed_by ?? changerFrom(reasons[index]!, reason),
  }))
}

/** Derives the changer from the reason, for changes made before changers were recorded. */
export function changerFrom(reason_id: number | null, note: string | null): Changer {
  if (isLockReason(reason_id)) return 'system'
  return note === 'chargeback' || note === 'order cancelled' ? 'payment' : 'staff'
}
