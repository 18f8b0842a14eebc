/** The settings of a course that determine its external exams. */
type ExamOptions = {
  proctored_ind: boolean | 0 | 1
  sts_ind: boolean | 0 | 1
  completion_configuration: Readonly<Record<string, unknown>>
}
type ExternalExam = { enabled?: boolean; selectedType?: string | null }

/**
 * The external exams required to pass a course. Either of two options requires one: the course's flag, or
 * `externalExam` of its completion, whose type is `proctored` unless it is `sts`.
 */
export function requiredExams({ proctored_ind, sts_ind, completion_configuration }: ExamOptions) {
  const { enabled = false, selectedType = null } = (completion_configuration.externalExam ?? {}) as ExternalExam
  return {
    proctored: Boolean(proctored_ind) || (enabled && selectedType !== 'sts'),
    interactive: Boolean(sts_ind) || (enabled && selectedType === 'sts'),
  }
}

/** The options that require these exams. Both are set alike, so that they never contradict each other. */
export function examOptions({ proctored, interactive }: ReturnType<typeof requiredExams>) {
  const interactiveType = interactive ? 'sts' : null
  const selectedType = proctored ? 'proctored' : interactiveType
  return {
    proctored_ind: proctored,
    sts_ind: interactive,
    externalExam: { enabled: proctored || interactive, selectedType },
  }
}
