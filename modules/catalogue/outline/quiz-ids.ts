import { reserveIds } from '#modules/catalogue/questions/save-questions.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

type Data = Readonly<Record<string, unknown>>
type Attributes = { component?: unknown; quiz_id?: unknown; questions?: unknown }

/**
 * Assigns an id to every newly inserted inline quiz; answers are stored under this id. An editor that is still open
 * sends its card again without the id, so a quiz with the same questions keeps the stored one.
 */
export async function withQuizIds(ctx: Ctx, before: Data, merged: Data): Promise<Data> {
  const unnumbered = quizzesIn(merged).filter(({ quiz_id }) => !quiz_id)
  if (unnumbered.length === 0) return merged
  const usedIds = new Set(quizzesIn(merged).flatMap(({ quiz_id }) => quiz_id || []))
  const unusedQuizzes = quizzesIn(before).filter(({ quiz_id }) => quiz_id && !usedIds.has(quiz_id))
  const storedIds: (number | undefined)[] = unnumbered.map(({ questions }) => {
    const index = unusedQuizzes.findIndex((quiz) => String(quiz.questions) === String(questions))
    return index < 0 ? undefined : (unusedQuizzes.splice(index, 1)[0]!.quiz_id as number)
  })
  const newIds = await reserveIds(ctx, storedIds.filter((id) => id === undefined).length)
  const ids = storedIds.map((id) => id ?? newIds.shift()!)
  return fillQuizIds(merged, ids) as Data
}

function quizzesIn(value: unknown): Attributes[] {
  if (typeof value !== 'object' || value === null) return []
  if (isQuiz(value)) return [value]
  return Object.values(value).flatMap(quizzesIn)
}

/** The same document, with ids in the quizzes that have none, in order. */
function fillQuizIds(value: unknown, ids: number[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isQuiz(value)) return value.quiz_id ? value : { ...value, quiz_id: ids.shift()! }
  if (Array.isArray(value)) return value.map((inner) => fillQuizIds(inner, ids))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillQuizIds(inner, ids)]))
}

const isQuiz = (value: object): value is Attributes => (value as Attributes).component === 'inline-quiz'
