import { onPaper } from '#modules/learning/student-course/on-paper.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, queryList, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { certificateTexts } from './certificates.texts.ts'
import { certificateErrors } from './errors.ts'
import { certificateShipped } from './facts.ts'
import { type HeldCertificate, lockCertificate } from './held-certificate.ts'

const maxCertificates = 500

export const shipCertificates = operation({
  call: 'PUT /certificate/ship',
  summary: 'Hands mailed certificates to the carrier, all of them or none',
  may: staff('MANAGE_CERTIFICATES:UPDATE'),
  body: 'ids',
  takes: z.object({ ids: queryList(id(), maxCertificates) }),
  gives: z.object({ shipped: z.int() }),
  fails: [certificateErrors.replaced, certificateErrors.withdrawn, certificateErrors.notMailed],
  async run(ctx, { ids }) {
    const count = await shipEach(ctx, ids, 'certificate.ship')
    return { shipped: count, message: localText(ctx.locale, certificateTexts, 'shipped') }
  },
})

export const markShipped = operation({
  call: 'PUT /certificate/markAsShipped',
  summary: 'Marks certificates as shipped that were sent in another way',
  may: staff('MANAGE_CERTIFICATES:UPDATE'),
  takes: z.object({ ids: queryList(id(), maxCertificates) }),
  gives: z.object({ shipped: z.int() }),
  fails: [certificateErrors.replaced, certificateErrors.withdrawn],
  async run(ctx, { ids }) {
    const count = await shipEach(ctx, ids, 'certificate.markShipped')
    return { shipped: count, message: localText(ctx.locale, certificateTexts, 'marked') }
  },
})

/**
 * Marks each certificate as shipped once and notifies its student. Returns the number that had not been shipped before.
 * Throws if one of them is out of scope.
 */
async function shipEach(
  ctx: Ctx,
  ids: readonly number[],
  action: 'certificate.ship' | 'certificate.markShipped',
): Promise<number> {
  let shippedCount = 0
  // The fixed order prevents deadlocks between calls with overlapping lists.
  for (const student_certificate_id of [...new Set(ids)].sort((a, b) => a - b)) {
    const { certificate, course } = await lockCertificate(ctx, student_certificate_id)
    if (certificate.deleted_at) throw certificateErrors.withdrawn()
    const isShipment = action === 'certificate.ship'
    if (isShipment && !onPaper.includes(course.lk_shipping_type_id)) throw certificateErrors.notMailed()
    if (certificate.shipped_at) continue
    await updateShipped(ctx, certificate, isShipment)
    await ctx.emit(certificateShipped, { student_certificate_id })
    await ctx.audit({
      action,
      subject: `student_certificate_id:${student_certificate_id}`,
      subject_user_id: certificate.user_id,
      after: { certificate_number: certificate.certificate_number },
    })
    shippedCount += 1
  }
  return shippedCount
}

async function updateShipped(
  { sql }: Ctx,
  { student_certificate_id }: HeldCertificate,
  hasCarrier: boolean,
): Promise<void> {
  await sql`
    update learning.student_certificate
    set shipped_at = platform.now(), dispatched_at = case when ${hasCarrier} then platform.now() else dispatched_at end
    where student_certificate_id = ${student_certificate_id}`
}
