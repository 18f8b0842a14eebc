import { starterDesign } from '#modules/catalogue/index.ts'
import type { CertificateModel, DrawnTemplate } from './render/index.ts'

/** The stored template of a certificate that was issued before templates had designs and versions. */
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

/** A certificate's model in the current form, regardless of when it was issued. */
export function toCurrentModel(model: CertificateModel): CertificateModel {
  const template: DrawnTemplate | FormerTemplate = model.template
  if (!isFormer(template)) return model
  const { signature_name: name, signature_title: title } = template
  return { ...model, template: toDesign(template), signer: { name, title, signature_key: null } }
}

function toDesign({ id, name, accent, title_lines, body, seal }: FormerTemplate) {
  const [title = '', ...others] = title_lines
  const bothLanguages = (text: string) => [text, text] as const
  const design = starterDesign({
    title: bothLanguages(title),
    subtitle: bothLanguages(others.join(' · ')),
    body: bothLanguages(body),
    seal: bothLanguages(seal),
  })
  return { id, version: 0, name, design: { ...design, accent }, background_key: null }
}
