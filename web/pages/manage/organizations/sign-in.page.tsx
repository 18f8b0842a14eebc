import {
  fetchSignInProvider,
  removeSignInProvider,
  type ShownProvider,
  saveSignInProvider,
  tryIssuer,
} from '#modules/identity/openid/sign-in-provider.ts'
import type { Ctx } from '#platform/ctx.ts'
import { admin } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { TextareaField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { type FormState, field, type SentForm } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { atFields, toProof } from '#web/pages/account/enter.ts'
import { CodeBlock } from '#web/pages/developers/code-block.tsx'
import { findOrg, type Org, OrgShell } from './organization-shell.tsx'
import { signInPageTexts } from './sign-in.texts.ts'

type PageData = { org: Org; provider: ShownProvider | null; redirect_uris: string[] }

/** The identity provider with which an organization's people sign in. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/sign-in',
  title: signInPageTexts.title,
  may: admin,
  layout: BackOfficeLayout,
  async load({ ctx, params }): Promise<PageData | PageRedirect> {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    return { org, ...(await fetchSignInProvider.run(ctx, { organization_id: org.organization_id })) }
  },
  async submit({ ctx, params, url, form }) {
    const organization_id = Number(params.id)
    try {
      const text = await act(ctx, organization_id, form)
      return redirect(url.pathname, { flash: { kind: 'success', text } })
    } catch (error) {
      return toProof(
        // The issues of the list are about its items, which have no fields of their own.
        atFields(error, (path) => path.split('.')[0]!),
        url,
      )
    }
  },
  view: (data, { form }) => <SignIn loaded={data} form={form} />,
})

async function act(ctx: Ctx, organization_id: number, { values }: SentForm): Promise<string> {
  const t = (key: 'saved' | 'removed' | 'disconnected', n = 0) => localText(ctx.locale, signInPageTexts, key, { n })
  if (values.action === 'test') return (await tryIssuer.run(ctx, { organization_id })).message ?? ''
  if (values.action === 'remove') {
    await removeSignInProvider.run(ctx, { organization_id })
    return t('removed')
  }
  const { disconnected } = await saveSignInProvider.run(ctx, {
    organization_id,
    name: values.name ?? '',
    issuer: values.issuer ?? '',
    client_id: values.client_id ?? '',
    client_secret: values.client_secret ?? '',
    external_id_claim: values.external_id_claim ?? '',
    given_name_claim: values.given_name_claim ?? '',
    family_name_claim: values.family_name_claim ?? '',
    email_domains: (values.email_domains ?? '').split(/[\s,;]+/).filter(Boolean),
    creates_students: values.creates_students === 'on',
    enabled: values.enabled === 'on',
  })
  return disconnected === 0 ? t('saved') : t('disconnected', disconnected)
}

const noProvider: ShownProvider = {
  name: '',
  issuer: '',
  client_id: '',
  external_id_claim: 'sub',
  given_name_claim: 'given_name',
  family_name_claim: 'family_name',
  email_domains: [],
  creates_students: false,
  enabled: true,
}

function SignIn({ loaded: { org, provider, redirect_uris }, form }: { loaded: PageData; form: FormState }) {
  const t = useTexts(signInPageTexts)
  return (
    <OrgShell org={org} tab="websites">
      <h2 className="text-lg font-semibold">{t('title')}</h2>
      <p className="max-w-3xl">{t('lead', { name: org.name })}</p>
      <FormAlert message={form.message} />
      <Panel title={t('addresses')} className="max-w-3xl">
        <p className="mb-2">{t('addressesLead')}</p>
        <CodeBlock label={t('addresses')}>{redirect_uris.join('\n')}</CodeBlock>
      </Panel>
      <Panel title={t('provider')} className="max-w-3xl">
        <ProviderForm provider={provider} form={form} />
      </Panel>
      {provider && (
        <form method="post" className="flex max-w-3xl flex-wrap items-center gap-3">
          <SubmitButton name="action" value="test" variant="outline" title={t('testLead')}>
            {t('test')}
          </SubmitButton>
          <ConfirmSubmit label={t('remove')} name="action" value="remove">
            {t('removeAsk', { provider: provider.name })}
          </ConfirmSubmit>
        </form>
      )}
    </OrgShell>
  )
}

function ProviderForm({ provider, form }: { provider: ShownProvider | null; form: FormState }) {
  const t = useTexts(signInPageTexts)
  const values = provider ?? noProvider
  return (
    <form method="post" className="grid max-w-2xl gap-4">
      <TextField
        {...field(form, 'name', values.name)}
        label={t('name')}
        hint={t('nameHint')}
        maxLength={60}
        autoComplete="off"
        required
      />
      <TextField
        {...field(form, 'issuer', values.issuer)}
        label={t('issuerAddress')}
        hint={t('issuerHint')}
        inputMode="url"
        maxLength={300}
        autoComplete="off"
        required
      />
      <TextField
        {...field(form, 'client_id', values.client_id)}
        label={t('clientId')}
        maxLength={300}
        autoComplete="off"
        required
      />
      <TextField
        {...field(form, 'client_secret', '')}
        label={t('clientSecret')}
        hint={provider ? t('secretStored') : undefined}
        type="password"
        maxLength={1000}
        autoComplete="new-password"
        required={!provider}
      />
      <Matching values={values} form={form} />
      <Checkbox name="enabled" label={t('enabled')} defaultChecked={isTicked(form, values, 'enabled')} />
      <div>
        <SubmitButton name="action" value="save">
          {t('save')}
        </SubmitButton>
      </div>
    </form>
  )
}

/** A box that is not ticked is not sent. */
const isTicked = (form: FormState, values: ShownProvider, name: 'enabled' | 'creates_students'): boolean =>
  form.values.action === 'save' ? form.values[name] === 'on' : values[name]

function Matching({ values, form }: { values: ShownProvider; form: FormState }) {
  const t = useTexts(signInPageTexts)
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 font-semibold">{t('accounts')}</legend>
      <p>{t('accountsLead')}</p>
      <TextField
        {...field(form, 'external_id_claim', values.external_id_claim ?? '')}
        label={t('externalId')}
        hint={t('externalIdHint')}
        maxLength={100}
        autoComplete="off"
        optional
      />
      <TextareaField
        {...field(form, 'email_domains', values.email_domains.join('\n'))}
        label={t('domains')}
        hint={t('domainsHint')}
        rows={3}
        optional
      />
      <Checkbox
        name="creates_students"
        label={t('createsStudents')}
        hint={t('createsHint')}
        defaultChecked={isTicked(form, values, 'creates_students')}
      />
      <TextField
        {...field(form, 'given_name_claim', values.given_name_claim)}
        label={t('givenName')}
        maxLength={100}
        autoComplete="off"
      />
      <TextField
        {...field(form, 'family_name_claim', values.family_name_claim)}
        label={t('familyName')}
        maxLength={100}
        autoComplete="off"
      />
    </fieldset>
  )
}
