import { externalExams } from '#modules/learning/external/external-exams.grid.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

export default page({
  address: '/manage/external-exams',
  title: externalExams.title,
  may: externalExams.may,
  layout: BackOfficeLayout,
  load: async (input) => ({ grid: await loadGrid(externalExams, input) }),
  view: ({ grid }) => <GridPage data={grid} />,
})
