import { openKept } from '../../../platform/web/kept-map.ts'
import { type Component, type Medium, mediaResolver, renderDocument } from '../../catalogue/index.ts'
import { type InlineQuizShown, inlineQuizzesOf } from '../quiz/show-inline.ts'

/** A piece of a lesson: content as HTML, or the place of an inline quiz between two pieces of it. */
export type LessonPart = { kind: 'html'; html: string } | { kind: 'quiz'; quiz_id: number }
export { type InlineQuizShown, inlineQuizzesOf }

type Node = { type?: unknown; attrs?: Record<string, unknown>; content?: unknown }
type Quizzes = readonly { readonly quiz_id: number }[]
type Rendering = { locale: 'en' | 'es'; media: ReadonlyMap<string, Medium> }
type Written = { parts: readonly LessonPart[]; length: number }

const kept = openKept<Written>({ most: 200, longest: 200_000 })

/**
 * The content of a lesson in reading order, written once for what it is written from, and a text that stands for it.
 * Quizzes inside lists and tables follow at the end: none may be missing.
 */
export function lessonParts(
  component: Component,
  quizzes: Quizzes,
  rendering: Rendering,
): { parts: readonly LessonPart[]; parts_print: string } {
  const ids = quizzes.map((quiz) => quiz.quiz_id)
  const print = `${identityOf(component)} ${rendering.locale} ${ids} ${JSON.stringify([...rendering.media])}`
  const { parts } = kept.get(print) ?? kept.keep(print, write(component, quizzes, rendering))
  return { parts, parts_print: print }
}

const identities = new WeakMap<Component, number>()
let count = 0

/** A number for this very object, which stays the same as long as its course version is kept. */
function identityOf(component: Component): number {
  const known = identities.get(component)
  if (known) return known
  count += 1
  identities.set(component, count)
  return count
}

function write(component: Component, quizzes: Quizzes, { locale, media }: Rendering): Written {
  const left = new Set(quizzes.map((quiz) => quiz.quiz_id))
  const parts: LessonPart[] = []
  let run: Node[] = []
  const nodes = nodesOf(component)
  const rendering = { locale, media: mediaResolver(media), headingShift: 2 - highestHeading(nodes) }
  const flush = () => {
    const html = renderDocument({ type: 'doc', content: run }, { ...rendering, place: leaveOutQuizzes })
    if (html !== '') parts.push({ kind: 'html', html })
    run = []
  }
  for (const node of nodes) {
    const quiz_id = Number(quizIdOf(node))
    if (left.delete(quiz_id)) {
      flush()
      parts.push({ kind: 'quiz', quiz_id })
    } else run.push(node)
  }
  flush()
  for (const quiz_id of left) parts.push({ kind: 'quiz', quiz_id })
  return { parts, length: parts.reduce((sum, part) => sum + (part.kind === 'html' ? part.html.length : 0), 0) }
}

const leaveOutQuizzes = (attrs: Record<string, unknown>) => (attrs.component === 'inline-quiz' ? '' : null)

/** Authors begin where they like; on the page the highest of their headings comes right below its h1. */
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
  const written = Array.isArray(document.content) ? (document.content as Node[]) : []
  return [...cards.map((attrs) => ({ type: 'mediaCard', attrs })), ...written]
}
