import { gradeSubmissionsKey } from '#modules/learning/entry.ts'
import { gradeQuiz } from '#modules/learning/submissions/grade-quiz.ts'
import { quizSubmission } from '#modules/learning/submissions/quiz-detail.ts'
import { submissionTexts } from '#modules/learning/submissions/submissions.texts.ts'
import { holds } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { readGrades } from './grade-form.ts'
import { QuizAttemptReview } from './quiz-attempt-view.tsx'

/** One finished attempt: its questions, answers and grades. */
export default page({
  address: '/manage/submission/quiz/:quiz_attempt_id{[0-9]+}',
  title: submissionTexts.quizReview,
  may: quizSubmission.may,
  layout: BackOfficeLayout,
  load: async ({ ctx, params }) => ({
    review: await quizSubmission.run(ctx, { quiz_attempt_id: idOf(params.quiz_attempt_id) }),
    grades: holds(ctx.actor, gradeSubmissionsKey),
  }),
  async submit({ ctx, params, url, form }) {
    const quiz_attempt_id = idOf(params.quiz_attempt_id)
    const { questions } = await quizSubmission.run(ctx, { quiz_attempt_id })
    const { message = '' } = await gradeQuiz.run(ctx, { quiz_attempt_id, ...readGrades(questions, form.values) })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <QuizAttemptReview {...data} input={input} />,
})
