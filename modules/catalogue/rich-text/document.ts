export type Mark = { type: string; attrs?: Record<string, unknown> }

export type RichNode = {
  type: string
  attrs?: Record<string, unknown>
  content?: RichNode[]
  marks?: Mark[]
  text?: string
}

export type RichDocument = RichNode & { type: 'doc' }

export const documentLimits = { depth: 50, nodes: 20_000, bytes: 1_000_000, issues: 20, marks: 10 } as const

const blockTypes = [
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
const inlineTypes = ['text', 'hardBreak'] as const

type Content = { children: ReadonlySet<string>; filled: boolean }

const holds = (children: readonly string[], filled = false): Content => ({ children: new Set(children), filled })

/** The allowed content of each node type; `filled` nodes need at least one child. */
export const contentRules: ReadonlyMap<string, Content> = new Map([
  ['doc', holds(blockTypes)],
  ['paragraph', holds(inlineTypes)],
  ['heading', holds(inlineTypes)],
  ['codeBlock', holds(['text'])],
  ['bulletList', holds(['listItem'], true)],
  ['orderedList', holds(['listItem'], true)],
  ['listItem', holds(blockTypes, true)],
  ['blockquote', holds(blockTypes, true)],
  ['table', holds(['tableRow'], true)],
  ['tableRow', holds(['tableHeader', 'tableCell'])],
  ['tableHeader', holds(blockTypes, true)],
  ['tableCell', holds(blockTypes, true)],
  ['horizontalRule', holds([])],
  ['mediaCard', holds([])],
  ['hardBreak', holds([])],
  ['text', holds([])],
])

export const isInline = (type: string) => type === 'text' || type === 'hardBreak'
