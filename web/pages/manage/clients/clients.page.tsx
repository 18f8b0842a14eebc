import { createClient, fetchClients } from '#modules/identity/clients/clients.ts'
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
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { toProof } from '#web/pages/account/enter.ts'
import { ClientForm, clientInput, clientRefusal, noClient } from './client-form.tsx'
import { stateTones } from './client-state.ts'
import { clientPageTexts } from './clients.texts.ts'

type Client = Awaited<ReturnType<typeof fetchClients.run>>['clients'][number]

/** The programs that call the API for the organization. */
export default page({
  address: '/manage/clients',
  title: clientPageTexts.title,
  may: ofVisited(admin),
  layout: BackOfficeLayout,
  load: ({ ctx }) => fetchClients.run(ctx, {}),
  async submit({ ctx, url, form }) {
    try {
      const { client_id: id } = await createClient.run(ctx, await clientInput(ctx, form))
      const flash = { kind: 'success' as const, text: localText(ctx.locale, clientPageTexts, 'created') }
      return redirect(pathTo('/manage/clients/:id', { id }), { flash })
    } catch (error) {
      return toProof(clientRefusal(error), url)
    }
  },
  view: ({ clients }, { form }) => <Clients clients={clients} form={form} />,
})

type ClientsProps = { clients: readonly Client[]; form: Parameters<typeof ClientForm>[0]['form'] }

function Clients({ clients, form }: ClientsProps) {
  const t = useTexts(clientPageTexts)
  return (
    <>
      <PageTitle lead={t('lead')} actions={<TextLink href={pathTo('/developers')}>{t('developers')}</TextLink>}>
        {t('title')}
      </PageTitle>
      <FormAlert message={form.message} />
      <div className="grid grid-cols-1 gap-6">
        {clients.length === 0 ? <Empty title={t('none')}>{t('noneText')}</Empty> : <List clients={clients} />}
        <Panel title={t('create')}>
          <ClientForm values={noClient} form={form} action="create" submit={t('createIt')} />
        </Panel>
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
