import { asTenant, localeOf } from '#modules/identity/index.ts'
import { auditOpened } from '#modules/learning/sealed.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dateFormat } from '#platform/locale-format.ts'
import type { Locale } from '#platform/texts.ts'
import { newYork } from './agencies/dmv.ts'
import { newYorkDmv } from './agencies/ny-dmv.ts'
import type { CompletionRecord } from './record.ts'
import { openRecord } from './report.sql.ts'

/** The notice that New York requires within 24 hours of a completion. */
export type NewYorkNotice = {
  user_id: number
  locale: Locale
  organization_id: number
  organization_name: string
  /** The sponsor's code, which is also that of the linked site. */
  organization_code: string
  student_course_id: number
  course_name: string
  to: string
  first_name: string
  full_name: string
  /** The last three digits of the client id, never more. Null if none is on file. */
  client_id_end: string | null
  /** The day of the completion as text, in New York's zone. */
  completed_on: string
}

const prelicensing = 'ny-prelicensing'

type Row = Pick<
  NewYorkNotice,
  'user_id' | 'organization_id' | 'organization_name' | 'organization_code' | 'student_course_id' | 'course_name' | 'to'
> & { lk_language_id: number; record: CompletionRecord }

/**
 * The notice of 15 NYCRR 10.5 for a pre-licensing completion owed to New York; null for any other program and report, and
 * for a correction, because the student already got the notice. For jobs.
 */
export async function findNewYorkNotice(ctx: Ctx, completion_report_id: number): Promise<NewYorkNotice | null> {
  const [row] = await ctx.sql<Row>`
    select p.user_id, p.lk_language_id, o.organization_id, o.name as organization_name, o.code as organization_code,
           sc.student_course_id, v.name as course_name, p.email as to, r.record
    from learning.completion_report r
    join learning.student_course sc using (student_course_id)
    join catalogue.v_course_version v using (course_version_id)
    join identity.v_person p on p.user_id = sc.user_id and p.deleted_at is null
    join identity.v_organization o on o.organization_id = sc.organization_id
    where r.completion_report_id = ${completion_report_id}
      and r.agency in (${newYork.agency}, ${newYorkDmv.id}) and r.state_code = ${newYork.state_code} and r.corrects_report_id is null
      and coalesce(v.program_id, ${prelicensing}) = ${prelicensing}`
  if (!row) return null
  const { lk_language_id, record, ...email } = row
  const { student, completed_at } = openRecord(ctx, row.student_course_id, record)
  if (student.driver_license !== null) {
    await auditOpened(await asTenant(ctx, row.organization_id), row, 'notice')
  }
  const locale = localeOf(lk_language_id)
  return {
    ...email,
    locale,
    first_name: student.first_name,
    full_name: [student.first_name, student.middle_name, student.last_name, student.suffix].filter(Boolean).join(' '),
    client_id_end: student.driver_license?.replaceAll(/\D/g, '').slice(-3) || null,
    completed_on: dayInWords(new Date(completed_at), locale),
  }
}

const dayInWords = (at: Date, locale: Locale): string =>
  dateFormat(locale, { dateStyle: 'long', timeZone: 'America/New_York' }).format(at)
