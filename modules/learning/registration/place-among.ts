import type { ShownRegistrationQuestion } from './registration.schema.ts'

type Neighbour = Pick<ShownRegistrationQuestion, 'question_id' | 'problem'>

/** The position of a question among the current ones; when completing, only those with a problem are its neighbors. */
export function placeAmong(questions: readonly Neighbour[], question_id: number, isCompleting = false) {
  const relevant = questions.filter(
    (other) => !isCompleting || other.problem !== null || other.question_id === question_id,
  )
  const at = relevant.findIndex((other) => other.question_id === question_id)
  return {
    next: relevant[at + 1]?.question_id ?? null,
    previous: relevant[at - 1]?.question_id ?? null,
    position: at + 1,
    total: relevant.length,
  }
}
