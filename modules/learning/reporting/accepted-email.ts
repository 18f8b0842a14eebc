import { localeOf } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'
import { agencyName, type Destination } from './agencies/index.ts'

/** The email to a student whose completion was sent or accepted, in the student's language. */
export type AcceptedEmail = {
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
  /** The agency's own number, if any. */
  receipt: string | null
}

type Row = Omit<AcceptedEmail, 'locale' | 'agency'> & Destination & { lk_language_id: number }

/** The email for an accepted report; null if the agency has refused it since. For jobs. */
export const findAcceptedEmail = (ctx: Ctx, completion_report_id: number) => findEmail(ctx, completion_report_id, false)

/** The email for a report that was handed over; null if the agency has responded since. For jobs. */
export const findSentEmail = (ctx: Ctx, completion_report_id: number) => findEmail(ctx, completion_report_id, true)

async function findEmail(
  { sql }: Ctx,
  completion_report_id: number,
  handed_over_ind: boolean,
): Promise<AcceptedEmail | null> {
  const [row] = await sql<Row>`
    select p.user_id, p.lk_language_id, o.organization_id, o.name as organization_name, o.code as organization_code,
           sc.student_course_id, v.name as course_name, p.email as to, p.first_name, r.agency, r.state_code, r.receipt
    from learning.v_completion_report r
    join learning.student_course sc using (student_course_id)
    join catalogue.v_course_version v using (course_version_id)
    join identity.v_person p on p.user_id = sc.user_id and p.deleted_at is null
    join identity.v_organization o on o.organization_id = sc.organization_id
    where r.completion_report_id = ${completion_report_id} and r.state = 'accepted' and r.handed_over_ind = ${handed_over_ind}`
  if (!row) return null
  const { lk_language_id, agency, state_code, ...email } = row
  const locale = localeOf(lk_language_id)
  return { ...email, locale, agency: agencyName({ agency, state_code }, locale) }
}
