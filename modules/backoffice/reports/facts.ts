import { defineFact } from '#platform/facts.ts'

/** Staff requested a report, or its scheduled time has come. */
export const reportRequested = defineFact<{ report_run_id: number }>('backoffice.report_asked', {
  internal: 'work of the back office',
})
/** The file of a scheduled report is ready for one of its recipients. */
export const reportReady = defineFact<{ report_run_id: number }>('backoffice.report_ready', { internal: 'an email' })
/** Staff requested a list that is too long to be exported while they wait. */
export const exportRequested = defineFact<{ task_id: number }>('backoffice.export_asked', {
  internal: 'work of the back office',
})
