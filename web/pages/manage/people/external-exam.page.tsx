import { courseExams } from '#modules/learning/external/course-exams.ts'
import { externalTexts } from '#modules/learning/external/external.texts.ts'
import { clearConfiguration } from '#modules/learning/external/proctored-exam.ts'
import { reviewExam } from '#modules/learning/external/review-exam.ts'
import { holds } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { ExternalExam } from './external-exam-view.tsx'

/** The external exams of a student's course: the proctor's findings and the decisions of staff. */
export default page({
  address: '/manage/external-exams/:external_exam_id{[0-9]+}',
  title: externalTexts.staffTitle,
  may: courseExams.may,
  layout: BackOfficeLayout,
  load: async ({ ctx, params }) => ({
    course: await courseExams.run(ctx, { external_exam_id: idOf(params.external_exam_id) }),
    decides: holds(ctx.actor, 'MANAGE_STUDENTS:UPDATE'),
  }),
  async submit({ ctx, url, form: { values } }) {
    const { go, notes = '', external_exam_id = '', student_course_id = '' } = values
    const { message = '' } =
      go === 'clear'
        ? await clearConfiguration.run(ctx, { student_course_id: idOf(student_course_id), notes })
        : await reviewExam.run(ctx, { external_exam_id: idOf(external_exam_id), accepted: go === 'accept', notes })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <ExternalExam {...data} input={input} />,
})
