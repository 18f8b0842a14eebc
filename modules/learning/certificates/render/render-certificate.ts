import sharp from 'sharp'
import { drawInTurn } from '../../../../platform/files/draw-image.ts'
import { openLimiter } from '../../../../platform/queue/limiter.ts'
import { pageSizes } from '../../../catalogue/index.ts'
import { layOut } from './layout.ts'
import type { CertificateModel } from './model.ts'
import { type PdfInfo, paintJpg, paintPdf } from './paint.ts'

// Certificates wait for each other first: at most one of them waits among the pictures that people upload.
const certificateInTurn = openLimiter(1, 30)
const inTurn = <T>(draw: () => Promise<T>): Promise<T> => certificateInTurn(() => drawInTurn(draw))

const LOCALES = { 'en-us': 'en-US', 'es-es': 'es-US' } as const

function infoOf(model: CertificateModel): PdfInfo {
  return {
    title: `${model.template.name} - ${model.student_name}`,
    author: model.organization_name,
    language: LOCALES[model.language],
    created: new Date(model.issued_at),
  }
}

/**
 * The certificate as a picture (Letter at 200 dots an inch) and as one page of PDF; equal models give equal bytes on one
 * runtime. `background` is what `background_key` names. Throws busy.
 */
export async function renderCertificate(
  model: CertificateModel,
  background: Uint8Array | null = null,
): Promise<{ jpg: Uint8Array; pdf: Uint8Array }> {
  return inTurn(async () => {
    const drawing = layOut(model, background && (await underPage(model, background)))
    const [jpg, pdf] = await Promise.all([paintJpg(drawing), paintPdf(drawing, infoOf(model))])
    return { jpg, pdf }
  })
}

/** The picture alone, for a preview. Throws busy. */
export async function previewCertificate(model: CertificateModel, background: Uint8Array | null): Promise<Uint8Array> {
  return inTurn(async () => paintJpg(layOut(model, background && (await underPage(model, background)))))
}

/** The background picture as JPEG, which PDF and SVG both accept; what does not fit the page is cropped. */
async function underPage({ template }: CertificateModel, background: Uint8Array): Promise<Uint8Array> {
  const [width, height] = pageSizes[template.design.orientation]
  const fitted = sharp(background).resize(Math.round((width * 200) / 72), Math.round((height * 200) / 72), {
    fit: 'cover',
  })
  return new Uint8Array(await fitted.flatten({ background: '#ffffff' }).jpeg({ quality: 88 }).toBuffer())
}
