import {
  addOwnSite,
  fetchOwnSites,
  type ListedSite,
  proveOwnSite,
  removeOwnSite,
} from '#modules/identity/own-sites/own-sites.ts'
import { holds, staff } from '#platform/permissions.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { localText } from '#platform/texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { type FormState, field, type SentForm } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { CodeBlock } from '#web/pages/developers/code-block.tsx'
import { findOrg, type Org, OrgShell } from './organization-shell.tsx'
import { ownSiteTexts } from './own-sites.texts.ts'

type Can = Record<'add' | 'verify' | 'remove', boolean>
type PageData = { org: Org; sites: ListedSite[]; script: string; can: Can }

/** The sites outside of the product where an organization shows its courses. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/websites/own',
  title: ownSiteTexts.title,
  may: staff('MANAGE_WEBSITES:READ'),
  layout: BackOfficeLayout,
  async load({ ctx, params }): Promise<PageData | PageRedirect> {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const { sites } = await fetchOwnSites.run(ctx, { organization_id: org.organization_id })
    const can = {
      add: holds(ctx.actor, 'MANAGE_WEBSITES:CREATE'),
      verify: holds(ctx.actor, 'MANAGE_WEBSITES:UPDATE'),
      remove: holds(ctx.actor, 'MANAGE_WEBSITES:DELETE'),
    }
    return { org, sites, script: ctx.use(siteUrlPort)(org.code, '/embed.js', 'installation'), can }
  },
  async submit({ ctx, params, url, form: { values } }) {
    const text = await act(values)
    return redirect(url.pathname, { flash: { kind: 'success', text } })

    async function act({ prove, remove, origin = '' }: SentForm['values']): Promise<string> {
      if (prove) return (await proveOwnSite.run(ctx, { own_site_id: idOf(prove) })).message ?? ''
      if (remove) return (await removeOwnSite.run(ctx, { own_site_id: idOf(remove) })).message ?? ''
      await addOwnSite.run(ctx, { organization_id: idOf(params.id), origin })
      return localText(ctx.locale, ownSiteTexts, 'added')
    }
  },
  view: (data, { form }) => <OwnSites loaded={data} form={form} />,
})

function OwnSites({ loaded: { org, sites, script, can }, form }: { loaded: PageData; form: FormState }) {
  const t = useTexts(ownSiteTexts)
  return (
    <OrgShell org={org} tab="websites">
      <h2 className="text-lg font-semibold">{t('title')}</h2>
      <p className="max-w-3xl">{t('lead', { name: org.name })}</p>
      <FormAlert message={form.message} />
      {sites.length === 0 ? (
        <Empty title={t('none')}>{t('noneLead')}</Empty>
      ) : (
        sites.map((site) => <Site key={site.own_site_id} site={site} can={can} />)
      )}
      {can.add && (
        <form method="post" className="grid max-w-xl gap-3">
          <TextField
            label={t('address')}
            hint={t('addressHint')}
            inputMode="url"
            maxLength={300}
            required
            {...field(form, 'origin', '')}
          />
          <div>
            <SubmitButton>{t('add')}</SubmitButton>
          </div>
        </form>
      )}
      {sites.some(({ proved_at }) => proved_at !== null) && (
        <Panel title={t('use')} className="max-w-3xl">
          <p className="mb-2">{t('useLead')}</p>
          <CodeBlock label={t('use')}>{exampleOf(script)}</CodeBlock>
        </Panel>
      )}
    </OrgShell>
  )
}

const exampleOf = (script: string) => `<script type="module" src="${script}"></script>
<waypost-catalogue></waypost-catalogue>
<waypost-course id="1001"></waypost-course>
<waypost-checkout course="1001" code="SAVE5"></waypost-checkout>`

function Site({ site, can }: { site: ListedSite; can: Can }) {
  const t = useTexts(ownSiteTexts)
  const showDate = useShowDate()
  const { own_site_id, origin, proved_at, failing_since, proof, file_url, record } = site
  return (
    <Panel title={origin} className="max-w-3xl">
      <p className="mb-3">
        <Badge tone={proved_at ? 'green' : 'orange'}>{t(proved_at ? 'verified' : 'unverified')}</Badge>
      </p>
      {failing_since && (
        <Alert variant="attention" className="mb-3">
          {t('failing', { date: showDate(failing_since) })}
        </Alert>
      )}
      <p className="mb-2 wrap-anywhere">{t('how', { file: file_url, record })}</p>
      <CodeBlock label={t('proof', { origin })}>{proof}</CodeBlock>
      <form method="post" className="mt-3 flex flex-wrap gap-3">
        {can.verify && (
          <SubmitButton
            name="prove"
            value={String(own_site_id)}
            aria-label={`${t(proved_at ? 'again' : 'verify')}: ${origin}`}
          >
            {t(proved_at ? 'again' : 'verify')}
          </SubmitButton>
        )}
        {can.remove && (
          <ConfirmSubmit label={t('remove')} name="remove" value={String(own_site_id)}>
            {t('removeAsk', { origin })}
          </ConfirmSubmit>
        )}
      </form>
    </Panel>
  )
}
