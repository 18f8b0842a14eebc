import sharp from 'sharp'
import { pageSizes } from '#modules/catalogue/index.ts'
import { drawInTurn } from '#platform/files/draw-image.ts'
import { type PdfInfo, paintJpg, paintPdf } from '#platform/paper/paint.ts'
import { openLimiter } from '#platform/queue/limiter.ts'
import { layOut, type Signature } from './layout.ts'
import type { CertificateModel } from './model.ts'

// Certificates have their own queue, so that at most one of them waits in the queue of uploaded pictures.
const certificateQueue = openLimiter(1, 30)
const queueDrawing = <T>(draw: () => Promise<T>): Promise<T> => certificateQueue(() => drawInTurn(draw))

const localesByLanguage = { 'en-us': 'en-US', 'es-es': 'es-US' } as const

function infoOf(model: CertificateModel): PdfInfo {
  return {
    title: `${model.template.name} - ${model.student_name}`,
    author: model.organization_name,
    language: localesByLanguage[model.language],
    created: new Date(model.issued_at),
  }
}

/** The stored pictures used in a certificate. */
export type CertificatePictures = { background?: Uint8Array | null; signature?: Uint8Array | null }

/**
 * The certificate as a picture (Letter at 200 dpi) and as one page of PDF; equal models give equal bytes on one
 * runtime. Throws busy.
 */
export async function renderCertificate(
  model: CertificateModel,
  pictures: CertificatePictures = {},
): Promise<{ jpg: Uint8Array; pdf: Uint8Array }> {
  return queueDrawing(async () => {
    const drawing = await draw(model, pictures)
    const [jpg, pdf] = await Promise.all([paintJpg(drawing), paintPdf(drawing, infoOf(model))])
    return { jpg, pdf }
  })
}

/** The certificate as a picture only, for a preview. Throws busy. */
export async function previewCertificate(
  model: CertificateModel,
  pictures: CertificatePictures = {},
): Promise<Uint8Array> {
  return queueDrawing(async () => paintJpg(await draw(model, pictures)))
}

async function draw(model: CertificateModel, { background, signature }: CertificatePictures) {
  const [backgroundImage, signatureImage] = await Promise.all([
    background ? prepareBackground(model, background) : null,
    signature ? prepareSignature(signature) : null,
  ])
  return layOut(model, backgroundImage, signatureImage)
}

/** The signature as PNG, which PDF and SVG both accept, at four dots per point of its largest box. */
async function prepareSignature(picture: Uint8Array): Promise<Signature> {
  const { data, info } = await sharp(picture)
    .resize({ width: 900, height: 300, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { png: new Uint8Array(data), width: info.width, height: info.height }
}

/** The background picture as JPEG, which PDF and SVG both accept, cropped to the page. */
async function prepareBackground({ template }: CertificateModel, background: Uint8Array): Promise<Uint8Array> {
  const [width, height] = pageSizes[template.design.orientation]
  const resized = sharp(background).resize(Math.round((width * 200) / 72), Math.round((height * 200) / 72), {
    fit: 'cover',
  })
  return new Uint8Array(await resized.flatten({ background: '#ffffff' }).jpeg({ quality: 88 }).toBuffer())
}
