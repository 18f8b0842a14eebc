import { fetchCertificateTemplates } from '#modules/catalogue/certificate-templates/manage-templates.ts'
import { signerTexts } from '#modules/catalogue/certificate-templates/signer.texts.ts'
import { templateTexts } from '#modules/catalogue/certificate-templates/templates.texts.ts'
import { findSigner } from '#modules/catalogue/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, holdsForVisited, staff } from '#platform/permissions.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

type Template = Awaited<ReturnType<typeof fetchCertificateTemplates.run>>['data'][number]

/** Certificate templates, each with a picture of its print. */
export default page({
  address: '/manage/certificates/templates',
  title: templateTexts.title,
  may: staff('MANAGE_CERTIFICATES:READ'),
  layout: BackOfficeLayout,
  load: async ({ ctx }) => ({
    templates: (await fetchCertificateTemplates.run(ctx, {})).data,
    canCreate: holdsForVisited(ctx, 'MANAGE_CERTIFICATES:CREATE'),
    canUpdate: holds(ctx.actor, 'MANAGE_CERTIFICATES:UPDATE'),
    canSign: holdsForVisited(ctx, 'MANAGE_CERTIFICATES:UPDATE'),
    signer: await findSigner(ctx, ctx.organization.organization_id),
  }),
  view: (data, { frame }) => <List {...data} frame={frame} />,
})

type Props = {
  templates: Template[]
  canCreate: boolean
  canUpdate: boolean
  /** Whether the person may set the visited organization's signer. */
  canSign: boolean
  signer: { name: string } | null
  frame: Frame
}

function List({ templates, canCreate, canUpdate, canSign, signer, frame }: Props) {
  const t = useTexts(templateTexts)
  const say = useTexts(signerTexts)
  const add = (
    <LinkButton href={withCarriedParams(frame, pathTo('/manage/certificates/templates/new'))} size="sm">
      {t('add')}
    </LinkButton>
  )
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, pathTo('/manage/certificates/issued'))} alone>
          ‹ {t('certificates')}
        </TextLink>
      </p>
      <PageTitle actions={canCreate && add}>{t('title')}</PageTitle>
      <p className="mb-4 max-w-reading text-muted-foreground">{t('lead')}</p>
      {!signer?.name && (
        <Alert className="mb-5 max-w-3xl">
          {say('none')}{' '}
          {canSign && (
            <TextLink href={withCarriedParams(frame, pathTo('/manage/settings/certificate-signer'))}>
              {say('setUp')}
            </TextLink>
          )}
        </Alert>
      )}
      <ul className="grid grid-cols-1 gap-6 md:grid-cols-2 xl:grid-cols-3">
        {templates.map((template) => (
          <Card key={template.certificate_template_id} {...{ template, canCreate, canUpdate, frame }} />
        ))}
      </ul>
    </>
  )
}

function Card({
  template,
  canCreate,
  canUpdate,
  frame,
}: Omit<Props, 'templates' | 'canSign' | 'signer'> & { template: Template }) {
  const t = useTexts(templateTexts)
  const { certificate_template_id, name, thumbnail, version, included_ind, can_update } = template
  const isEditable = canUpdate && can_update
  const address = pathTo('/manage/certificates/templates/:templateId', { templateId: certificate_template_id })
  return (
    <li className="grid content-start gap-2 rounded-lg border bg-card p-4 shadow-card">
      <img
        src={thumbnail}
        alt={t('pictureOf', { name })}
        width={792}
        height={612}
        loading="lazy"
        className="h-auto w-full rounded-md border object-contain"
      />
      <h2 className="font-semibold">{name}</h2>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
        {t('version', { version })}
        {included_ind && <Badge tone="gray">{t('isIncluded')}</Badge>}
      </p>
      <p className="flex flex-wrap gap-x-4">
        <TextLink href={withCarriedParams(frame, address)} alone>
          {t(isEditable ? 'edit' : 'view')}
        </TextLink>
        {canCreate && (
          <TextLink
            href={withCarriedParams(
              frame,
              pathTo('/manage/certificates/templates/new', { query: { copy: certificate_template_id } }),
            )}
            alone
          >
            {t('copy')}
          </TextLink>
        )}
      </p>
    </li>
  )
}
