import { type Component, type Medium, mediaResolver, renderDocument } from '#modules/catalogue/index.ts'
import { type InlineQuizShown, inlineQuizzesOf } from '#modules/learning/quiz/show-inline.ts'

/** A part of a lesson: HTML content, or an inline quiz between two pieces of content. */
export type LessonPart = { kind: 'html'; html: string } | { kind: 'quiz'; quiz_id: number }
export { type InlineQuizShown, inlineQuizzesOf }

type Node = { type?: unknown; attrs?: Record<string, unknown>; content?: unknown }
type Quizzes = readonly { readonly quiz_id: number }[]
type RenderOptions = { locale: 'en' | 'es'; media: ReadonlyMap<string, Medium> }

/** A lesson's content in reading order. Quizzes inside lists and tables are moved to the end. */
export function lessonParts(component: Component, quizzes: Quizzes, { locale, media }: RenderOptions): LessonPart[] {
  const remaining = new Set(quizzes.map((quiz) => quiz.quiz_id))
  const parts: LessonPart[] = []
  let pendingNodes: Node[] = []
  const nodes = nodesOf(component)
  const rendering = { locale, media: mediaResolver(media), headingShift: 2 - highestHeading(nodes) }
  const flush = () => {
    const html = renderDocument({ type: 'doc', content: pendingNodes }, { ...rendering, customCard: omitQuizzes })
    if (html !== '') parts.push({ kind: 'html', html })
    pendingNodes = []
  }
  for (const node of nodes) {
    const quiz_id = Number(quizIdOf(node))
    if (remaining.delete(quiz_id)) {
      flush()
      parts.push({ kind: 'quiz', quiz_id })
    } else pendingNodes.push(node)
  }
  flush()
  for (const quiz_id of remaining) parts.push({ kind: 'quiz', quiz_id })
  return parts
}

const omitQuizzes = (attrs: Record<string, unknown>) => (attrs.component === 'inline-quiz' ? '' : null)

/** The highest level of a lesson's headings: authors start at any, and it must be shown right below the page's h1. */
function highestHeading(nodes: readonly Node[]): number {
  const levels = nodes.filter(({ type }) => type === 'heading').map(({ attrs }) => Number(attrs?.level) || 1)
  return levels.length > 0 ? Math.min(...levels) : 1
}

const quizIdOf = ({ type, attrs }: Node) =>
  type === 'mediaCard' && attrs?.component === 'inline-quiz' ? attrs.quiz_id : null

/** The nodes of a lesson's document; the cards of a media component come before its text. */
function nodesOf(component: Component): Node[] {
  if (component.type !== 'Content' && component.type !== 'Media') return []
  const cards = component.type === 'Media' ? component.data.components : []
  const document: { content?: unknown } = component.data.content ?? {}
  const nodes = Array.isArray(document.content) ? (document.content as Node[]) : []
  return [...cards.map((attrs) => ({ type: 'mediaCard', attrs })), ...nodes]
}
