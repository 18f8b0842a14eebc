import { compilePattern } from '#modules/catalogue/questions/pattern.shared.ts'
import { isLicenseNumber } from '#modules/catalogue/questions/purpose.shared.ts'
import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import { stateIdOf } from '#platform/states.ts'

/**
 * A made-up license number of populous states, in the shapes that differ most. Another state's number may have another
 * shape, so a pattern that takes them all may still refuse a license.
 */
const samples = {
  CA: 'A1234567',
  FL: 'A123456789012',
  GA: '123456789',
  IL: 'A12345678901',
  MD: 'A123456789012',
  NJ: 'A12345678901234',
  NY: '123456789',
  OH: 'AB123456',
  PA: '12345678',
  TX: '12345678',
  VA: 'A12345678',
  WA: 'ABCDE123A4BC',
} as const

/** The states outside the course's own whose licenses the pattern of a question refuses; [] without a pattern. */
export function refusedStates(question: Question, lk_course_state_ids: readonly number[]): string[] {
  if (question.used_in !== 'registration' || !isLicenseNumber(question)) return []
  const matches = compilePattern(question.configuration.validation.regex)
  if (!matches) return []
  return Object.entries(samples).flatMap(([code, number]) =>
    lk_course_state_ids.includes(stateIdOf(code)!) || matches(number) ? [] : [code],
  )
}
