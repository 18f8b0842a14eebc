import { next, quizPath, retakeQuiz } from '../../../modules/learning/index.ts'
import { Refusal } from '../../../platform/errors.ts'
import { student } from '../../../platform/permissions.ts'
import { type Leave, redirect } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { openQuiz, quizOf } from './quiz-load.ts'
import { QuizSummary } from './quiz-summary-view.tsx'

/** What an attempt came to, and where one goes on. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/quiz/:componentId{[0-9]+}/summary',
  may: student,
  load: ({ ctx, params }) => openQuiz(ctx, params, 'summary'),
  title: ({ quiz, course_name }) => `${quiz.name} · ${course_name}`,
  async submit({ ctx, params, form }) {
    const place = quizOf(params)
    if (form.values.go === 'retake') {
      const begun = await retakeQuiz.run(ctx, place)
      return redirect(begun.redirect ?? quizPath(place))
    }
    return toNext(async () => (await next.run(ctx, place)).redirect, place.studentCourseId)
  },
  view: (around, input) => <QuizSummary around={around} {...input} />,
})

/** A refusal that names another page leads there; every other one is shown here. */
async function toNext(deed: () => Promise<string | undefined>, studentCourseId: number): Promise<Leave> {
  try {
    return redirect((await deed()) ?? `/course/${studentCourseId}`)
  } catch (error) {
    const to = error instanceof Refusal ? error.answer.redirect : undefined
    if (typeof to !== 'string') throw error
    return redirect(to)
  }
}
