import type { AnyOperation } from '#platform/operation.ts'
import {
  deliverAgencyFile,
  downloadAgencyFile,
  fetchAgencyFiles,
  makeAgencyFile,
  readAgencyResponses,
} from './accounts/agency-files.ts'
import { fetchAgencies, fetchAgency } from './accounts/fetch-agencies.ts'
import { fetchWatched } from './accounts/fetch-watched.ts'
import { holdAgency, releaseAgency } from './accounts/hold-queue.ts'
import { saveAgencyAccount } from './accounts/save-account.ts'
import { testAgencyAccount } from './accounts/test-account.ts'
import { checkOffCompletion, fetchWorksheet } from './accounts/worksheet.ts'
import { createCalendarLink, endOwnCalendarLink, fetchCalendarLink, readCalendarFeed } from './calendar-link.ts'
import { completionReports } from './completion-reports.grid.ts'
import { fetchCourseAgencies, updateCourseAgency } from './course-agencies.ts'
import { fetchDueCalendar } from './due-calendar.ts'
import { enterNumber } from './enter-number.ts'
import { fetchCompletionAnswers } from './fetch-completion-answers.ts'
import { getCompletionReport } from './get-completion-report.ts'
import { postCompletion } from './post-completion.ts'
import { refuseCompletion } from './refuse-completion.ts'
import { resolveUnanswered } from './resolve-unanswered.ts'
import { resubmitCompletion } from './resubmit-completion.ts'
import { endCompletionLink, fetchCompletionLinks, shareCompletion, viewSharedCompletion } from './share-completion.ts'

export const operations: readonly AnyOperation[] = [
  ...completionReports.operations,
  getCompletionReport,
  fetchCompletionAnswers,
  resubmitCompletion,
  refuseCompletion,
  postCompletion,
  resolveUnanswered,
  shareCompletion,
  endCompletionLink,
  fetchCompletionLinks,
  viewSharedCompletion,
  enterNumber,
  fetchDueCalendar,
  fetchCalendarLink,
  createCalendarLink,
  endOwnCalendarLink,
  readCalendarFeed,
  fetchCourseAgencies,
  updateCourseAgency,
  fetchAgencies,
  fetchAgency,
  fetchWatched,
  saveAgencyAccount,
  testAgencyAccount,
  holdAgency,
  releaseAgency,
  fetchWorksheet,
  checkOffCompletion,
  fetchAgencyFiles,
  makeAgencyFile,
  downloadAgencyFile,
  readAgencyResponses,
  deliverAgencyFile,
]
