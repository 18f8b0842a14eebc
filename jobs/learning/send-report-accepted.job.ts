import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findAcceptedEmail } from '#modules/learning/entry.ts'
import { reportAccepted } from '#modules/learning/reporting/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { acceptedEmail, acceptedTexts, ReportAcceptedEmail } from './report-accepted.mail.tsx'

/** Notifies a student that the agency accepted the report of their completion. */
export const sendReportAccepted = emailJob(acceptedEmail, {
  on: reportAccepted,
  find: (ctx, { completion_report_id }) => findAcceptedEmail(ctx, completion_report_id),
  write: (accepted, siteUrl, { completion_report_id }) => ({
    about: { completion_report_id },
    to: accepted.to,
    subject: localText(accepted.locale, acceptedTexts, 'subject', { course_name: accepted.course_name }),
    email: createElement(ReportAcceptedEmail, {
      accepted,
      href: siteUrl(pathTo('/course/:studentCourseId', { studentCourseId: accepted.student_course_id })),
    }),
  }),
  key: ({ completion_report_id }) => completion_report_id,
})
