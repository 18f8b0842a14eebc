import type { CompletionConfiguration, CourseVersion } from '../../catalogue/index.ts'
import type { ExamKind } from '../../security/index.ts'

/**
 * The external exams without which a course is not passed. Either of two options asks for one: the flag of the course, or
 * `externalExam` of its completion, whose type is `proctored` unless it says `sts`.
 */
export function examsOf({ proctored_ind, sts_ind, completion_configuration }: CourseVersion): ExamKind[] {
  const given: Partial<CompletionConfiguration['externalExam']> = completion_configuration.externalExam ?? {}
  const { enabled = false, selectedType = null } = given
  const kinds: ExamKind[] = []
  if (proctored_ind || (enabled && selectedType !== 'sts')) kinds.push('proctored')
  if (sts_ind || (enabled && selectedType === 'sts')) kinds.push('interactive')
  return kinds
}
