import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findReadyReport } from '#modules/backoffice/entry.ts'
import { reportReady } from '#modules/backoffice/reports/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { ReportReadyEmail, reportReadyEmail, reportReadyTexts } from './report-ready.mail.tsx'

/** Notifies each recipient of a scheduled report that its file is ready. */
export const sendReportReady = emailJob(reportReadyEmail, {
  on: reportReady,
  find: (ctx, { report_run_id }) => findReadyReport(ctx, report_run_id),
  key: ({ report_run_id }) => report_run_id,
  write: (report, siteUrl) => ({
    about: { report_run_id: report.report_run_id },
    to: report.email,
    subject: localText(report.locale, reportReadyTexts, 'subject', { label: report.label }),
    email: createElement(ReportReadyEmail, {
      report,
      href: siteUrl(pathTo('/manage/reports/history', { hash: `run-${report.report_run_id}` })),
    }),
  }),
})
