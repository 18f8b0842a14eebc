import { status } from '../../learning/index.ts'

/** A course in one of these was passed, whatever became of its certificate and report. */
export const passedStatuses: readonly number[] = [
  status.passed,
  status.certificateIssued,
  status.certificateIssuedManually,
  status.completionError,
  status.completionErrorFlhsmv,
]
