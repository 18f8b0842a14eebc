import { eventHistory } from '#modules/backoffice/event-history/event-history.grid.ts'
import { selectManaged } from '#modules/identity/index.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { submitGrid } from '#platform/grid/row-actions.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { eventHistoryTexts } from './event-history.texts.ts'

export default page({
  address: '/manage/event-history/user/:user_id{[0-9]{1,9}}',
  title: eventHistory.title,
  may: eventHistory.may,
  async load(input) {
    const person = await selectManaged(input.ctx, Number(input.params.user_id), 'READ')
    const grid = await loadGrid(eventHistory, input, person.user_id)
    const name = `${person.first_name} ${person.last_name}`.trim() || person.loginid
    const recipient = person.email && holds(input.ctx.actor, 'MANAGE_SETTINGS:READ') ? person.email : null
    return { grid: { ...grid, title: `${grid.title}: ${name}` }, sent: recipient }
  },
  submit: (input) => submitGrid(eventHistory, input),
  view: ({ grid, sent }) => <GridPage data={grid} actions={sent && <SentEmails address={sent} />} />,
  layout: BackOfficeLayout,
})

function SentEmails({ address }: { address: string }) {
  const t = useTexts(eventHistoryTexts)
  const query = new URLSearchParams({ address: `exact:${address}` })
  return <LinkButton href={pathTo('/manage/settings/sent-emails', { query })}>{t('sentEmails')}</LinkButton>
}
