import {
  createCertTemplate,
  fetchCertificateTemplates,
} from '#modules/catalogue/certificate-templates/manage-templates.ts'
import TemplateEditor from '#modules/catalogue/certificate-templates/template-editor.island.tsx'
import { templateTexts } from '#modules/catalogue/certificate-templates/templates.texts.ts'
import { starterTemplates } from '#modules/catalogue/entry.ts'
import { localText } from '#platform/texts.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import type { Frame } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { Back } from './template.page.tsx'

/** A new template: from the default design, or a copy of another one. */
export default page({
  address: '/manage/certificates/templates/new',
  title: templateTexts.add,
  may: createCertTemplate.may,
  layout: BackOfficeLayout,
  async load({ ctx, query }) {
    const { data } = query.copy ? await fetchCertificateTemplates.run(ctx, {}) : { data: [] }
    const copied = data.find((template) => String(template.certificate_template_id) === query.copy)
    return copied
      ? {
          name: localText(ctx.locale, templateTexts, 'copyOf', { name: copied.name }).slice(0, 120),
          name_es: copied.name_es,
          design: copied.template,
        }
      : { name: localText(ctx.locale, templateTexts, 'newName'), name_es: null, design: starterTemplates[1]!.design }
  },
  view: (first, { frame }) => <New first={first} frame={frame} />,
})

type First = Parameters<typeof TemplateEditor>[0]['first']

function New({ first, frame }: { first: First; frame: Frame }) {
  const t = useTexts(templateTexts)
  return (
    <>
      <Back frame={frame} />
      <PageTitle>{t('add')}</PageTitle>
      <TemplateEditor certificate_template_id={null} version={1} first={first} />
    </>
  )
}
