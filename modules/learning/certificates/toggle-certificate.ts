import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { certificateTexts } from './certificates.texts.ts'
import { certificateErrors } from './errors.ts'
import { certificateWithdrawn } from './facts.ts'
import { lockCertificate, staffOfCertificate } from './held-certificate.ts'

export const toggleCertificate = operation({
  call: 'PUT /certificate/toggleDelete',
  summary: 'Withdraws a certificate, or makes a withdrawn one valid again',
  may: staffOfCertificate('MANAGE_CERTIFICATES:DELETE'),
  takes: z.object({
    student_certificate_id: id(),
    /** The new state; by default the opposite of the current one. */
    deleted: z.boolean().optional(),
  }),
  gives: z.object({ deleted: z.boolean() }),
  fails: [certificateErrors.replaced],
  async run(ctx, { student_certificate_id, deleted: requested }) {
    const { certificate } = await lockCertificate(ctx, student_certificate_id)
    const before = certificate.deleted_at !== null
    const deleted = requested ?? !before
    const message = localText(ctx.locale, certificateTexts, deleted ? 'withdrawn' : 'restored')
    if (deleted === before) return { deleted, message }
    await ctx.sql`
      update learning.student_certificate
      set deleted_at = case when ${deleted} then platform.now() end
      where student_certificate_id = ${student_certificate_id}`
    await ctx.emit(certificateWithdrawn, { student_certificate_id, withdrawn: deleted })
    await ctx.audit({
      action: deleted ? 'certificate.withdraw' : 'certificate.restore',
      subject: `student_certificate_id:${student_certificate_id}`,
      subject_user_id: certificate.user_id,
      after: { certificate_number: certificate.certificate_number },
    })
    return { deleted, message }
  },
})
