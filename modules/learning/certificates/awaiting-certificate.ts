import { status } from '#modules/learning/student-course/course-status.shared.ts'

/** Passed, even if its report was rejected since; courses in status 7 or 18 already have their certificate. */
export const awaitingCertificate: readonly number[] = [
  status.passed,
  status.completionError,
  status.completionErrorFlhsmv,
]
