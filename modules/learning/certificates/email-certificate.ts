import { shippingType } from '#modules/catalogue/lookups.shared.ts'
import { identityErrors, isAddressProven } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { queueMail } from './certificate-mail.sql.ts'
import { holderOrStaff, selectVisibleCertificates } from './certificate-scope.ts'
import { certificateTexts } from './certificates.texts.ts'
import { certificateErrors } from './errors.ts'

export const emailCertificate = operation({
  call: 'GET /certificate/email',
  summary: "Emails a certificate: staff to any address (the holder's by default), students to their own only",
  changes: true,
  may: holderOrStaff('MANAGE_CERTIFICATES:UPDATE'),
  takes: z.object({
    student_certificate_id: id(),
    email: z.preprocess((value) => (value === '' ? undefined : value), z.email().max(254).optional()),
  }),
  gives: z.object({}),
  fails: [certificateErrors.ownAddressOnly, certificateErrors.notEmailed, identityErrors.emailUnproven],
  async run(ctx, { student_certificate_id, email }) {
    const [certificate] = await selectVisibleCertificates(ctx, [student_certificate_id])
    const { user_id } = certificate!
    if (userOf(ctx).role === 'Student') await requireOwnAddress(ctx, user_id, email)
    else await requireEmailed(ctx, student_certificate_id)
    const address = await queueMail(ctx, { student_certificate_id, user_id, because: 'asked', email })
    await ctx.audit({
      action: 'certificate.email',
      subject: `student_certificate_id:${student_certificate_id}`,
      subject_user_id: user_id,
      after: { email: address },
    })
    return { message: localText(ctx.locale, certificateTexts, 'emailed') }
  },
})

/** Staff can email certificates delivered by email or download; paper ones are in the mail with a tracking number. */
async function requireEmailed({ sql }: Ctx, student_certificate_id: number): Promise<void> {
  const [paperCertificate] = await sql`
    select 1 from learning.student_certificate c
    join learning.student_course sc using (student_course_id)
    where c.student_certificate_id = ${student_certificate_id}
      and sc.lk_shipping_type_id in (${shippingType.Mail}, ${shippingType.MailOvernight})`
  if (paperCertificate) throw certificateErrors.notEmailed()
}

/** Emails to any address, with an attachment whose text the sender can choose, would attract spammers. */
async function requireOwnAddress(ctx: Ctx, user_id: number, email?: string): Promise<void> {
  if (!(await isAddressProven(ctx, user_id))) throw identityErrors.emailUnproven()
  if (email === undefined) return

  const [holder] = await ctx.sql`
    select 1 from identity.v_person where user_id = ${user_id} and lower(email) = lower(${email})`
  if (!holder) throw certificateErrors.ownAddressOnly()
}
