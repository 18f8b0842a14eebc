import type { RegistrationOptions } from '#modules/catalogue/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

export type ReinstatementRow = { course_reinstatement_id: number; order_item_id: number | null; used_at: Date | null }

/** Every reinstatement of a course, paid or used, oldest first. */
export const listReinstatements = ({ sql }: Pick<Ctx, 'sql'>, student_course_id: number): Promise<ReinstatementRow[]> =>
  sql<ReinstatementRow>`
    select course_reinstatement_id, order_item_id, used_at from learning.course_reinstatement
    where student_course_id = ${student_course_id}
    order by course_reinstatement_id`

type Course = Pick<StudentCourse, 'student_course_id' | 'organization_id'>

/** Records the reinstatement paid by an order line; once per line. */
export async function insertPaidReinstatement(ctx: Ctx, course: Course, order_item_id: number): Promise<void> {
  const { student_course_id, organization_id } = course
  await ctx.sql`
    insert into learning.course_reinstatement ${ctx.sql({ student_course_id, organization_id, order_item_id })}
    on conflict (order_item_id) do nothing`
}

/** Uses the oldest paid reinstatement, or creates a free one. The caller must hold the course's lock. */
export async function applyReinstatement(
  ctx: Ctx,
  course: Course,
  action: RegistrationOptions['reinstatementAction'],
): Promise<number> {
  const { student_course_id, organization_id } = course
  const [row] = await ctx.sql<{ id: number }>`
    update learning.course_reinstatement set used_at = platform.now(), action = ${action}
    where course_reinstatement_id = (
      select min(course_reinstatement_id) from learning.course_reinstatement
      where student_course_id = ${student_course_id} and used_at is null)
    returning course_reinstatement_id as id`
  if (row) return row.id
  const [createdRow] = await ctx.sql<{ id: number }>`
    insert into learning.course_reinstatement (student_course_id, organization_id, used_at, action)
    values (${student_course_id}, ${organization_id}, platform.now(), ${action})
    returning course_reinstatement_id as id`
  return createdRow!.id
}

/** Sets a course's new end; null for none. */
export async function updateExpiry({ sql }: Ctx, student_course_id: number, expires_at: Date | null): Promise<void> {
  await sql`
    update learning.student_course set expires_at = ${expires_at}, updated_at = platform.now()
    where student_course_id = ${student_course_id}`
}
