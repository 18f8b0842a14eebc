import { learningErrors } from '#modules/learning/errors.ts'
import type { Missing } from '#modules/learning/progress/completion.ts'
import type { Refusal } from '#platform/errors.ts'

/**
 * The refusal that lists what is missing: `reason`, `questionId` and `message` of the first item, for the completion
 * modal, and the whole list.
 */
export function refusalFor(missing: readonly Missing[], kind: 'next' | 'complete'): Refusal {
  const registrationItem = missing.find(({ reason }) => reason === 'REG_INC' || reason === 'REG_INV')
  const first = registrationItem ?? missing[0]!
  const details = { reason: first.reason, questionId: first.questionId, message: first.message, missing }
  if (first.reason === 'REG_INC') return learningErrors.registrationIncomplete({}, details)
  if (first.reason === 'REG_INV') return learningErrors.registrationInvalid({}, details)
  return kind === 'next' ? learningErrors.requirementsMissing({}, details) : learningErrors.cannotComplete({}, details)
}
