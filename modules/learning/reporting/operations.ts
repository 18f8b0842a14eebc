import type { AnyOperation } from '../../../platform/operation.ts'
import { getCompletionReport } from './get-completion-report.ts'
import { resubmitCompletion } from './resubmit-completion.ts'

export const operations: readonly AnyOperation[] = [getCompletionReport, resubmitCompletion]
