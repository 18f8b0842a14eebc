import type { Method } from '#modules/learning/due-check/options.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/**
 * The methods that can be turned off for a student, because they need a phone, a keyboard or a device, and the column
 * with the time. Only this file uses these columns and `waived_by_staff`.
 */
const columns = {
  phone: 'phone_waived_at',
  keystroke: 'typing_waived_at',
  biometrics: 'device_waived_at',
} as const satisfies Partial<Record<Method, string>>

export type Waivable = keyof typeof columns
export const waivable = Object.keys(columns) as [Waivable, ...Waivable[]]

/** Methods that students may turn off themselves in the setup. */
export const skippable = ['keystroke', 'biometrics'] as const satisfies readonly Waivable[]
export type Skippable = (typeof skippable)[number]

type ByStaff = { user_id: number | null; reason: string }
/** When a method was turned off (null: it is on), and by which staff and why; null if the student did. */
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

/** Turns a method off or on again at the student's choice; turning it off again keeps the original time. */
export const updateWaiver = ({ sql }: Ctx, { student_course_id }: Course, method: Waivable, waived: boolean) => {
  const column = sql(columns[method])
  return sql`
    update learning.identity_setup set ${column} = case when ${waived} then coalesce(${column}, platform.now()) end
    where student_course_id = ${student_course_id}`
}

/** The same by staff, with name and reason; `by` is null if the method is turned on again. */
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

/** A repeated setup asks again for the methods that the student turned off; those turned off by staff stay off. */
export async function resetWaivers({ sql }: Ctx, { student_course_id }: Course): Promise<void> {
  for (const method of skippable) {
    const column = sql(columns[method])
    await sql`
      update learning.identity_setup set ${column} = null
      where student_course_id = ${student_course_id} and not waived_by_staff ? ${method}::text`
  }
}
