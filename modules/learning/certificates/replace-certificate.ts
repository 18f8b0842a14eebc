import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { assignedNumber } from './assigned-number.ts'
import { queueMail } from './certificate-mail.sql.ts'
import { certificateModel } from './certificate-model.ts'
import { applyCorrections, type Corrections } from './corrections.ts'
import { certificateErrors } from './errors.ts'
import { certificateIssued } from './facts.ts'
import { type HeldCertificate, lockCertificate } from './held-certificate.ts'
import { insertRow } from './issue-certificate.ts'
import { reserveNext } from './reserve-certificate.ts'
import { agencyOf } from './stock.sql.ts'
import { storeCertificate } from './store-certificate.ts'

type Replacement = {
  action: 'certificate.reissue' | 'certificate.update'
  /** Corrections added to the earlier ones. */
  corrections?: Corrections
  reason?: string | null
  /** Throws a refusal under the course's lock. */
  check?: (certificate: HeldCertificate) => void
}

export type NewVersion = { student_certificate_id: number; certificate_number: string }

/**
 * Issues the next version of a certificate, with a new number and code and the current data; the old one then shows
 * that it was replaced. Of several concurrent calls one succeeds, and the others throw 409. Number and code are
 * reserved first and the certificate is drawn outside any transaction, so that an interrupted call loses nothing.
 */
export async function replaceCertificate(
  ctx: Ctx,
  student_certificate_id: number,
  { action, corrections = {}, reason = null, check }: Replacement,
): Promise<NewVersion> {
  const { before, reservation } = await ctx.tx(async (inner) => {
    const { certificate, course } = await lockCertificate(inner, student_certificate_id)
    if (certificate.deleted_at) throw certificateErrors.withdrawn()
    check?.(certificate)
    const agency = await agencyOf(inner, course)
    const next = await reserveNext(inner, course, agency)
    if (!next) {
      const isAwaitingNumber = (await assignedNumber(inner, course, agency)) === 'none'
      throw isAwaitingNumber ? certificateErrors.noAnswerYet() : certificateErrors.noNumberLeft()
    }
    return { before: certificate, reservation: next }
  })
  const tenant = await asTenant(ctx, before.organization_id)
  const allCorrections = { ...before.corrections, ...corrections }
  const model = applyCorrections(await certificateModel(tenant, reservation), allCorrections)
  const storedFiles = await storeCertificate(tenant, model, before.organization_id)
  return ctx.tx(async (inner) => {
    const { certificate, course } = await lockCertificate(inner, student_certificate_id)
    if (certificate.deleted_at) throw certificateErrors.withdrawn()
    const new_certificate_id = await insertRow(inner, course, reservation, model, storedFiles, allCorrections)
    const { student_course_id, user_id } = course
    await inner.emit(certificateIssued, { student_certificate_id: new_certificate_id, student_course_id })
    await queueMail(inner, { student_certificate_id: new_certificate_id, user_id, because: 'issued' })
    const { certificate_number } = reservation
    await inner.audit({
      action,
      subject: `student_certificate_id:${student_certificate_id}`,
      subject_user_id: user_id,
      before: { certificate_number: before.certificate_number },
      after: {
        certificate_number,
        student_certificate_id: new_certificate_id,
        corrected: Object.keys(corrections),
        reason,
      },
    })
    return { student_certificate_id: new_certificate_id, certificate_number }
  })
}
