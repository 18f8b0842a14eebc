import { forgetOldEmails } from '#platform/mail/email-limits.sql.ts'
import { job } from '#platform/queue/job.ts'

/** Every night: deletes emails that no limit counts anymore. */
export const forgetOldEmailsJob = job({
  name: 'platform.forget-old-emails',
  every: '31 3 * * *',
  run: (ctx) => forgetOldEmails(ctx),
})
