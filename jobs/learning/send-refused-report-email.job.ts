import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findRefusedEmail } from '#modules/learning/entry.ts'
import { reportRejected } from '#modules/learning/reporting/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { RefusedReportEmail, refusedReportEmail, refusedReportTexts } from './refused-report.mail.tsx'

const pathOf = ({ student_course_id }: { student_course_id: number }) =>
  pathTo('/course/:studentCourseId/disabled', { studentCourseId: student_course_id })

/**
 * Notifies a student, by email and on the page, that an agency refused their completion, and of the necessary
 * correction.
 */
export const sendRefusedReportEmail = emailJob(refusedReportEmail, {
  job: 'learning.send-refused-report-email',
  on: reportRejected,
  find: (ctx, { completion_report_id }) => findRefusedEmail(ctx, completion_report_id),
  notification: (refusal) => ({
    text: { text: refusedReportTexts.bell, params: { course_name: refusal.course_name } },
    href: pathOf(refusal),
  }),
  write: (refusal, siteUrl, { completion_report_id }) => ({
    about: { completion_report_id },
    to: refusal.to,
    subject: localText(refusal.locale, refusedReportTexts, 'subject', { course_name: refusal.course_name }),
    email: createElement(RefusedReportEmail, { refused: refusal, href: siteUrl(pathOf(refusal)) }),
  }),
  key: ({ completion_report_id }) => completion_report_id,
})
