import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findNewYorkNotice } from '#modules/learning/entry.ts'
import { reportOwed } from '#modules/learning/reporting/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { NewYorkNoticeEmail, newYorkNoticeEmail, noticeTexts } from './new-york-notice.mail.tsx'

/**
 * Sends a student the notice that New York requires within 24 hours; it is sent with the report and does not wait for a
 * response.
 */
export const sendNewYorkNotice = emailJob(newYorkNoticeEmail, {
  on: reportOwed,
  find: (ctx, { completion_report_id }) => findNewYorkNotice(ctx, completion_report_id),
  write: (notice, siteUrl, { completion_report_id }) => ({
    about: { completion_report_id },
    to: notice.to,
    subject: localText(notice.locale, noticeTexts, 'subject', { course_name: notice.course_name }),
    email: createElement(NewYorkNoticeEmail, { notice, href: siteUrl(pathTo('/dashboard')) }),
  }),
  key: (_fact, { student_course_id }) => student_course_id,
})
