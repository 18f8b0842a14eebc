import { payments } from '../../../modules/checkout/index.ts'
import { loadGrid } from '../../../platform/grid/grid-data.ts'
import { GridPage } from '../../../platform/grid/grid-page.tsx'
import { submitGrid } from '../../../platform/grid/row-actions.ts'
import { page } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'

export default page({
  address: '/manage/payments',
  title: payments.title,
  may: payments.may,
  load: (input) => loadGrid(payments, input),
  submit: (input) => submitGrid(payments, input),
  view: (data) => <GridPage data={data} />,
  layout: BackOfficeLayout,
})
