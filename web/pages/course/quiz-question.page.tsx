import { openQuestionPage } from '#modules/learning/entry.ts'
import { quizTexts } from '#modules/learning/quiz/quiz.texts.ts'
import { student } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { courseFrame } from '#web/layouts/course.tsx'
import { idOf } from './course-place.ts'
import { answerQuestion } from './quiz-answer.ts'
import { quizOf } from './quiz-load.ts'
import { QuizQuestion } from './quiz-question-view.tsx'
import { isTimedOut } from './quiz-time.ts'

/** One question per page: a plain form that scripts enhance. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/quiz/:componentId{[0-9]+}/:questionId{[0-9]+}',
  may: student,
  header: false,
  swap: courseFrame,
  async load({ ctx, params }) {
    const questionPage = await openQuestionPage(ctx, quizOf(params), idOf(params.questionId))
    if ('redirect' in questionPage) return redirect(questionPage.redirect, { status: 302 })
    const { question, total, questions, ...page } = questionPage
    return { quizData: { ...page, now: ctx.now }, question, total, questions }
  },
  title: ({ quizData, question, total }, locale) =>
    [
      ...(isTimedOut(question, quizData.now) ? [localize(locale, quizTexts.timeUp)] : []),
      localize(locale, quizTexts.question, { n: question.order, total }),
      quizData.quiz.name,
    ].join(' · '),
  submit: ({ ctx, params, form }) => answerQuestion(ctx, quizOf(params), idOf(params.questionId), form),
  view: (data, input) => <QuizQuestion {...data} {...input} />,
})
