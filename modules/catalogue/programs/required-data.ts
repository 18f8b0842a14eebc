import type { ProgramRules } from './effective-rules.ts'
import type { StudentDatum } from './student-data.shared.ts'

/** The student data that a program requires, including the data that its other rules depend on. */
export const requiredData = (rules: Pick<ProgramRules, 'valueOf'> | null): StudentDatum[] => [
  ...new Set<StudentDatum>([
    ...(rules?.valueOf('student.data_required') ?? []),
    ...(rules?.valueOf('eligibility.frequency_from') === 'citation' ? (['citation_date'] as const) : []),
  ]),
]
