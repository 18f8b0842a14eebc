import { addNotification } from '../../modules/identity/index.ts'
import { certificateAsked, findCertificateApprovers } from '../../modules/learning/index.ts'
import { manualIssueTexts } from '../../modules/learning/manual-issue/manual-issue.texts.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'

/** Notifies staff who may approve a certificate that another member of staff requested. */
export const askForApproval = job({
  name: 'learning.ask-for-approval',
  on: certificateAsked,
  async run(ctx, { certificate_request_id }) {
    const found = await findCertificateApprovers(ctx, certificate_request_id)
    if (!found) return
    const { student_course_id, course_name, user_ids } = found
    const params = { course_name }
    for (const user_id of user_ids) {
      await addNotification(ctx, {
        user_id,
        cause: `certificate-request:${certificate_request_id}`,
        text: [say('en-us', manualIssueTexts, 'bell', params), say('es-es', manualIssueTexts, 'bell', params)],
        href: `/manage/certificate-issue/${student_course_id}`,
      })
    }
  },
})
