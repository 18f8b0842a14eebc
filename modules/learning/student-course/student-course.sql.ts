import { selectCourseVersion } from '#modules/catalogue/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { StudentCourseStatus } from './course-status.shared.ts'

export type StudentCourse = {
  student_course_id: number
  organization_id: number
  user_id: number
  course_version_id: number
  course_website_id: number
  lk_student_course_status_id: StudentCourseStatus
  lk_student_course_status_reason_id: number | null
  current_component_id: number | null
  lk_shipping_type_id: number | null
  audio_ind: boolean
  purchased_via: string | null
  registered_at: Date | null
  agreed_at: Date | null
  started_at: Date | null
  completed_at: Date | null
  passed_at: Date | null
  expires_at: Date | null
  created_at: Date
  course_id: number
  course_name: string
}

/** The columns of the table itself; the course and its name come from the version. */
type StudentCourseRow = Omit<StudentCourse, 'course_id' | 'course_name'>

/** The columns of `learning.student_course sc` that the type names. */
export const columnsOfStudentCourse = ({ sql }: Pick<Ctx, 'sql'>) => sql`
  sc.student_course_id, sc.organization_id, sc.user_id, sc.course_version_id, sc.course_website_id,
  sc.lk_student_course_status_id, sc.lk_student_course_status_reason_id, sc.current_component_id,
  sc.lk_shipping_type_id, sc.audio_ind, sc.purchased_via, sc.registered_at, sc.agreed_at, sc.started_at,
  sc.completed_at, sc.passed_at, sc.expires_at, sc.created_at`

/** The row with its version's data. */
async function courseOf(ctx: Ctx, row: StudentCourseRow): Promise<StudentCourse> {
  const { course_id, name } = await selectCourseVersion(ctx, row.course_version_id)
  return { ...row, course_id, course_name: name }
}

/** The student course with this id, of any organization. Callers must check whose it is. Throws 404. */
export async function selectStudentCourse(ctx: Ctx, student_course_id: number): Promise<StudentCourse> {
  const [course] = await ctx.sql<StudentCourse>`
    select ${columnsOfStudentCourse(ctx)}, v.course_id, v.name as course_name
    from learning.student_course sc
    join catalogue.v_course_version v using (course_version_id)
    where student_course_id = ${student_course_id}`
  if (!course) throw errors.notFound()
  return course
}

/** The same, locked until the transaction ends: everything that changes progress or status takes this lock first. */
export async function lockStudentCourse(ctx: Ctx, student_course_id: number): Promise<StudentCourse> {
  // `for update` would deadlock with inserts of rows that refer to the course (in the ledger).
  const [locked] = await ctx.sql<StudentCourseRow>`
    select ${columnsOfStudentCourse(ctx)}
    from learning.student_course sc
    where student_course_id = ${student_course_id}
    for no key update`
  if (!locked) throw errors.notFound()
  return courseOf(ctx, locked)
}

/** A student's name; '' if they belong to an organization out of scope. */
export async function findStudentName({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<string> {
  const [person] = await sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from identity.v_person where user_id = ${user_id}`
  return person?.name ?? ''
}

/**
 * Locks all courses of a student, of any organization, by id: all code that locks several courses uses this order.
 */
export async function lockCoursesOf(ctx: Pick<Ctx, 'unscoped'>, user_id: number): Promise<void> {
  await ctx.unscoped.sql`
    select from learning.student_course where user_id = ${user_id} order by student_course_id for no key update`
}
