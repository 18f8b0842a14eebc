export type Mark = { type: string; attrs?: Record<string, unknown> }

export type RichNode = {
  type: string
  attrs?: Record<string, unknown>
  content?: RichNode[]
  marks?: Mark[]
  text?: string
}

export type RichDocument = RichNode & { type: 'doc' }

export const LIMITS = { depth: 50, nodes: 20_000, bytes: 1_000_000, issues: 20, marks: 10 } as const

const BLOCKS = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'codeBlock',
  'table',
  'horizontalRule',
  'mediaCard',
] as const
const INLINE = ['text', 'hardBreak'] as const

type Content = { children: ReadonlySet<string>; filled: boolean }

const holds = (children: readonly string[], filled = false): Content => ({ children: new Set(children), filled })

/** The allowed content of each node type; `filled` nodes need at least one child. */
export const CONTENT: ReadonlyMap<string, Content> = new Map([
  ['doc', holds(BLOCKS)],
  ['paragraph', holds(INLINE)],
  ['heading', holds(INLINE)],
  ['codeBlock', holds(['text'])],
  ['bulletList', holds(['listItem'], true)],
  ['orderedList', holds(['listItem'], true)],
  ['listItem', holds(BLOCKS, true)],
  ['blockquote', holds(BLOCKS, true)],
  ['table', holds(['tableRow'], true)],
  ['tableRow', holds(['tableHeader', 'tableCell'])],
  ['tableHeader', holds(BLOCKS, true)],
  ['tableCell', holds(BLOCKS, true)],
  ['horizontalRule', holds([])],
  ['mediaCard', holds([])],
  ['hardBreak', holds([])],
  ['text', holds([])],
])

export const isInline = (type: string) => type === 'text' || type === 'hardBreak'
