import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The steps of the registration of one course. */
export type RegistrationRow = {
  started_at: Date
  submitted_at: Date | null
  confirmed_at: Date | null
  completed_at: Date | null
}

/** The registration, or null before it started. */
export async function findRegistration({ sql }: Pick<Ctx, 'sql'>, student_course_id: number) {
  const [row] = await sql<RegistrationRow>`
    select started_at, submitted_at, confirmed_at, completed_at
    from learning.registration where student_course_id = ${student_course_id}`
  return row ?? null
}

export async function insertRegistration({ sql }: Ctx, course: StudentCourse): Promise<void> {
  const { student_course_id, organization_id } = course
  await sql`
    insert into learning.registration (student_course_id, organization_id)
    values (${student_course_id}, ${organization_id}) on conflict do nothing`
}

/** Sets the time of a step once; it never changes. */
export async function stampRegistration(
  { sql }: Ctx,
  { student_course_id }: StudentCourse,
  step: 'submitted_at' | 'confirmed_at' | 'completed_at',
): Promise<void> {
  await sql`
    update learning.registration set ${sql(step)} = coalesce(${sql(step)}, platform.now())
    where student_course_id = ${student_course_id}`
}

/** Clears the confirmation, because the confirmed information changes. */
export async function clearConfirmation({ sql }: Ctx, { student_course_id }: StudentCourse): Promise<void> {
  await sql`update learning.registration set confirmed_at = null where student_course_id = ${student_course_id}`
}
