import { addClientKey, endClientKey } from '#modules/identity/clients/client-key.ts'
import { endClient, fetchClients, fetchClientUse, saveClient } from '#modules/identity/clients/clients.ts'
import { savePublicKeys } from '#modules/identity/clients/public-keys.ts'
import { listOrganizationCodes } from '#modules/identity/entry.ts'
import { createWebhook, fetchWebhooks } from '#modules/identity/webhooks/endpoints.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { admin, ofVisited } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { useShowDate, useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { redisplayForm, type SentForm } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { toProof } from '#web/pages/account/enter.ts'
import { idOf } from '#web/pages/course/course-place.ts'
import { EndpointsPanel, NewSecret, type ShownEndpoint } from '#web/pages/manage/webhooks/endpoints-panel.tsx'
import { webhookInput } from '#web/pages/manage/webhooks/webhook-form.tsx'
import { ClientForm, clientInput, clientRefusal } from './client-form.tsx'
import { stateTones } from './client-state.ts'
import { clientPageTexts } from './clients.texts.ts'
import { PublicKeys, publicKeysOf } from './public-keys.tsx'

type Client = Awaited<ReturnType<typeof fetchClients.run>>['clients'][number]
type Day = Awaited<ReturnType<typeof fetchClientUse.run>>['days'][number]
type PageData = {
  client: Client
  organizations: readonly string[]
  days: readonly Day[]
  endpoints: readonly ShownEndpoint[]
}

/** One client: its keys, calls and settings. */
export default page({
  address: '/manage/clients/:id{[0-9]+}',
  may: ofVisited(admin),
  layout: BackOfficeLayout,
  async load({ ctx, params }): Promise<PageData> {
    const client = await selectClient(ctx, idOf(params.id))
    const { client_id } = client
    const [organizations, { days }, { endpoints }] = await Promise.all([
      listOrganizationCodes(ctx, client.organization_ids ?? []),
      fetchClientUse.run(ctx, { client_id }),
      fetchWebhooks.run(ctx, {}),
    ])
    return { client, organizations, days, endpoints: endpoints.filter((endpoint) => endpoint.client_id === client_id) }
  },
  title: ({ client }) => client.name,
  async submit({ ctx, url, params, form }) {
    const client_id = idOf(params.id)
    try {
      if (form.values.action === 'key') return redisplayForm({ key: (await addClientKey.run(ctx, { client_id })).key })
      if (form.values.action === 'webhook') {
        const { secret } = await createWebhook.run(ctx, { client_id, ...webhookInput(form) })
        return redisplayForm({ secret })
      }
      const text = localText(ctx.locale, clientPageTexts, await change(ctx, client_id, form))
      return redirect(url.pathname, { flash: { kind: 'success', text } })
    } catch (error) {
      return toProof(clientRefusal(error), url)
    }
  },
  view: (data, { form }) => <ClientView shown={data} form={form} />,
})

async function selectClient(ctx: Ctx, client_id: number): Promise<Client> {
  const { clients } = await fetchClients.run(ctx, {})
  const client = clients.find((client) => client.client_id === client_id)
  if (!client) throw errors.notFound()
  return client
}

/** Runs the form's action and returns the name of its message. */
async function change(
  ctx: Ctx,
  client_id: number,
  form: SentForm,
): Promise<'saved' | 'keyEnded' | 'endedNow' | 'publicKeysSaved'> {
  const { action, client_key_id = '' } = form.values
  if (action === 'end') {
    await endClient.run(ctx, { client_id })
    return 'endedNow'
  }
  if (client_key_id) {
    await endClientKey.run(ctx, { client_key_id: idOf(client_key_id) })
    return 'keyEnded'
  }
  if (action === 'publicKeys') {
    await savePublicKeys.run(ctx, { client_id, keys: publicKeysOf(form.values.public_keys) })
    return 'publicKeysSaved'
  }
  await saveClient.run(ctx, { client_id, ...(await clientInput(ctx, form)) })
  return 'saved'
}

function ClientView({
  shown: { client, organizations, days, endpoints },
  form,
}: {
  shown: PageData
  form: ViewInput['form']
}) {
  const t = useTexts(clientPageTexts)
  const live = client.state !== 'revoked'
  const { key, secret } = form.answer
  const clientForm = key || secret || form.values.action === 'webhook' ? { ...form, values: {}, errors: {} } : form
  return (
    <>
      <PageTitle
        eyebrow={<TextLink href={pathTo('/manage/clients')}>{t('back')}</TextLink>}
        lead={client.purpose}
        actions={live && <EndClient />}
      >
        {client.name}
      </PageTitle>
      <FormAlert message={form.message} />
      <div className="grid grid-cols-1 gap-6">
        {typeof key === 'string' && (
          <Alert variant="attention" title={t('newKey')}>
            <p>{t('newKeyText')}</p>
            <code className="figures mt-2 block rounded-md bg-card px-3 py-2 break-all text-foreground select-all">
              {key}
            </code>
          </Alert>
        )}
        {typeof secret === 'string' && <NewSecret secret={secret} />}
        <Overview client={client} />
        {live && <Keys client={client} />}
        {live && <PublicKeys client={client} form={form} />}
        {live && <EndpointsPanel endpoints={endpoints} form={secret ? { ...form, values: {} } : form} />}
        <Use days={days} />
        {live && (
          <Panel title={t('details')}>
            <ClientForm values={{ ...client, organizations }} form={clientForm} action="save" submit={t('save')} />
          </Panel>
        )}
      </div>
    </>
  )
}

function EndClient() {
  const t = useTexts(clientPageTexts)
  return (
    <form method="post">
      <ConfirmSubmit label={t('end')} name="action" value="end">
        {t('endText')}
      </ConfirmSubmit>
    </form>
  )
}

function Overview({ client }: Pick<PageData, 'client'>) {
  const t = useTexts(clientPageTexts)
  const showInstant = useShowInstant()
  const { client_id, state, calls, refusals, used_at, created_by, contact_email } = client
  return (
    <Panel title={t('glance')}>
      <Facts
        facts={[
          [
            t('state'),
            <Badge key="state" tone={stateTones[state]}>
              {t(state)}
            </Badge>,
          ],
          [t('clientId'), client_id],
          [t('contact'), contact_email],
          [t('createdBy'), created_by],
          [t('lastUsed'), used_at ? showInstant(used_at) : t('never')],
          [t('calls'), calls],
          [t('refusals'), refusals],
        ]}
      />
    </Panel>
  )
}

function Keys({ client: { keys } }: Pick<PageData, 'client'>) {
  const t = useTexts(clientPageTexts)
  const showInstant = useShowInstant()
  const columns = ['key', 'createdOn', 'lastUsed', 'actions'] as const
  return (
    <Panel title={t('keys')}>
      <p className="mb-4 max-w-reading text-muted-foreground">{keys.length > 0 ? t('keysLead') : t('noKeys')}</p>
      {keys.length > 0 && (
        <Table label={t('keys')} stacked>
          <thead>
            <tr>
              {columns.map((name) => (
                <TableHead key={name}>{t(name)}</TableHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {keys.map(({ client_key_id, start, created_at, used_at }) => (
              <tr key={client_key_id}>
                <TableCell className="figures">{`${start}…`}</TableCell>
                <TableCell label={t('createdOn')}>{showInstant(created_at)}</TableCell>
                <TableCell label={t('lastUsed')}>{used_at ? showInstant(used_at) : t('never')}</TableCell>
                <TableCell>
                  <form method="post">
                    <ConfirmSubmit
                      label={t('endKey')}
                      title={`${t('endKey')}: ${start}…`}
                      name="client_key_id"
                      value={String(client_key_id)}
                      size="sm"
                      aria-label={`${t('endKey')}: ${start}…`}
                    >
                      {t('endKeyText')}
                    </ConfirmSubmit>
                  </form>
                </TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {keys.length < 2 && (
        <form method="post" className="mt-4">
          <SubmitButton name="action" value="key" variant="outline">
            {t('addKey')}
          </SubmitButton>
        </form>
      )}
    </Panel>
  )
}

function Use({ days }: Pick<PageData, 'days'>) {
  const t = useTexts(clientPageTexts)
  const showDate = useShowDate()
  if (days.length === 0) {
    return (
      <Panel title={t('use')}>
        <p className="text-muted-foreground">{t('noUse')}</p>
      </Panel>
    )
  }
  return (
    <Panel title={t('use')}>
      <Table label={t('use')}>
        <thead>
          <tr>
            <TableHead>{t('day')}</TableHead>
            <TableHead numeric>{t('ofDay')}</TableHead>
            <TableHead numeric>{t('refusals')}</TableHead>
          </tr>
        </thead>
        <tbody>
          {days.map(({ on_day, calls, refusals }) => (
            <tr key={on_day}>
              <TableCell>{showDate(on_day)}</TableCell>
              <TableCell numeric>{calls}</TableCell>
              <TableCell numeric>{refusals}</TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}
