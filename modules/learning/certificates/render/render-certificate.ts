import { layOut } from './layout.ts'
import type { CertificateModel } from './model.ts'
import { type PdfInfo, paintJpg, paintPdf } from './paint.ts'

const LOCALES = { 'en-us': 'en-US', 'es-es': 'es-US' } as const

function infoOf(model: CertificateModel): PdfInfo {
  return {
    title: `${model.template.title_lines[0] ?? model.template.name} - ${model.student_name}`,
    author: model.organization_name,
    language: LOCALES[model.language],
    created: new Date(model.issued_at),
  }
}

/** The certificate as a picture (Letter at 200 dots an inch) and as one page of PDF; equal models give equal bytes on one runtime. */
export async function renderCertificate(model: CertificateModel): Promise<{ jpg: Uint8Array; pdf: Uint8Array }> {
  const drawing = layOut(model)
  const [jpg, pdf] = await Promise.all([paintJpg(drawing), paintPdf(drawing, infoOf(model))])
  return { jpg, pdf }
}
