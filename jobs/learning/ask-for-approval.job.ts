import { addNotification } from '#modules/identity/index.ts'
import { findCertificateApprovers } from '#modules/learning/entry.ts'
import { certificateAsked } from '#modules/learning/manual-issue/facts.ts'
import { manualIssueTexts } from '#modules/learning/manual-issue/manual-issue.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { job } from '#platform/queue/job.ts'

/** Asks the staff who may approve a certificate that another staff member requested. */
export const askForApproval = job({
  name: 'learning.ask-for-approval',
  on: certificateAsked,
  async run(ctx, { certificate_request_id }) {
    const certificateApprovers = await findCertificateApprovers(ctx, certificate_request_id)
    if (!certificateApprovers) return
    const { student_course_id, course_name, user_ids } = certificateApprovers
    for (const user_id of user_ids) {
      await addNotification(ctx, {
        user_id,
        cause: `certificate-request:${certificate_request_id}`,
        text: { text: manualIssueTexts.bell, params: { course_name } },
        href: pathTo('/manage/certificate-issue/:student_course_id', { student_course_id }),
      })
    }
  },
})
