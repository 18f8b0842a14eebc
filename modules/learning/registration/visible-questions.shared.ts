import type { Answer } from '#modules/learning/questions/answer.shared.ts'

type Conditional = { question_id: number; conditional: readonly string[] }

/**
 * The questions that the answers make visible, in order: always those without triggers, others if an answer to a
 * visible question chose one of their `questionId:optionId`. A trigger comes before the questions it triggers.
 */
export function visibleQuestions<Q extends Conditional>(
  questions: readonly Q[],
  answerTo: (question_id: number) => Answer,
): Q[] {
  const selected = new Set<string>()
  return questions.filter(({ question_id, conditional }) => {
    const visible = conditional.length === 0 || conditional.some((trigger) => selected.has(trigger))
    if (visible) for (const option of optionsOf(answerTo(question_id))) selected.add(`${question_id}:${option}`)
    return visible
  })
}

/** The hidden questions that answers to open questions may still make visible. */
export function undecidedQuestions<Q extends Conditional>(
  questions: readonly Q[],
  visible: readonly Pick<Q, 'question_id'>[],
  open: readonly Pick<Q, 'question_id'>[],
): Q[] {
  const visibleIds = new Set(visible.map(({ question_id }) => question_id))
  const decidingIds = new Set(open.map(({ question_id }) => question_id))
  return questions.filter(({ question_id, conditional }) => {
    if (visibleIds.has(question_id)) return false
    const isUndecided = conditional.some((trigger) => decidingIds.has(Number(trigger.split(':')[0])))
    if (isUndecided) decidingIds.add(question_id)
    return isUndecided
  })
}

const optionsOf = (answer: Answer): readonly number[] => {
  if (typeof answer === 'number') return [answer]
  return Array.isArray(answer) ? answer : []
}
