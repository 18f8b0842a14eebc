import type { Ctx } from '#platform/ctx.ts'

type External = { organization_id: number; external_id: string }

/** The enrollment with a partner's id in an organization; null if there is none. */
export async function findExternalEnrollment({ sql }: Ctx, { organization_id, external_id }: External) {
  const [row] = await sql<{ student_course_id: number; user_id: number }>`
    select e.student_course_id, sc.user_id
    from learning.external_enrollment e join learning.student_course sc using (student_course_id)
    where e.organization_id = ${organization_id} and e.external_id = ${external_id}`
  return row ?? null
}

/** Gives an enrollment a partner's id; false if the enrollment has one already, or another enrollment has this one. */
export async function insertExternalEnrollment(
  { sql }: Ctx,
  row: External & { student_course_id: number },
): Promise<boolean> {
  const rows = await sql`
    insert into learning.external_enrollment ${sql(row)} on conflict do nothing returning student_course_id`
  return rows.length > 0
}
