import type { ShownRegistrationQuestion } from './registration.schema.ts'

type Neighbor = Pick<ShownRegistrationQuestion, 'question_id' | 'problem'>

/** The position of a question among the current ones; when completing, only those with a problem are its neighbors. */
export function findNeighbors(questions: readonly Neighbor[], question_id: number, isCompleting = false) {
  const relevant = questions.filter(
    (other) => !isCompleting || other.problem !== null || other.question_id === question_id,
  )
  const index = relevant.findIndex((other) => other.question_id === question_id)
  return {
    next: relevant[index + 1]?.question_id ?? null,
    previous: relevant[index - 1]?.question_id ?? null,
    position: index + 1,
    total: relevant.length,
  }
}
