import { defineModule } from '#platform/module.ts'
import {
  fetchAdvanceChapters,
  fetchAdvanceComponents,
  fetchAdvanceCourses,
  fetchAdvanceSections,
} from './advance/advance-choices.ts'
import { advance } from './advance/advance-student.ts'
import { decideAdvance, fetchWaitingAdvances } from './advance/decide-advance.ts'
import { stopBulkRun } from './bulk/stop-bulk-run.ts'
import { undoBulkRun } from './bulk/undo-bulk-run.ts'
import { certificates } from './certificates/certificates.grid.ts'
import { fetchEmailSender, saveEmailSender } from './emails/email-sender.ts'
import { fetchEmails } from './emails/fetch-emails.ts'
import { saveEmail } from './emails/save-email.ts'
import { sentEmails } from './emails/sent-emails.grid.ts'
import { previewEmail, testEmail } from './emails/try-email.ts'
import { eventHistory } from './event-history/event-history.grid.ts'
import { resendEmail } from './event-history/resend-email.ts'
import { createSignInLink } from './fleet/create-sign-in-link.ts'
import { enrollStudents } from './fleet/enroll-students.ts'
import { fetchRecent } from './home/fetch-recent.ts'
import { fetchWaiting } from './home/fetch-waiting.ts'
import { fetchSetup, skipSetupStep } from './home/setup.ts'
import { lookups } from './lookups.shared.ts'
import { addEntityNotes } from './notes/add-entity-notes.ts'
import { deleteEntityNotes, editEntityNotes } from './notes/change-entity-notes.ts'
import { getEntityNotes } from './notes/get-entity-notes.ts'
import { fetchOrganizationSettings } from './organization-settings/fetch-organization-settings.ts'
import {
  activateOrganization,
  createOrganization,
  deactivateOrganization,
  removeOrganization,
  restoreOrganization,
  saveOrganizationProfile,
  saveOrganizationProfileByCode,
  suspendOrganization,
  updateManager,
} from './organizations/change-organizations.ts'
import {
  autocompleteOrganization,
  fetchOrganizationCounts,
  fetchOrganizationInstructors,
  fetchOrganizationProfile,
  fetchSubOrganizations,
  getOneOrganization,
  getOrganization,
  isCodeUnique,
  searchInstructors,
} from './organizations/fetch-organizations.ts'
import { organizations } from './organizations/organizations.grid.ts'
import { findRecords } from './palette/find-records.ts'
import { activateUser, deactivateUser } from './people/activate-users.ts'
import { fetchCoursesByUserId } from './people/fetch-courses.ts'
import { erasePerson, exportPersonalData } from './people/personal-data.ts'
import {
  deleteAdministrator,
  deleteInstructor,
  deleteStudent,
  removeAdministrator,
  removeInstructor,
  restoreUser,
} from './people/remove-people.ts'
import { users } from './people/users.grid.ts'
import { personal } from './personal-tables.ts'
import { fetchReports } from './reports/fetch-reports.ts'
import { fetchReportRuns } from './reports/fetch-runs.ts'
import { previewReport } from './reports/preview-report.ts'
import { runReport, startReport } from './reports/run-report.ts'
import { deleteSchedule, fetchSchedules, pauseSchedule, saveSchedule } from './reports/schedules.ts'
import { addTestKey, endTestKey, fetchSandbox } from './sandbox/sandbox.ts'
import { sealedColumns } from './sealed-columns.ts'
import { administrators } from './staff/administrators.grid.ts'
import { instructors } from './staff/instructors.grid.ts'
import { supportStaff } from './staff/support-staff.grid.ts'
import { fetchStudentDetail } from './students/student-detail.ts'
import { students } from './students/students.grid.ts'
import { fetchSystemStatus } from './system/fetch-status.ts'
import { runDeadJob } from './system/run-dead-job.ts'
import {
  addTile,
  fetchOrganizationTiles,
  fetchStudentTiles,
  fetchTiles,
  fetchTileTypes,
  fetchTileValue,
  orderTiles,
  removeTile,
} from './tiles/tiles.ts'
import { addLanguage, deleteLanguage, switchLanguage } from './translations/change-languages.ts'
import { exportTranslations } from './translations/export-translations.ts'
import { fetchTranslations } from './translations/fetch-translations.ts'
import { revertTranslations } from './translations/revert-translations.ts'
import { saveTranslations } from './translations/save-translations.ts'
import { correctUpload } from './uploads/correct-upload.ts'
import { fetchUploadProgress } from './uploads/fetch-progress.ts'
import { downloadUploadErrors, fetchUpload, fetchUploads } from './uploads/fetch-upload.ts'
import { uploadStudents } from './uploads/start-upload.ts'
import { undoUpload } from './uploads/undo-upload.ts'
import { verifyUpload } from './uploads/verify-upload.ts'
import { chooseView, fetchViews, removeView, saveGridLayout, saveView } from './views/views.ts'

export const backoffice = defineModule({
  name: 'backoffice',
  uses: ['support', 'checkout', 'learning', 'catalogue', 'identity', 'settings'],
  personal,
  sealed: sealedColumns,
  folders: [
    'sandbox',
    'people',
    'staff',
    'students',
    'certificates',
    'tiles',
    'account',
    'organizations',
    'organization-settings',
    'notes',
    'event-history',
    'emails',
    'translations',
    'system',
    'reports',
    'bulk',
    'views',
    'palette',
    'advance',
    'home',
    'uploads',
    'fleet',
  ],
  lookups,
  operations: [
    ...students.operations,
    ...administrators.operations,
    ...instructors.operations,
    ...supportStaff.operations,
    ...eventHistory.operations,
    fetchEmails,
    saveEmail,
    previewEmail,
    testEmail,
    fetchEmailSender,
    saveEmailSender,
    ...sentEmails.operations,
    ...organizations.operations,
    ...certificates.operations,
    ...users.operations,
    fetchOrganizationSettings,
    fetchSystemStatus,
    runDeadJob,
    addLanguage,
    deleteLanguage,
    switchLanguage,
    fetchTranslations,
    exportTranslations,
    saveTranslations,
    revertTranslations,
    deleteAdministrator,
    removeAdministrator,
    deleteInstructor,
    removeInstructor,
    deleteStudent,
    restoreUser,
    exportPersonalData,
    erasePerson,
    activateOrganization,
    deactivateOrganization,
    suspendOrganization,
    removeOrganization,
    restoreOrganization,
    createOrganization,
    saveOrganizationProfile,
    saveOrganizationProfileByCode,
    updateManager,
    autocompleteOrganization,
    getOneOrganization,
    getOrganization,
    fetchOrganizationProfile,
    fetchOrganizationInstructors,
    searchInstructors,
    fetchOrganizationCounts,
    isCodeUnique,
    fetchSubOrganizations,
    fetchStudentDetail,
    fetchWaiting,
    fetchRecent,
    fetchSetup,
    skipSetupStep,
    fetchTiles,
    fetchTileTypes,
    fetchOrganizationTiles,
    fetchStudentTiles,
    addTile,
    removeTile,
    orderTiles,
    fetchTileValue,
    findRecords,
    stopBulkRun,
    undoBulkRun,
    fetchViews,
    saveView,
    removeView,
    chooseView,
    saveGridLayout,
    resendEmail,
    activateUser,
    deactivateUser,
    fetchCoursesByUserId,
    fetchAdvanceCourses,
    fetchAdvanceChapters,
    fetchAdvanceSections,
    fetchAdvanceComponents,
    advance,
    fetchWaitingAdvances,
    decideAdvance,
    verifyUpload,
    correctUpload,
    uploadStudents,
    enrollStudents,
    fetchSandbox,
    addTestKey,
    endTestKey,
    createSignInLink,
    fetchUploads,
    fetchUpload,
    fetchUploadProgress,
    undoUpload,
    downloadUploadErrors,
    fetchReports,
    previewReport,
    runReport,
    startReport,
    fetchReportRuns,
    fetchSchedules,
    saveSchedule,
    pauseSchedule,
    deleteSchedule,
    getEntityNotes,
    addEntityNotes,
    editEntityNotes,
    deleteEntityNotes,
  ],
  grids: [
    users,
    students,
    administrators,
    instructors,
    supportStaff,
    eventHistory,
    sentEmails,
    organizations,
    certificates,
  ],
})
