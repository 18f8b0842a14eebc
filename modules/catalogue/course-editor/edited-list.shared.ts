import type { EditedQuestion } from './edited-question.shared.ts'
import { adoptId, assignedIds, missingIds } from './stable-keys.shared.ts'

/** The questions of one list, and its deleted ones that are stored. */
export type EditedList = { questions: EditedQuestion[]; deleted: number[] }

type Question = {
  question_id: number
  conditional?: string[]
  configuration?: { options?: { conditional?: number[] }[] }
}

/** Renames question ids, including those in conditions. */
export const renameQuestions = <T extends Question>(questions: readonly T[], idOf: (id: number) => number): T[] =>
  questions.map((question) => ({
    ...question,
    question_id: idOf(question.question_id),
    ...(question.conditional && {
      conditional: question.conditional.map((condition) => {
        const [question_id, option] = condition.split(':')
        return `${idOf(Number(question_id))}:${option}`
      }),
    }),
    ...(question.configuration?.options && {
      configuration: {
        ...question.configuration,
        options: question.configuration.options.map((option) => ({
          ...option,
          ...(option.conditional && { conditional: option.conditional.map(idOf) }),
        })),
      },
    }),
  }))

const idsOf = (questions: readonly { question_id: number }[]) => questions.map(({ question_id }) => question_id)

/** A list after a save, with the server's ids and another author's additions. */
export function adoptList(
  now: EditedList,
  sentList: EditedList,
  savedQuestions: readonly EditedQuestion[],
): EditedList {
  const ids = assignedIds(idsOf(sentList.questions), idsOf(savedQuestions))
  const idOf = (id: number) => adoptId(ids, id)
  const remainingIds = new Set(idsOf(now.questions))
  // A question that was deleted during its first save is now stored.
  const deletedIds = [...ids].flatMap(([id, assignedId]) => (remainingIds.has(id) ? [] : [assignedId]))
  const sentIds = new Set([...idsOf(sentList.questions).map(idOf), ...now.deleted])
  return {
    questions: [
      ...renameQuestions(now.questions, idOf),
      ...savedQuestions.filter(({ question_id }) => !sentIds.has(question_id) && !remainingIds.has(question_id)),
    ],
    deleted: [...now.deleted.filter((id) => !sentList.deleted.includes(id)), ...deletedIds],
  }
}

/** A list to save over a newer one: questions deleted there are created again. */
export function renewList(mine: EditedList, storedQuestions: readonly { question_id: number }[]): EditedList {
  const ids = missingIds(idsOf(mine.questions), idsOf(storedQuestions))
  return { ...mine, questions: renameQuestions(mine.questions, (id) => adoptId(ids, id)) }
}

/** The list with the item at `from` moved to `to`. */
export const moveItem = <T>(list: readonly T[], from: number, to: number): T[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, list[from]!)
