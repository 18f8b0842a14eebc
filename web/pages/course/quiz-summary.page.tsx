import { quizPath, retakeQuiz } from '../../../modules/learning/index.ts'
import { student } from '../../../platform/permissions.ts'
import { redirect } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { completeCourse, goOn } from './go-on.ts'
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
    if (form.values.go === 'complete') return completeCourse(ctx, place.studentCourseId)
    return goOn(ctx, place)
  },
  view: (around, input) => <QuizSummary around={around} {...input} />,
})
