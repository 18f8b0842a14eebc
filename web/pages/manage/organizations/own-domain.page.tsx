import {
  checkOwnDomain,
  fetchOwnDomain,
  type ListedDomain,
  removeOwnDomain,
  saveDomain,
} from '#modules/identity/own-domains/own-domains.ts'
import { dateFormat } from '#platform/locale-format.ts'
import { holds, staff } from '#platform/permissions.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { Badge, type Tone } from '#platform/ui/badge.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts, useZone } from '#platform/ui/locale.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { findOrg, type Org, OrgShell } from './organization-shell.tsx'
import { ownDomainTexts } from './own-domain.texts.ts'

type Can = Record<'save' | 'remove', boolean>
type PageData = { org: Org; domain: ListedDomain | null; address: string; can: Can }

/** The own domain of an organization: its DNS records, its state, and the check. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/websites/domain',
  title: ownDomainTexts.title,
  may: staff('MANAGE_WEBSITES:READ'),
  layout: BackOfficeLayout,
  async load({ ctx, params }): Promise<PageData | PageRedirect> {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const { domain } = await fetchOwnDomain.run(ctx, { organization_id: org.organization_id })
    const can = {
      save: holds(ctx.actor, 'MANAGE_WEBSITES:UPDATE'),
      remove: holds(ctx.actor, 'MANAGE_WEBSITES:DELETE'),
    }
    const { host: address } = new URL(ctx.use(siteUrlPort)(org.code, '/', 'installation'))
    return { org, domain, address, can }
  },
  async submit({ ctx, params, url, form: { values } }) {
    const organization_id = idOf(params.id)
    const { message = '' } = await act()
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })

    function act(): Promise<{ message?: string }> {
      if (values.action === 'check') return checkOwnDomain.run(ctx, { organization_id })
      if (values.action === 'remove') return removeOwnDomain.run(ctx, { organization_id })
      return saveDomain.run(ctx, { organization_id, host: values.host ?? '' })
    }
  },
  view: (data, { form }) => <OwnDomainPage loaded={data} form={form} />,
})

function OwnDomainPage({ loaded, form }: { loaded: PageData; form: FormState }) {
  const t = useTexts(ownDomainTexts)
  const { org, domain, address, can } = loaded
  return (
    <OrgShell org={org} tab="websites">
      <h2 className="text-lg font-semibold">{t('title')}</h2>
      <p className="max-w-3xl">{t('lead', { name: org.name, address })}</p>
      <FormAlert message={form.message} />
      {domain && <Domain domain={domain} address={address} can={can} explained={form.message !== null} />}
      {can.save &&
        (domain ? (
          <details className="max-w-xl">
            <summary className="cursor-pointer py-2 font-semibold">{t('change')}</summary>
            <p className="mb-3 text-muted-foreground">{t('changeLead')}</p>
            <NameForm form={form} />
          </details>
        ) : (
          <NameForm form={form} />
        ))}
    </OrgShell>
  )
}

function NameForm({ form }: { form: FormState }) {
  const t = useTexts(ownDomainTexts)
  return (
    <form method="post" className="grid max-w-xl gap-3">
      <TextField
        label={t('domain')}
        hint={t('hint')}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        required
        {...field(form, 'host', '')}
      />
      <div>
        <SubmitButton name="action" value="save">
          {t('save')}
        </SubmitButton>
      </div>
    </form>
  )
}

const tones: Readonly<Record<ListedDomain['state'], Tone>> = {
  waiting: 'orange',
  proved: 'orange',
  live: 'green',
  failing: 'red',
}

type DomainProps = { domain: ListedDomain; address: string; can: Can; explained: boolean }

function Domain({ domain, address, can, explained }: DomainProps) {
  const t = useTexts(ownDomainTexts)
  const { host, shown_host, state, records } = domain
  return (
    <Panel title={shown_host} className="max-w-4xl">
      <div className="grid gap-3">
        <p>
          <Badge tone={tones[state]}>{t(state)}</Badge>
        </p>
        {host !== shown_host && <p>{t('punycode', { host })}</p>}
        {/* The result of a check is shown above. */}
        {!explained && <Fault domain={domain} address={address} />}
        {state !== 'live' && <p className="text-muted-foreground">{t('recordsLead')}</p>}
        <Records records={records} />
        <LastCheck domain={domain} />
        <p className="text-sm text-muted-foreground">{t('passkeys', { address })}</p>
        <form method="post" className="flex flex-wrap gap-3">
          {can.save && (
            <SubmitButton name="action" value="check">
              {t('check')}
            </SubmitButton>
          )}
          {can.remove && (
            <ConfirmSubmit label={t('remove')} name="action" value="remove">
              {t('removeAsk', { host: shown_host })}
            </ConfirmSubmit>
          )}
        </form>
      </div>
    </Panel>
  )
}

function Fault({ domain: { fault, off_at }, address }: { domain: ListedDomain; address: string }) {
  const t = useTexts(ownDomainTexts)
  const format = useMoment()
  if (!fault) return null
  return (
    <Alert variant="attention">
      {t(`${fault}Fault`, { address })} {off_at && t('offAt', { at: format(off_at) })}
    </Alert>
  )
}

function LastCheck({ domain: { checked_at } }: { domain: ListedDomain }) {
  const t = useTexts(ownDomainTexts)
  const format = useMoment()
  return (
    <p className="text-sm text-muted-foreground">
      {checked_at ? t('lastChecked', { at: format(checked_at) }) : t('neverChecked')}
    </p>
  )
}

function useMoment() {
  const format = dateFormat(useLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: useZone() })
  return (instant: string) => format.format(new Date(instant))
}

function Records({ records }: { records: ListedDomain['records'] }) {
  const t = useTexts(ownDomainTexts)
  return (
    <Table label={t('records')}>
      <thead>
        <tr>
          <TableHead>{t('type')}</TableHead>
          <TableHead>{t('name')}</TableHead>
          <TableHead>{t('value')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {records.map(({ type, name, value }) => (
          <tr key={`${type} ${name} ${value}`}>
            <TableCell>{type}</TableCell>
            <TableCell className="min-w-40 break-all">{name}</TableCell>
            <TableCell className="font-mono text-sm break-all sm:min-w-40">{value}</TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
