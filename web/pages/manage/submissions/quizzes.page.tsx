import { quizSubmissions } from '#modules/learning/submissions/quiz-submissions.grid.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { SubmissionLists } from './submission-lists.tsx'

export default page({
  address: '/manage/submissions/quizzes',
  title: quizSubmissions.title,
  may: quizSubmissions.may,
  load: async (input) => ({ grid: await loadGrid(quizSubmissions, input) }),
  view: ({ grid }) => <SubmissionLists list="quizzes" data={grid} />,
  layout: BackOfficeLayout,
})
