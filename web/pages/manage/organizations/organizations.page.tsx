import { organizations } from '../../../../modules/backoffice/index.ts'
import { loadGrid } from '../../../../platform/grid/grid-data.ts'
import { GridPage } from '../../../../platform/grid/grid-page.tsx'
import { page } from '../../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../../layouts/backoffice.tsx'

/** The organizations within reach, each with the way to its courses and websites. */
export default page({
  address: '/manage/organizations',
  title: organizations.title,
  may: organizations.may,
  load: (input) => loadGrid(organizations, input),
  view: (grid) => <GridPage data={grid} />,
  layout: BackOfficeLayout,
})
