import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findSentEmail } from '#modules/learning/entry.ts'
import { reportSent } from '#modules/learning/reporting/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { ReportSentEmail, sentEmail, sentTexts } from './report-sent.mail.tsx'

/** Notifies a student that the report of their completion is on its way to the agency. */
export const sendReportSent = emailJob(sentEmail, {
  on: reportSent,
  find: (ctx, { completion_report_id }) => findSentEmail(ctx, completion_report_id),
  write: (acceptedEmail, siteUrl, { completion_report_id }) => ({
    about: { completion_report_id },
    to: acceptedEmail.to,
    subject: localText(acceptedEmail.locale, sentTexts, 'subject', { course_name: acceptedEmail.course_name }),
    email: createElement(ReportSentEmail, {
      sent: acceptedEmail,
      href: siteUrl(pathTo('/course/:studentCourseId/report', { studentCourseId: acceptedEmail.student_course_id })),
    }),
  }),
  key: ({ completion_report_id }) => completion_report_id,
})
