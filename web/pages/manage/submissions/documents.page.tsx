import { countAwaiting } from '#modules/learning/entry.ts'
import { documentSubmissions } from '#modules/learning/submissions/document-submissions.grid.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { SubmissionLists } from './submission-lists.tsx'

export default page({
  address: '/manage/submissions/documents',
  title: documentSubmissions.title,
  may: documentSubmissions.may,
  load: async (input) => ({
    grid: await loadGrid(documentSubmissions, input),
    waiting: await countAwaiting(input.ctx),
  }),
  view: ({ grid, waiting }) => <SubmissionLists list="documents" data={grid} waiting={waiting} />,
  layout: BackOfficeLayout,
})
