import { type CourseVersion, requiredExams } from '#modules/catalogue/index.ts'
import type { ExamKind } from '#modules/security/index.ts'

/** The external exams required to pass a course. */
export function examsOf(version: CourseVersion): ExamKind[] {
  const { proctored, interactive } = requiredExams(version)
  return [...(proctored ? (['proctored'] as const) : []), ...(interactive ? (['interactive'] as const) : [])]
}
