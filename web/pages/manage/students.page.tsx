import { students } from '../../../modules/backoffice/index.ts'
import { loadGrid } from '../../../platform/grid/grid-data.ts'
import { GridPage } from '../../../platform/grid/grid-page.tsx'
import { submitGrid } from '../../../platform/grid/row-actions.ts'
import { page } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'

export default page({
  address: '/manage/students',
  title: students.title,
  may: students.may,
  load: (input) => loadGrid(students, input),
  submit: (input) => submitGrid(students, input),
  view: (data) => <GridPage data={data} />,
  layout: BackOfficeLayout,
})
