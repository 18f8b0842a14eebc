import { documentLimits, type RichNode } from './document.ts'
import { plainScript } from './scripts.ts'

export type InlineQuiz = { quiz_id: number | null; questions: number[] }

const breakTypes = new Set(['paragraph', 'heading', 'codeBlock', 'hardBreak', 'horizontalRule', 'mediaCard'])

const isNode = (value: unknown): value is RichNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function visit(value: unknown, onNode: (node: RichNode) => void, depth = 1): void {
  if (!isNode(value) || depth > documentLimits.depth) return
  if (Array.isArray(value.content)) for (const child of value.content) visit(child, onNode, depth + 1)
  onNode(value)
}

function plainText({ marks }: RichNode, text: string): string {
  const types = Array.isArray(marks) ? marks.map((mark) => mark?.type) : []
  const script = (['superscript', 'subscript'] as const).find((type) => types.includes(type))
  return script ? plainScript(text, script) : text
}

/** The plain text of a document, one line per paragraph, for search and word counts. */
export function documentText(document: unknown): string {
  const parts: string[] = []
  visit(document, (node) => {
    const isBreak = breakTypes.has(node.type) && !parts.at(-1)?.endsWith('\n')
    const part =
      node.type === 'text' && typeof node.text === 'string' ? plainText(node, node.text) : isBreak ? '\n' : ''
    if (part !== '') parts.push(part)
  })
  return parts.join('').trim()
}

// Cached for frozen documents, because opening a lesson reads its media several times.
const mediaCache = new WeakMap<object, readonly Record<string, unknown>[]>()

/** The attributes of every media card in reading order, without inline quizzes. */
export function listMedia(document: unknown): readonly Record<string, unknown>[] {
  if (!isNode(document)) return []
  const media = mediaCache.get(document) ?? cardsOf(document)
  if (Object.isFrozen(document)) mediaCache.set(document, media)
  return media
}

function cardsOf(document: RichNode): Record<string, unknown>[] {
  const cards: Record<string, unknown>[] = []
  visit(document, (node) => {
    const { attrs } = node
    if (node.type === 'mediaCard' && typeof attrs === 'object' && attrs?.component !== 'inline-quiz') cards.push(attrs)
  })
  return cards
}

/** The inline quizzes in reading order; `quiz_id` is null until the server has assigned one. */
export function listInlineQuizzes(document: unknown): InlineQuiz[] {
  const quizzes: InlineQuiz[] = []
  visit(document, (node) => {
    if (node.type === 'mediaCard' && node.attrs?.component === 'inline-quiz') quizzes.push(readQuiz(node.attrs))
  })
  return quizzes
}

/** The quiz of an inline quiz card; values other than positive integers are left out. */
export function readQuiz(attrs: Record<string, unknown>): InlineQuiz {
  const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
  return {
    quiz_id: isId(attrs.quiz_id) ? attrs.quiz_id : null,
    questions: Array.isArray(attrs.questions) ? attrs.questions.filter(isId) : [],
  }
}
