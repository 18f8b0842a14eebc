import type { Method } from '#modules/learning/due-check/options.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/**
 * The methods that can be turned off for one student, because they need a phone, a keyboard, or a device, and where it is
 * stored since when. Only this file knows these columns and `waived_by_staff`.
 */
const columns = {
  phone: 'phone_waived_at',
  keystroke: 'typing_waived_at',
  biometrics: 'device_waived_at',
} as const satisfies Partial<Record<Method, string>>

export type Waivable = keyof typeof columns
export const waivable = Object.keys(columns) as [Waivable, ...Waivable[]]

/** Those that students may turn off themselves during the setup. */
export const skippable = ['keystroke', 'biometrics'] as const satisfies readonly Waivable[]
export type Skippable = (typeof skippable)[number]

type ByStaff = { user_id: number | null; reason: string }
/** Since when a method is off (null: it is on), and who of staff turned it off, and why; null where its student did. */
type Waiver = { waived_at: Date | null; by_staff: ByStaff | null }
export type Waivers = Readonly<Record<Waivable, Waiver>>

/** The columns of a setup that `waiversIn` reads. */
export type WaiverColumns = Record<(typeof columns)[Waivable], Date | null> & {
  waived_by_staff: Partial<Record<Waivable, ByStaff>>
}

export const waiverColumns = (sql: Ctx['sql']) =>
  sql`phone_waived_at, typing_waived_at, device_waived_at, waived_by_staff`

export const waiversIn = (row: WaiverColumns): Waivers =>
  Object.fromEntries(
    waivable.map((method) => {
      const waiver: Waiver = { waived_at: row[columns[method]], by_staff: row.waived_by_staff[method] ?? null }
      return [method, waiver]
    }),
  ) as Waivers

type Course = Pick<StudentCourse, 'student_course_id'>

/** Turns a method off or on again for a student who chose that; one that is turned off again keeps the moment when it first was. */
export const updateWaiver = ({ sql }: Ctx, { student_course_id }: Course, method: Waivable, waived: boolean) => {
  const column = sql(columns[method])
  return sql`
    update learning.identity_setup set ${column} = case when ${waived} then coalesce(${column}, platform.now()) end
    where student_course_id = ${student_course_id}`
}

/** The same by staff, with who did and why; `by` is null where the method is turned on again. */
export async function updateWaiverByStaff(
  ctx: Ctx,
  course: Course,
  method: Waivable,
  by: ByStaff | null,
): Promise<void> {
  await updateWaiver(ctx, course, method, by !== null)
  await ctx.sql`
    update learning.identity_setup
    set waived_by_staff = (waived_by_staff - ${method}::text) || ${ctx.sql.json(by ? { [method]: by } : {})}::jsonb
    where student_course_id = ${course.student_course_id}`
}

/** A setup that is made again asks once more for what its student turned off; what staff turned off stays off. */
export async function resetWaivers({ sql }: Ctx, { student_course_id }: Course): Promise<void> {
  for (const method of skippable) {
    const column = sql(columns[method])
    await sql`
      update learning.identity_setup set ${column} = null
      where student_course_id = ${student_course_id} and not waived_by_staff ? ${method}::text`
  }
}
