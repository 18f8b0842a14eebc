import { fetchCertificateTemplate } from '#modules/catalogue/certificate-templates/manage-templates.ts'
import TemplateEditor from '#modules/catalogue/certificate-templates/template-editor.island.tsx'
import { templateTexts } from '#modules/catalogue/certificate-templates/templates.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds } from '#platform/permissions.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'

type PageData = Awaited<ReturnType<typeof fetchCertificateTemplate.run>>

/** One template: its editor, or its picture for people who may not change it, and its versions. */
export default page({
  address: '/manage/certificates/templates/:templateId{[0-9]+}',
  title: templateTexts.title,
  may: fetchCertificateTemplate.may,
  layout: BackOfficeLayout,
  load: async ({ ctx, params }) => ({
    ...(await fetchCertificateTemplate.run(ctx, { certificate_template_id: idOf(params.templateId) })),
    updates: holds(ctx.actor, 'MANAGE_CERTIFICATES:UPDATE'),
  }),
  view: (data, { frame }) => <View {...data} frame={frame} />,
})

function View({ template, versions, updates, frame }: PageData & { updates: boolean; frame: Frame }) {
  const t = useTexts(templateTexts)
  const showDate = useShowDate()
  const { certificate_template_id, name, name_es, version, template: design, can_update, thumbnail } = template
  return (
    <>
      <Back frame={frame} />
      <PageTitle lead={t('version', { version })}>{name}</PageTitle>
      <div className="grid grid-cols-1 gap-6">
        {updates && can_update ? (
          <TemplateEditor
            certificate_template_id={certificate_template_id}
            version={version}
            first={{ name, name_es, design }}
          />
        ) : (
          <>
            {!can_update && <Alert variant="info">{t('readOnly')}</Alert>}
            <img src={thumbnail} alt={t('pictureOf', { name })} className="h-auto w-full max-w-3xl rounded-md border" />
          </>
        )}
        <Panel title={t('versions')}>
          <ul className="grid gap-1">
            {versions.map((version) => (
              <li key={version.version} className="flex flex-wrap gap-x-4">
                <span>{t('version', { version: version.version })}</span>
                <span className="figures text-muted-foreground">{showDate(version.at)}</span>
                <span className="text-muted-foreground">{version.name}</span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  )
}

export function Back({ frame }: { frame: Frame }) {
  const t = useTexts(templateTexts)
  return (
    <p className="mb-1 text-sm">
      <TextLink href={withCarriedParams(frame, pathTo('/manage/certificates/templates'))} alone>
        ‹ {t('title')}
      </TextLink>
    </p>
  )
}
