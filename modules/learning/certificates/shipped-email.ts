import { localeOf } from '#modules/identity/index.ts'
import { onPaper } from '#modules/learning/student-course/on-paper.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'

/** The email to a student whose certificate was mailed. */
export type ShippedEmail = {
  user_id: number
  locale: Locale
  organization_id: number
  organization_name: string
  organization_code: string
  student_course_id: number
  course_name: string
  certificate_number: string
  issued_at: Date
  to: string
  first_name: string
}

/**
 * The email for a shipped certificate; null if it does not go by mail (staff delivered it in another way) or has been
 * withdrawn since. For jobs.
 */
export async function findShippedEmail({ sql }: Ctx, student_certificate_id: number): Promise<ShippedEmail | null> {
  const [row] = await sql<Omit<ShippedEmail, 'locale'> & { lk_language_id: number }>`
    select p.user_id, p.lk_language_id, o.organization_id, o.name as organization_name, o.code as organization_code,
           c.student_course_id, c.model ->> 'course_name' as course_name, c.certificate_number, c.issued_at,
           p.email as to, p.first_name
    from learning.student_certificate c
    join learning.v_student_course sc using (student_course_id)
    join identity.v_person p on p.user_id = c.user_id and p.deleted_at is null
    join identity.v_organization o on o.organization_id = c.organization_id
    where c.student_certificate_id = ${student_certificate_id} and c.shipped_at is not null and c.deleted_at is null
      and sc.lk_shipping_type_id = any(${sql.array(onPaper)}::int[])`
  if (!row) return null
  const { lk_language_id, ...email } = row
  return { ...email, locale: localeOf(lk_language_id) }
}
