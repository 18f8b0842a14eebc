import { eventHistory } from '../../../../modules/backoffice/index.ts'
import { selectManaged } from '../../../../modules/identity/index.ts'
import { loadGrid } from '../../../../platform/grid/grid-data.ts'
import { GridPage } from '../../../../platform/grid/grid-page.tsx'
import { submitGrid } from '../../../../platform/grid/row-actions.ts'
import { page } from '../../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../../layouts/backoffice.tsx'

export default page({
  address: '/manage/event-history/user/:user_id{[0-9]{1,9}}',
  title: eventHistory.title,
  may: eventHistory.may,
  async load(input) {
    const person = await selectManaged(input.ctx, Number(input.params.user_id), 'READ')
    const data = await loadGrid(eventHistory, input, person.user_id)
    const name = `${person.first_name} ${person.last_name}`.trim() || person.loginid
    return { ...data, title: `${data.title}: ${name}` }
  },
  submit: (input) => submitGrid(eventHistory, input),
  view: (data) => <GridPage data={data} />,
  layout: BackOfficeLayout,
})
