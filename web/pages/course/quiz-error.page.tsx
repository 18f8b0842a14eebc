import { readCourseContinuation } from '#modules/learning/entry.ts'
import { quizTexts } from '#modules/learning/quiz/quiz.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { idOf } from './course-place.ts'
import { QuizNotice } from './quiz-notice.tsx'

/** The page for a quiz that could not be shown. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/quiz/:componentId{[0-9]+}/error',
  title: quizTexts.errorTitle,
  may: student,
  async load({ ctx, params }) {
    const { path } = await readCourseContinuation(ctx, idOf(params.studentCourseId))
    return {
      to: path,
      again: pathTo('/course/:studentCourseId/quiz/:componentId', {
        studentCourseId: params.studentCourseId,
        componentId: params.componentId,
      }),
    }
  },
  view: (data, { frame }) => <QuizNotice reason="error" frame={frame} {...data} />,
})
