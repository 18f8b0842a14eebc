import { countAwaiting } from '#modules/learning/entry.ts'
import { quizSubmissions } from '#modules/learning/submissions/quiz-submissions.grid.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { SubmissionLists } from './submission-lists.tsx'

export default page({
  address: '/manage/submissions/quizzes',
  title: quizSubmissions.title,
  may: quizSubmissions.may,
  load: async (input) => ({ grid: await loadGrid(quizSubmissions, input), waiting: await countAwaiting(input.ctx) }),
  view: ({ grid, waiting }) => <SubmissionLists list="quizzes" data={grid} waiting={waiting} />,
  layout: BackOfficeLayout,
})
