import type { ShownRegistrationQuestion } from './registration.schema.ts'

type Neighbour = Pick<ShownRegistrationQuestion, 'question_id' | 'problem'>

/** The position of a question among the current ones; when completing, only those with a problem are its neighbors. */
export function placeAmong(questions: readonly Neighbour[], question_id: number, isCompleting = false) {
  const walked = questions.filter(
    (other) => !isCompleting || other.problem !== null || other.question_id === question_id,
  )
  const at = walked.findIndex((other) => other.question_id === question_id)
  return {
    next: walked[at + 1]?.question_id ?? null,
    previous: walked[at - 1]?.question_id ?? null,
    position: at + 1,
    total: walked.length,
  }
}
