import { listLateMails, sweepCertificates } from '#modules/learning/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { job } from '#platform/queue/job.ts'
import { sendCertificateMail } from './send-certificate.ts'

/** Issues certificates and sends emails that no job has handled. */
export const sweepCertificatesJob = job({
  name: 'learning.sweep-certificates',
  every: '* * * * *',
  inSandbox: true,
  async run(ctx, _data, { signal }) {
    await sweepCertificates(ctx, signal)
    for (const certificate_mail_id of await listLateMails(ctx)) {
      if (!signal.aborted) await sendLate(ctx, certificate_mail_id)
    }
  },
})

/** One email that can't be sent must not block the following ones. */
async function sendLate(ctx: Ctx, certificate_mail_id: number): Promise<void> {
  try {
    await sendCertificateMail(ctx, certificate_mail_id)
  } catch (error) {
    ctx.log.error('certificate.mail_failed', error, { certificate_mail_id })
  }
}
