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

type ContentRule = { children: ReadonlySet<string>; nonEmpty: boolean }

const contentRule = (children: readonly string[], nonEmpty = false): ContentRule => ({
  children: new Set(children),
  nonEmpty,
})

/** The allowed content of each node type; `nonEmpty` nodes need at least one child. */
export const contentRules: ReadonlyMap<string, ContentRule> = new Map([
  ['doc', contentRule(blockTypes)],
  ['paragraph', contentRule(inlineTypes)],
  ['heading', contentRule(inlineTypes)],
  ['codeBlock', contentRule(['text'])],
  ['bulletList', contentRule(['listItem'], true)],
  ['orderedList', contentRule(['listItem'], true)],
  ['listItem', contentRule(blockTypes, true)],
  ['blockquote', contentRule(blockTypes, true)],
  ['table', contentRule(['tableRow'], true)],
  ['tableRow', contentRule(['tableHeader', 'tableCell'])],
  ['tableHeader', contentRule(blockTypes, true)],
  ['tableCell', contentRule(blockTypes, true)],
  ['horizontalRule', contentRule([])],
  ['mediaCard', contentRule([])],
  ['hardBreak', contentRule([])],
  ['text', contentRule([])],
])

export const isInline = (type: string) => type === 'text' || type === 'hardBreak'
