import { createElement } from 'react'
import { addNotification } from '../../modules/identity/index.ts'
import { findRefusedEmail, reportRejected } from '../../modules/learning/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { emailPace, emailRetries, sendEmail } from '../send-email.ts'
import { RefusedReportEmail, refusedReportEmail, refusedReportTexts } from './refused-report.mail.tsx'

/** Tells a student, by email and at the bell, that an agency has refused their completion, and what must be corrected. */
export const sendRefusedReportEmail = job({
  name: 'learning.send-refused-report-email',
  on: reportRejected,
  ...emailPace,
  retries: emailRetries,
  async run(ctx, { completion_report_id }) {
    const refused = await findRefusedEmail(ctx, completion_report_id)
    if (!refused) return
    const { user_id, organization_id, organization_code, student_course_id, course_name, locale, to } = refused
    const path = `/course/${student_course_id}/disabled`
    const cause = `learning.report-refused:${completion_report_id}`
    const text = { text: refusedReportTexts.bell, params: { course_name } }
    await addNotification(ctx, { user_id, cause, text, href: path })
    await sendEmail(ctx, refusedReportEmail, {
      user_id,
      organization_id,
      to,
      about: { completion_report_id },
      subject: () => say(locale, refusedReportTexts, 'subject', { course_name }),
      email: () => createElement(RefusedReportEmail, { refused, href: ctx.use(siteUrlPort)(organization_code, path) }),
      dedupe_key: cause,
    })
  },
})
