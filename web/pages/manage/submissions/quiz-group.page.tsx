import { gradeSubmissionsKey } from '#modules/learning/entry.ts'
import { completeQuizGroup } from '#modules/learning/submissions/complete-group.ts'
import { gradeQuizGroup } from '#modules/learning/submissions/grade-group.ts'
import { quizSubmissionGroup } from '#modules/learning/submissions/group-detail.ts'
import { submissionTexts } from '#modules/learning/submissions/submissions.texts.ts'
import { holds } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { QuizGroupReview, readStatuses } from './quiz-group-view.tsx'

/** All finished attempts of one student's course. */
export default page({
  address: '/manage/submission/quiz/group/:student_course_id{[0-9]+}',
  title: submissionTexts.quizReview,
  may: quizSubmissionGroup.may,
  layout: BackOfficeLayout,
  load: async ({ ctx, params }) => ({
    group: (await quizSubmissionGroup.run(ctx, { student_course_id: idOf(params.student_course_id) })).data,
    grades: holds(ctx.actor, gradeSubmissionsKey),
  }),
  async submit({ ctx, params, url, form: { values } }) {
    const student_course_id = idOf(params.student_course_id)
    const { data } = await quizSubmissionGroup.run(ctx, { student_course_id })
    const quizzes = readStatuses(data.quizAttempts, values)
    const result =
      values.step === 'complete'
        ? await completeQuizGroup.run(ctx, { studentCourseId: student_course_id })
        : quizzes.length > 0
          ? await gradeQuizGroup.run(ctx, { student_course_id, quizzes })
          : { message: undefined }
    return redirect(url.pathname, result.message ? { flash: { kind: 'success', text: result.message } } : {})
  },
  view: (data, input) => <QuizGroupReview {...data} input={input} />,
})
