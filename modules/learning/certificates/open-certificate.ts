import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { fileErrors } from '#platform/files/file-errors.ts'
import { filesPort } from '#platform/ports.ts'
import { toCurrentModel } from './former-template.ts'
import type { CertificateModel } from './render/index.ts'
import { openLicense } from './sealed-license.ts'
import { storeCertificate } from './store-certificate.ts'

export type CertificateFormat = 'jpg' | 'pdf'
type Keys = { student_certificate_id: number; jpg_key: string; pdf_key: string }

/**
 * The file of a certificate. If the store has lost it, it is drawn again from the certificate's data, which is the
 * actual document. Callers must check access.
 */
export async function openCertificate(ctx: Ctx, certificate: Keys, format: CertificateFormat) {
  const files = ctx.use(filesPort)
  try {
    return (await files.open(certificate[`${format}_key`])).stream
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind.code !== fileErrors.missing.code) throw error
    const storedFiles = await redraw(ctx, certificate)
    return (await files.open(storedFiles[`${format}_key`])).stream
  }
}

async function redraw(ctx: Ctx, { student_certificate_id }: Keys) {
  ctx.log.warn('certificate.redrawn', { student_certificate_id })
  const [row] = await ctx.sql<{ model: CertificateModel; organization_id: number; certificate_number: string }>`
    select model, organization_id, certificate_number from learning.student_certificate
    where student_certificate_id = ${student_certificate_id}`
  const { model, organization_id, certificate_number } = row!
  return storeCertificate(ctx, toCurrentModel(openLicense(ctx, model, certificate_number)), organization_id)
}
