import type { Method } from '#modules/learning/due-check/options.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The methods that can be turned off for one student, because they need a phone, a keyboard, or a device. */
export const waivable = ['phone', 'keystroke', 'biometrics'] as const satisfies readonly Method[]
export type Waivable = (typeof waivable)[number]

/** Methods that students may turn off themselves in the setup. */
export const skippable = ['keystroke', 'biometrics'] as const satisfies readonly Waivable[]
export type SkippableMethod = (typeof skippable)[number]

type StaffDecision = { user_id: number | null; reason: string }
/**
 * The time a method was turned off (null: it is on), with the staff member and reason; both null if the student did
 * it.
 */
type Waiver = { waived_at: Date | null; by_staff: StaffDecision | null }
export type Waivers = Readonly<Record<Waivable, Waiver>>

/** The column of a setup that `waiversIn` reads. */
export type WaiverColumn = {
  waivers: Partial<Record<Waivable, { waived_at: string; by_staff: StaffDecision | null }>>
}

export const waiverColumn = (sql: Ctx['sql']) => sql`
  (select coalesce(jsonb_object_agg(w.method, jsonb_build_object('waived_at', w.waived_at, 'by_staff',
            case when w.by_staff then jsonb_build_object('user_id', w.user_id, 'reason', w.reason) end)), '{}')
   from learning.identity_waiver w where w.student_course_id = identity_setup.student_course_id) as waivers`

export const waiversIn = ({ waivers }: WaiverColumn): Waivers =>
  Object.fromEntries(
    waivable.map((method) => {
      const { waived_at = null, by_staff = null } = waivers[method] ?? {}
      const waiver: Waiver = { waived_at: waived_at === null ? null : new Date(waived_at), by_staff }
      return [method, waiver]
    }),
  ) as Waivers

type Course = Pick<StudentCourse, 'student_course_id' | 'organization_id'>

/** Turns a method off at the student's request. A method that is already off keeps its time and author. */
export const insertWaiver = ({ sql }: Ctx, { student_course_id, organization_id }: Course, method: Waivable) => sql`
  insert into learning.identity_waiver ${sql({ student_course_id, organization_id, method })}
  on conflict do nothing`

/** Turns a method off for staff, with their id and reason. */
export const insertWaiverByStaff = (
  { sql }: Ctx,
  { student_course_id, organization_id }: Course,
  method: Waivable,
  by: StaffDecision,
) => sql`
  insert into learning.identity_waiver ${sql({ student_course_id, organization_id, method, by_staff: true, ...by })}
  on conflict (student_course_id, method) do update
  set by_staff = true, user_id = excluded.user_id, reason = excluded.reason`

/** Turns a method on again. */
export const deleteWaiver = ({ sql }: Ctx, { student_course_id }: Course, method: Waivable) => sql`
  delete from learning.identity_waiver where student_course_id = ${student_course_id} and method = ${method}`

/** Removes the student's own waivers, because a repeated setup offers those methods again; staff's waivers stay. */
export const resetWaivers = ({ sql }: Ctx, { student_course_id }: Course) => sql`
  delete from learning.identity_waiver
  where student_course_id = ${student_course_id} and not by_staff and method = any(${sql.array([...skippable])}::text[])`
