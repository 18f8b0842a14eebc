import { localeOf } from '#modules/identity/index.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'
import { agencyName, type Destination, localCorrectionText } from './agencies/index.ts'

/** The email to a student whose completion an agency rejected, in the student's language. */
export type RefusedEmail = {
  user_id: number
  locale: Locale
  organization_id: number
  organization_name: string
  organization_code: string
  student_course_id: number
  course_name: string
  to: string
  first_name: string
  agency: string
  /** The required correction, in a sentence or two. */
  mend: string
}

type Row = Omit<RefusedEmail, 'locale' | 'agency' | 'mend'> &
  Destination & { lk_language_id: number; code: string | null }

/** The email for a refused report; null if it was corrected since, or its course refunded. For jobs. */
export async function findRefusedEmail({ sql }: Ctx, completion_report_id: number): Promise<RefusedEmail | null> {
  const [row] = await sql<Row>`
    select p.user_id, p.lk_language_id, o.organization_id, o.name as organization_name, o.code as organization_code,
           sc.student_course_id, v.name as course_name, p.email as to, p.first_name, r.agency, r.state_code, r.code
    from learning.v_completion_report r
    join learning.student_course sc using (student_course_id)
    join catalogue.v_course_version v using (course_version_id)
    join identity.v_person p on p.user_id = sc.user_id and p.deleted_at is null
    join identity.v_organization o on o.organization_id = sc.organization_id
    where r.completion_report_id = ${completion_report_id} and r.state = 'rejected'
      and sc.lk_student_course_status_id in (${status.completionError}, ${status.completionErrorFlhsmv})`
  if (!row) return null
  const { lk_language_id, agency, state_code, code, ...email } = row
  const locale = localeOf(lk_language_id)
  return {
    ...email,
    locale,
    agency: agencyName({ agency, state_code }, locale),
    mend: localCorrectionText(agency, code, locale),
  }
}
