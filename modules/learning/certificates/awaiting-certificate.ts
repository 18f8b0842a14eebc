import { status } from '#modules/learning/student-course/course-status.shared.ts'

/** The statuses of passed courses without a certificate, including those whose report was rejected since. */
export const awaitingCertificate: readonly number[] = [
  status.passed,
  status.completionError,
  status.completionErrorFlhsmv,
]
