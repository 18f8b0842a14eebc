import type { Ctx } from '#platform/ctx.ts'

type ExternalKey = { organization_id: number; external_id: string }
type EnrollmentRow = { student_course_id: number; user_id: number; same_course: boolean }

/**
 * The enrollment with a partner's id in an organization, and whether it is in the course of this offer. Null if there
 * is none, or if its student was removed.
 */
export async function findExternalEnrollment(
  { sql }: Ctx,
  { organization_id, external_id }: ExternalKey,
  course_website_id: number,
): Promise<EnrollmentRow | null> {
  const [row] = await sql<EnrollmentRow>`
    select e.student_course_id, c.user_id,
           exists (select from catalogue.v_course_website w
                   where w.course_website_id = ${course_website_id} and w.course_id = c.course_id) as same_course
    from learning.external_enrollment e
    join learning.v_student_course c using (student_course_id)
    join identity.v_person p on p.user_id = c.user_id and p.deleted_at is null
    where e.organization_id = ${organization_id} and e.external_id = ${external_id}`
  return row ?? null
}

/**
 * Stores a partner's id on an enrollment, including that of a removed student. Returns true if it has this id already,
 * false if it has another one or another enrollment has this one.
 */
export async function insertExternalEnrollment(
  { sql }: Ctx,
  row: ExternalKey & { student_course_id: number },
): Promise<boolean> {
  const { organization_id, external_id, student_course_id } = row
  await sql`
    delete from learning.external_enrollment e
    using learning.student_course c
    where e.organization_id = ${organization_id} and e.external_id = ${external_id}
      and c.student_course_id = e.student_course_id
      and not exists (select from identity.v_person p where p.user_id = c.user_id and p.deleted_at is null)`
  await sql`insert into learning.external_enrollment ${sql(row)} on conflict do nothing`
  const rows = await sql`
    select from learning.external_enrollment
    where organization_id = ${organization_id} and external_id = ${external_id}
      and student_course_id = ${student_course_id}`
  return rows.length > 0
}
