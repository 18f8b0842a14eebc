import { ofCourse, quizPath } from '#modules/learning/entry.ts'
import { findRetake } from '#modules/learning/index.ts'
import { correctAnswers } from '#modules/learning/quiz/correct-answers.ts'
import { retake as retakeQuiz } from '#modules/learning/quiz/retake.ts'
import { reviewQuiz } from '#modules/learning/quiz/review-quiz.ts'
import type { Ctx } from '#platform/ctx.ts'
import { student } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { isPageRedirect, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { courseFrame } from '#web/layouts/course.tsx'
import { completeCourse, continueCourse } from './go-on.ts'
import { openQuiz, type QuizData, type QuizParams, quizOf } from './quiz-load.ts'
import { answerField, QuizSummary, type SummaryShown } from './quiz-summary-view.tsx'

/** The result of an attempt, and where the student continues. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/quiz/:componentId{[0-9]+}/summary',
  may: student,
  header: false,
  swap: courseFrame,
  load: ({ ctx, params }) => loadSummary(ctx, params),
  title: ({ quiz, course_name }) => `${quiz.name} · ${course_name}`,
  async submit({ ctx, params, form }) {
    const place = quizOf(params)
    if (form.values.go === 'retake') {
      if (await mustPay(ctx, place)) return redirect(quizPath(place, 'pay'))
      const result = await retakeQuiz.run(ctx, place)
      return redirect(result.redirect ?? quizPath(place))
    }
    if (form.values.go === 'mend') return resubmit(ctx, params, form.values)
    if (form.values.go === 'complete') return completeCourse(ctx, place.studentCourseId)
    return continueCourse(ctx, place)
  },
  view: (data, input) => <QuizSummary quizData={data} {...input} />,
})

/** Resubmits the answers that staff sent back. */
async function resubmit(ctx: Ctx, params: QuizParams, values: Readonly<Record<string, string | undefined>>) {
  const quizData = await openQuiz(ctx, params, 'summary')
  if (isPageRedirect(quizData)) return quizData
  const { quizKey, quiz, sent_back } = quizData
  const answers = sent_back.map(({ question_id }) => ({
    questionId: question_id,
    answer: values[answerField(question_id)] ?? null,
  }))
  const quizAttemptId = quiz.attempt?.quiz_attempt_id ?? 0
  const { message = '' } = await correctAnswers.run(ctx, { ...quizKey, quizAttemptId, answers })
  return redirect(quizPath(quizKey, 'summary'), { flash: { kind: 'success', text: message } })
}

type Place = ReturnType<typeof quizOf>
const retakeAt = (ctx: Ctx, { studentCourseId, componentId }: Place) =>
  findRetake(ctx, { student_course_id: studentCourseId, component_id: componentId })

async function loadSummary(ctx: Ctx, params: QuizParams): Promise<SummaryShown | PageRedirect> {
  const quiz = await openQuiz(ctx, params, 'summary')
  if (isPageRedirect(quiz)) return quiz
  const { paid: retake_paid } = await retakeAt(ctx, quiz.quizKey)
  return { ...quiz, retake_paid, ...(await reviewOf(ctx, quiz)) }
}

/** The wrong answers, if the quiz allows a review. An attempt that staff are still grading has no result yet. */
async function reviewOf(ctx: Ctx, { quizKey, quiz }: QuizData): Promise<Pick<SummaryShown, 'total' | 'missed'>> {
  const { attempt, configuration } = quiz
  if (!attempt || attempt.passed === null || !configuration.review.student) return { total: 0, missed: [] }
  const { questions } = await reviewQuiz.run(ctx, { ...quizKey, quizAttemptId: attempt.quiz_attempt_id })
  return { total: questions.length, missed: questions.filter(({ correct_ind }) => correct_ind === false) }
}

/** The retake itself refuses an unpaid one; this only leads to the payment. */
async function mustPay(ctx: Ctx, place: Place): Promise<boolean> {
  await ofCourse('studentCourseId').scope!(ctx, place)
  const { failed, paid, fee_cents, attempts_left } = await retakeAt(ctx, place)
  return failed && !paid && fee_cents > 0 && attempts_left !== 0
}
