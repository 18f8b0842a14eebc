import { quizSubmissions } from '#modules/learning/submissions/quiz-submissions.grid.ts'
import { submissionTexts } from '#modules/learning/submissions/submissions.texts.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { listHref } from './submission-lists.tsx'

export default page({
  address: '/manage/submissions',
  title: submissionTexts.submissions,
  may: quizSubmissions.may,
  load: () => redirect(listHref('quizzes'), { status: 302 }),
  view: () => null,
})
