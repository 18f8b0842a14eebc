import type { Ctx } from '#platform/ctx.ts'
import { defaultZone } from '#platform/zone.ts'

/** A certificate as its holder sees it. `issued_at` is ISO 8601; its day in `time_zone` is printed. */
export type ListedCertificate = {
  student_certificate_id: number
  student_course_id: number
  /** The title of the certificate. */
  name: string
  course_name: string
  organization_name: string
  certificate_number: string
  issued_at: string
  time_zone: string
  /** The last day of its validity (YYYY-MM-DD); null if the program sets no limit. */
  valid_until: string | null
  /** The page where anyone can check it; null if it was issued before the page existed. */
  check_url: string | null
}

/** A person's valid certificates, newest first; only the last version of a reissued one. Callers must check access. */
export async function listCertificates(ctx: Pick<Ctx, 'sql'>, user_id: number): Promise<ListedCertificate[]> {
  const rows = await ctx.sql<Omit<ListedCertificate, 'issued_at'> & { issued_at: Date }>`
    select c.student_certificate_id, c.student_course_id, c.model -> 'template' ->> 'name' as name,
           c.model ->> 'course_name' as course_name, c.model ->> 'organization_name' as organization_name,
           c.certificate_number, c.issued_at, c.model ->> 'check_url' as check_url,
           c.model ->> 'valid_until' as valid_until,
           coalesce(c.model ->> 'time_zone', ${defaultZone}) as time_zone
    from learning.student_certificate c
    where c.user_id = ${user_id} and c.deleted_at is null
      and not exists (select from learning.student_certificate n
                      where n.student_course_id = c.student_course_id and n.version > c.version)
    order by c.issued_at desc, c.student_certificate_id desc`
  return rows.map((row) => ({ ...row, issued_at: row.issued_at.toISOString() }))
}
