import { type Component, listComponents } from '#modules/catalogue/index.ts'
import type { Ctx } from '#platform/ctx.ts'

/** An inline quiz of the outline: its position, and its questions. */
export type InlineQuiz = { component_id: number; quiz_id: number; question_ids: readonly number[] }

const quizCache = new WeakMap<readonly Component[], readonly InlineQuiz[]>()

/** Every inline quiz of a version, in the order of the outline. */
export async function listInlineQuizzes(ctx: Ctx, course_version_id: number): Promise<readonly InlineQuiz[]> {
  const components = await listComponents(ctx, course_version_id)
  const quizzes = quizCache.get(components) ?? components.flatMap(inlineQuizzesIn)
  if (Object.isFrozen(components)) quizCache.set(components, quizzes)
  return quizzes
}

/** The inline quizzes in the content of one component. */
export function inlineQuizzesIn({ component_id, type, data }: Component): InlineQuiz[] {
  const quizzes: InlineQuiz[] = []
  const add = (attrs: unknown) => {
    const quiz = readCard(attrs)
    if (quiz) quizzes.push({ component_id, ...quiz })
  }
  if (type === 'Content' || type === 'Media') visitCards(data.content, add)
  if (type === 'Media') for (const card of data.components) add(card)
  return quizzes
}

function visitCards(node: unknown, visit: (attrs: unknown) => void): void {
  if (typeof node !== 'object' || node === null) return
  const { type, attrs, content } = node as { type?: unknown; attrs?: unknown; content?: unknown }
  if (type === 'mediaCard') visit(attrs)
  if (Array.isArray(content)) for (const inner of content) visitCards(inner, visit)
}

function readCard(attrs: unknown): { quiz_id: number; question_ids: number[] } | null {
  if (typeof attrs !== 'object' || attrs === null) return null
  const { component, quiz_id, questions } = attrs as Record<string, unknown>
  if (component !== 'inline-quiz' || typeof quiz_id !== 'number' || !Array.isArray(questions)) return null
  return { quiz_id, question_ids: questions.filter((question_id) => Number.isInteger(question_id)) }
}
