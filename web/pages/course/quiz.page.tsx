import { route as quizRoute } from '#modules/learning/quiz/route.ts'
import { student } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { courseFrame } from '#web/layouts/course.tsx'
import { quizOf } from './quiz-load.ts'

/** The entry to a quiz: leads to its intro, its open question or its result. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/quiz/:componentId{[0-9]+}',
  title: ['Quiz', 'Cuestionario'],
  may: student,
  swap: courseFrame,
  async load({ ctx, params }) {
    const { route } = await quizRoute.run(ctx, quizOf(params))
    return redirect(route, { status: 302 })
  },
  view: () => null,
})
