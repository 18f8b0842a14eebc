export {
  fetchAdvanceChapters,
  fetchAdvanceComponents,
  fetchAdvanceCourses,
  fetchAdvanceSections,
} from './advance/advance-choices.ts'
export { advanceKey } from './advance/advance-right.ts'
export { advance } from './advance/advance-student.ts'
export { decideAdvance, fetchWaitingAdvances } from './advance/decide-advance.ts'
export { forgetOldBulkRuns } from './bulk/bulk-run.sql.ts'
export { carryOutBulkRun } from './bulk/carry-out-bulk-run.ts'
export { bulkRunAsked } from './bulk/facts.ts'
export { startBulkRun } from './bulk/start-bulk-run.ts'
export { stopBulkRun } from './bulk/stop-bulk-run.ts'
export { certificates } from './certificates/certificates.grid.ts'
export { fetchEmailSender, saveEmailSender } from './emails/email-sender.ts'
export { type EmailRow, fetchEmails } from './emails/fetch-emails.ts'
export { saveEmail } from './emails/save-email.ts'
export { sentEmails } from './emails/sent-emails.grid.ts'
export { previewEmail, testEmail } from './emails/try-email.ts'
export { actionNames } from './event-history/actions.ts'
export { entityPage } from './event-history/entity-page.sql.ts'
export { eventHistory } from './event-history/event-history.grid.ts'
export { fetchWaiting } from './home/fetch-waiting.ts'
export { getEntityNotes } from './notes/get-entity-notes.ts'
export { areaPages, areas } from './organization-settings/declared-settings.ts'
export { fetchOrganizationSettings } from './organization-settings/fetch-organization-settings.ts'
export { createOrganization, saveOrganizationProfile, updateManager } from './organizations/change-organizations.ts'
export {
  fetchOrganizationProfile,
  fetchSubOrganizations,
  getOneOrganization,
} from './organizations/fetch-organizations.ts'
export { organizations } from './organizations/organizations.grid.ts'

export { carryOutReport } from './reports/carry-out-report.ts'
export { exportAsked, reportAsked, reportReady } from './reports/facts.ts'
export { fetchReports, reportReader } from './reports/fetch-reports.ts'
export { fetchReportRuns, type ShownRun } from './reports/fetch-runs.ts'
export { findReadyReport, type ReadyReport } from './reports/find-ready.ts'
export { carryOutExport, startExport } from './reports/long-export.ts'
export { type Preview, previewReport } from './reports/preview-report.ts'
export { startReport } from './reports/run-report.ts'
export { runDueSchedules } from './reports/run-schedules.ts'
export { deleteSchedule, fetchSchedules, pauseSchedule, type ShownSchedule, saveSchedule } from './reports/schedules.ts'
export { administrators } from './staff/administrators.grid.ts'
export { instructors } from './staff/instructors.grid.ts'
export { fetchStudentDetail } from './students/student-detail.ts'
export { students } from './students/students.grid.ts'
export { fetchSystemStatus } from './system/fetch-status.ts'
export { runDeadJob } from './system/run-dead-job.ts'
export {
  fetchOrganizationTiles,
  fetchStudentTiles,
  fetchTiles,
  fetchTileTypes,
  type Tile,
} from './tiles/tiles.ts'
export { addLanguage, deleteLanguage, switchLanguage } from './translations/change-languages.ts'
export { fetchTranslations, type LanguageProgress, type TranslationRow } from './translations/fetch-translations.ts'
export { previewImport } from './translations/preview-import.ts'
export { revertTranslations } from './translations/revert-translations.ts'
export { saveTranslations } from './translations/save-translations.ts'
export { carryOutUndo } from './uploads/carry-out-undo.ts'
export { carryOutUpload } from './uploads/carry-out-upload.ts'
export { uploadStarted, uploadUndoStarted } from './uploads/facts.ts'
export { fetchUpload, fetchUploads } from './uploads/fetch-upload.ts'
export { mendUpload } from './uploads/mend-upload.ts'
export { readSpreadsheet } from './uploads/read-spreadsheet.ts'
export { starter, uploadStudents } from './uploads/start-upload.ts'
export { undoer, undoUpload } from './uploads/undo-upload.ts'
export { forgetOldStudentUploads } from './uploads/upload.sql.ts'
export { uploader, verifyUpload } from './uploads/verify-upload.ts'
export { keptGrid } from './views/keep-grids.ts'
export { chooseView, fetchViews, removeView, saveView } from './views/views.ts'
