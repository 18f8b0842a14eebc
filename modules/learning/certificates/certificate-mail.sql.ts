import { localeOf } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'
import { defaultZone } from '#platform/zone.ts'
import { certificateMailOwed } from './facts.ts'

type MailRequest = {
  student_certificate_id: number
  user_id: number
  because: 'issued' | 'asked'
  /** The requested address; the student's own by default. */
  email?: string
}

/** Records that an email with the certificate is due and emits the fact; returns its address. Needs a transaction. */
export async function queueMail(
  ctx: Ctx,
  { student_certificate_id, user_id, because, email }: MailRequest,
): Promise<string> {
  const asked_by = ctx.actor.kind === 'user' ? ctx.actor.user_id : null
  const [row] = await ctx.sql<{ certificate_mail_id: number; email: string }>`
    insert into learning.certificate_mail (organization_id, student_certificate_id, email, because, asked_by)
    select c.organization_id, c.student_certificate_id, coalesce(${email ?? null}, p.email), ${because}, ${asked_by}::int
    from learning.student_certificate c
    join identity.v_person p on p.user_id = ${user_id}
    where c.student_certificate_id = ${student_certificate_id}
    returning certificate_mail_id, email`
  const { certificate_mail_id, email: address } = row!
  await ctx.emit(certificateMailOwed, { certificate_mail_id })
  return address
}

/** An email that is not sent yet, with its contents. */
export type CertificateMail = {
  certificate_mail_id: number
  student_certificate_id: number
  student_course_id: number
  because: 'issued' | 'asked'
  asked_by: number | null
  user_id: number
  organization_id: number
  email: string
  first_name: string
  last_name: string
  locale: Locale
  course_name: string
  organization_name: string
  organization_code: string
  certificate_number: string
  /** The name as printed on the certificate. */
  student_name: string
  issued_at: Date
  /** The time zone of the certificate's date. */
  time_zone: string
  /** The number of the version that this one replaces, or null. */
  replaces: string | null
  check_code: string
  jpg_key: string
  pdf_key: string
}

/** The email with this id; null if it was sent or its certificate was withdrawn. */
export async function findDueMail(ctx: Pick<Ctx, 'sql'>, certificate_mail_id: number): Promise<CertificateMail | null> {
  const [row] = await ctx.sql<Omit<CertificateMail, 'locale'> & { lk_language_id: number }>`
    select m.certificate_mail_id, m.because, m.asked_by, c.student_certificate_id, c.student_course_id, c.user_id,
           c.organization_id, m.email, p.first_name, p.last_name, p.lk_language_id,
           c.model ->> 'course_name' as course_name, o.name as organization_name, o.code as organization_code,
           c.certificate_number, c.model ->> 'student_name' as student_name, c.issued_at,
           coalesce(c.model ->> 'time_zone', ${defaultZone}) as time_zone, c.check_code, c.jpg_key, c.pdf_key,
           (select former.certificate_number from learning.student_certificate former
            where former.student_course_id = c.student_course_id and former.version = c.version - 1) as replaces
    from learning.certificate_mail m
    join learning.student_certificate c using (student_certificate_id)
    join identity.v_person p on p.user_id = c.user_id
    join identity.v_organization o on o.organization_id = c.organization_id
    where m.certificate_mail_id = ${certificate_mail_id} and m.sent_at is null and c.deleted_at is null`
  if (!row) return null
  const { lk_language_id, ...mail } = row
  return { ...mail, locale: localeOf(lk_language_id) }
}

/**
 * Emails due for more than 15 minutes and less than 3 days, whose jobs were lost or failed. The email of a withdrawn
 * certificate is not due.
 */
export async function listLateMails(ctx: Pick<Ctx, 'sql'>): Promise<number[]> {
  const rows = await ctx.sql<{ certificate_mail_id: number }>`
    select m.certificate_mail_id
    from learning.certificate_mail m
    join learning.student_certificate c using (student_certificate_id)
    where m.sent_at is null and c.deleted_at is null
      and m.created_at between platform.now() - interval '3 days' and platform.now() - interval '15 minutes'
    order by m.created_at limit 100`
  return rows.map(({ certificate_mail_id }) => certificate_mail_id)
}

/** Marks the email as sent. */
export async function markMailSent(ctx: Ctx, certificate_mail_id: number): Promise<void> {
  await ctx.tx(
    ({ sql }) => sql`
      update learning.certificate_mail set sent_at = platform.now()
      where certificate_mail_id = ${certificate_mail_id} and sent_at is null`,
  )
}
