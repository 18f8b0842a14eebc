import { addTestKey, endTestKey, fetchSandbox } from '#modules/backoffice/sandbox/sandbox.ts'
import { createClient, fetchClients } from '#modules/identity/clients/clients.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { admin, ofVisited } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { redisplayForm, type SentForm } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { atFields, toProof } from '#web/pages/account/enter.ts'
import { idOf } from '#web/pages/course/course-place.ts'
import { ClientForm, clientInput, clientRefusal, noClient } from './client-form.tsx'
import { stateTones } from './client-state.ts'
import { clientPageTexts } from './clients.texts.ts'
import { sandboxPanelTexts } from './sandbox-panel.texts.ts'
import { SandboxPanel } from './sandbox-panel.tsx'

type PageData = { clients: readonly Client[]; sandbox: Awaited<ReturnType<typeof fetchSandbox.run>> }
type Client = Awaited<ReturnType<typeof fetchClients.run>>['clients'][number]

/** The programs that call the API for the organization. */
export default page({
  address: '/manage/clients',
  title: clientPageTexts.title,
  may: ofVisited(admin),
  layout: BackOfficeLayout,
  async load({ ctx }): Promise<PageData> {
    const [{ clients }, sandbox] = await Promise.all([fetchClients.run(ctx, {}), fetchSandbox.run(ctx, {})])
    return { clients, sandbox }
  },
  async submit({ ctx, url, form }) {
    try {
      if (form.values.action === 'testKey') return redisplayForm({ key: await newTestKey(ctx, form) })
      if (form.values.test_client_id) {
        await endTestKey.run(ctx, { client_id: idOf(form.values.test_client_id) })
        const text = localText(ctx.locale, sandboxPanelTexts, 'ended')
        return redirect(url.pathname, { flash: { kind: 'success', text } })
      }
      const { client_id: id } = await createClient.run(ctx, await clientInput(ctx, form))
      const flash = { kind: 'success' as const, text: localText(ctx.locale, clientPageTexts, 'created') }
      return redirect(pathTo('/manage/clients/:id', { id }), { flash })
    } catch (error) {
      return toProof(form.values.action === 'testKey' ? testKeyRefusal(error) : clientRefusal(error), url)
    }
  },
  view: (data, { form }) => <Clients {...data} form={form} />,
})

async function newTestKey(ctx: Ctx, { values }: SentForm): Promise<string> {
  const { test_name: name = '', test_contact_email: contact_email = '' } = values
  return (await addTestKey.run(ctx, { name, contact_email })).key
}

/** The form of the sandbox is beside that of a client, so its fields have names of their own. */
const testKeyRefusal = (error: unknown): unknown => atFields(error, (path) => `test_${path}`)

type ClientsProps = PageData & { form: Parameters<typeof ClientForm>[0]['form'] }

function Clients({ clients, sandbox, form }: ClientsProps) {
  const t = useTexts(clientPageTexts)
  const ofSandbox = form.values.action === 'testKey'
  const clientForm = ofSandbox ? { ...form, values: {}, errors: {} } : form
  return (
    <>
      <PageTitle lead={t('lead')} actions={<TextLink href={pathTo('/developers')}>{t('developers')}</TextLink>}>
        {t('title')}
      </PageTitle>
      <FormAlert message={form.message} />
      <div className="grid grid-cols-1 gap-6">
        {clients.length === 0 ? <Empty title={t('none')}>{t('noneText')}</Empty> : <List clients={clients} />}
        <Panel title={t('create')}>
          <ClientForm values={noClient} form={clientForm} action="create" submit={t('createIt')} />
        </Panel>
        <div id="sandbox">
          <SandboxPanel sandbox={sandbox} form={form} />
        </div>
      </div>
    </>
  )
}

function List({ clients }: Pick<ClientsProps, 'clients'>) {
  const t = useTexts(clientPageTexts)
  const showInstant = useShowInstant()
  const columns = ['name', 'state', 'calls', 'refusals', 'lastUsed'] as const
  return (
    <Table label={t('title')} stacked>
      <thead>
        <tr>
          {columns.map((name) => (
            <TableHead key={name}>{t(name)}</TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {clients.map(({ client_id: id, name, state, calls, refusals, used_at }) => (
          <tr key={id}>
            <TableCell className="max-md:font-semibold">
              <TextLink href={pathTo('/manage/clients/:id', { id })}>{name}</TextLink>
            </TableCell>
            <TableCell label={t('state')}>
              <Badge tone={stateTones[state]}>{t(state)}</Badge>
            </TableCell>
            <TableCell label={t('calls')}>{calls}</TableCell>
            <TableCell label={t('refusals')}>{refusals}</TableCell>
            <TableCell label={t('lastUsed')}>{used_at ? showInstant(used_at) : t('never')}</TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
