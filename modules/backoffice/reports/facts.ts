import { defineFact } from '#platform/facts.ts'

/** Staff requested a report, or its scheduled time has come. */
export const reportAsked = defineFact<{ report_run_id: number }>('backoffice.report_asked')
/** The file of a scheduled report is ready for one of its recipients. */
export const reportReady = defineFact<{ report_run_id: number }>('backoffice.report_ready')
/** Staff requested a list that is too long to be exported while they wait. */
export const exportAsked = defineFact<{ task_id: number }>('backoffice.export_asked')
