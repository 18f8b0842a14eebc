import type { Ctx } from '#platform/ctx.ts'
import type { Files } from '#platform/files/files.ts'
import { filesPort } from '#platform/ports.ts'
import { type CertificateModel, type CertificatePictures, renderCertificate } from './render/index.ts'

export type StoredCertificate = { jpg_key: string; pdf_key: string }

const maxBytes = 10_000_000

/** Draws and stores a certificate. The same model gives the same file, so repeating the call adds nothing. */
export async function storeCertificate(
  ctx: Ctx,
  model: CertificateModel,
  organization_id: number,
): Promise<StoredCertificate> {
  const files = ctx.use(filesPort)
  const { jpg, pdf } = await renderCertificate(model, await readPictures(files, model))
  const folder = `certificates-${organization_id}`
  const store = (bytes: Uint8Array, content_type: string) =>
    files.put({ bytes, content_type, folder, limit_bytes: maxBytes })
  const [picture, document] = await Promise.all([store(jpg, 'image/jpeg'), store(pdf, 'application/pdf')])
  return { jpg_key: picture.key, pdf_key: document.key }
}

/** The stored pictures used to draw a certificate. */
export async function readPictures(files: Files, { template, signer }: CertificateModel): Promise<CertificatePictures> {
  const [background, signature] = await Promise.all([
    readPicture(files, template.background_key),
    readPicture(files, signer?.signature_key ?? null),
  ])
  return { background, signature }
}

async function readPicture(files: Files, key: string | null): Promise<Uint8Array | null> {
  if (key === null) return null
  const { stream } = await files.open(key)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
