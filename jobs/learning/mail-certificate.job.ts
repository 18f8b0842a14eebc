import { emailPace } from '#jobs/send-email.ts'
import { certificateMailOwed } from '#modules/learning/certificates/facts.ts'
import { job } from '#platform/queue/job.ts'
import { sendCertificateMail } from './send-certificate.ts'

/** Emails the certificate as PDF. */
export const mailCertificateJob = job({
  name: 'learning.mail-certificate',
  on: certificateMailOwed,
  ...emailPace,
  run: (ctx, { certificate_mail_id }) => sendCertificateMail(ctx, certificate_mail_id),
})
