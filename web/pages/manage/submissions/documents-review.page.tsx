import { gradeSubmissionsKey } from '#modules/learning/entry.ts'
import { documentSubmission } from '#modules/learning/submissions/document-review.ts'
import { reviewDocuments } from '#modules/learning/submissions/review-documents.ts'
import { submissionTexts } from '#modules/learning/submissions/submissions.texts.ts'
import { holds } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { DocumentsReview, readDecisions } from './documents-review-view.tsx'

/** The documents that a student uploaded, to accept or refuse. */
export default page({
  address: '/manage/submission/documents/:student_course_id{[0-9]+}',
  title: submissionTexts.documentReview,
  may: documentSubmission.may,
  layout: BackOfficeLayout,
  load: async ({ ctx, params }) => ({
    review: await documentSubmission.run(ctx, { student_course_id: idOf(params.student_course_id) }),
    grades: holds(ctx.actor, gradeSubmissionsKey),
  }),
  async submit({ ctx, params, url, form: { values } }) {
    const student_course_id = idOf(params.student_course_id)
    const { answers } = await documentSubmission.run(ctx, { student_course_id })
    const decided = readDecisions(answers, values)
    if (decided.length === 0) return redirect(url.pathname)
    const { message = '' } = await reviewDocuments.run(ctx, { student_course_id, answers: decided })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <DocumentsReview {...data} input={input} />,
})
