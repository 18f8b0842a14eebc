import { starterDesign } from '../../catalogue/index.ts'
import type { CertificateModel, DrawnTemplate } from './render/index.ts'

/** How a certificate holds its template that was issued before templates had designs and versions. */
type FormerTemplate = {
  id: number
  name: string
  accent: string
  title_lines: readonly string[]
  body: string
  signature_name: string
  signature_title: string
  seal: string
}

const isFormer = (template: object): template is FormerTemplate => 'title_lines' in template

/** The model of a certificate as it can be drawn now, whenever it was issued. */
export function drawable(model: CertificateModel): CertificateModel {
  const template: DrawnTemplate | FormerTemplate = model.template
  return isFormer(template) ? { ...model, template: redesigned(template) } : model
}

function redesigned({ id, name, accent, title_lines, body, signature_name, signature_title, seal }: FormerTemplate) {
  const [title = '', ...others] = title_lines
  const one = (text: string) => [text, text] as const
  const design = starterDesign({
    title: one(title),
    subtitle: one(others.join(' · ')),
    body: one(body),
    signature_title: one(signature_title),
    seal: one(seal),
  })
  const fields = design.fields.map((field) =>
    field.text[0] === 'Marguerite Okafor' ? { ...field, text: one(signature_name) } : field,
  )
  return { id, version: 0, name, design: { ...design, accent, fields }, background_key: null }
}
