import type { AnyOperation } from '#platform/operation.ts'
import { completionReports } from './completion-reports.grid.ts'
import { fetchCourseAgencies, updateCourseAgency } from './course-agencies.ts'
import { fetchCompletionAnswers } from './fetch-completion-answers.ts'
import { getCompletionReport } from './get-completion-report.ts'
import { refuseCompletion } from './refuse-completion.ts'
import { resubmitCompletion } from './resubmit-completion.ts'

export const operations: readonly AnyOperation[] = [
  ...completionReports.operations,
  getCompletionReport,
  fetchCompletionAnswers,
  resubmitCompletion,
  refuseCompletion,
  fetchCourseAgencies,
  updateCourseAgency,
]
