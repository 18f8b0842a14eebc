import { createElement } from 'react'
import { sendEmail } from '#jobs/send-email.ts'
import { wantsCertificateByEmail } from '#modules/checkout/entry.ts'
import {
  type CertificateMail,
  findDueMail,
  markMailSent,
  openCertificate,
  reportingStates,
} from '#modules/learning/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { asOneLine } from '#platform/one-line.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { localText } from '#platform/texts.ts'
import { CertificateEmail, certificateEmail, certificateEmailTexts } from './certificate.mail.tsx'

/**
 * Sends one due email, unless the buyer gets the certificate only on paper; a second run sends nothing, or (after a
 * crash) the same email.
 */
export async function sendCertificateMail(ctx: Ctx, certificate_mail_id: number): Promise<void> {
  const mail = await findDueMail(ctx, certificate_mail_id)
  if (!mail) return
  const shouldSend = mail.because === 'asked' || (await wantsCertificateByEmail(ctx, mail.student_course_id))
  // An unreachable address ends the email: the certificate can be downloaded.
  if (shouldSend) await send(ctx, mail)
  await markMailSent(ctx, certificate_mail_id)
}

const pictureId = 'certificate'

async function send(ctx: Ctx, mail: CertificateMail): Promise<void> {
  const { locale, organization_name, organization_code, course_name, first_name, last_name } = mail
  const { user_id, organization_id, student_certificate_id } = mail
  const site = ctx.use(siteUrlPort)
  const states = await reportingStates(ctx.as({ locale }), [mail.student_course_id])
  const email = createElement(CertificateEmail, {
    locale,
    organization_name,
    course_name,
    first_name,
    student_name: mail.student_name,
    certificate_number: mail.certificate_number,
    issued_at: mail.issued_at,
    time_zone: mail.time_zone,
    replaces: mail.replaces,
    picture: `cid:${pictureId}`,
    href: site(organization_code, pathTo('/dashboard')),
    check_href: site(organization_code, pathTo('/certificate/check/:code', { code: mail.check_code }), 'installation'),
    reports: (states.get(mail.student_course_id)?.duties ?? []).map(({ text }) => text),
    report_href: site(
      organization_code,
      pathTo('/course/:studentCourseId/report', { studentCourseId: mail.student_course_id }),
    ),
  })
  const pdf = await readCertificate(ctx, mail, 'pdf')
  const picture = await readCertificate(ctx, mail, 'jpg')
  await sendEmail(ctx, certificateEmail, {
    user_id,
    organization_id,
    about: { student_certificate_id },
    sender_id: mail.asked_by ?? user_id,
    to: mail.email,
    subject: () => localText(locale, certificateEmailTexts, 'subject', { course_name }),
    dedupe_key: `learning.certificate-mail:${mail.certificate_mail_id}`,
    attachments: [{ name: attachmentName(first_name, last_name), content_type: 'application/pdf', bytes: pdf }],
    pictures: [{ id: pictureId, content_type: 'image/jpeg', bytes: picture }],
    email: () => email,
  })
}

const readCertificate = async (ctx: Ctx, mail: CertificateMail, format: 'jpg' | 'pdf') =>
  new Uint8Array(await new Response(await openCertificate(ctx, mail, format)).arrayBuffer())

const attachmentName = (first_name: string, last_name: string): string =>
  asOneLine(`${first_name} ${last_name} - Certificate of Completion.pdf`).replaceAll(/[/\\]/g, ' ')
