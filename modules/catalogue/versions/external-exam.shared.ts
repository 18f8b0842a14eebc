/** What of a course says which exams at a provider it ends in. */
type Asking = {
  proctored_ind: boolean | 0 | 1
  sts_ind: boolean | 0 | 1
  completion_configuration: Readonly<Record<string, unknown>>
}
type ExternalExam = { enabled?: boolean; selectedType?: string | null }

/**
 * The exams at a provider without which a course is not passed. Either of two options asks for one: the flag of the course,
 * or `externalExam` of its completion, whose type is `proctored` unless it says `sts`.
 */
export function examsAsked({ proctored_ind, sts_ind, completion_configuration }: Asking) {
  const { enabled = false, selectedType = null } = (completion_configuration.externalExam ?? {}) as ExternalExam
  return {
    proctored: Boolean(proctored_ind) || (enabled && selectedType !== 'sts'),
    interactive: Boolean(sts_ind) || (enabled && selectedType === 'sts'),
  }
}

/** The same choice in both options, so that they never contradict each other. */
export function askForExams({ proctored, interactive }: ReturnType<typeof examsAsked>) {
  const selectedType = proctored ? 'proctored' : interactive ? 'sts' : null
  return {
    proctored_ind: proctored,
    sts_ind: interactive,
    externalExam: { enabled: proctored || interactive, selectedType },
  }
}
