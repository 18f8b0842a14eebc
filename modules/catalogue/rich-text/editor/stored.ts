import type { JSONContent } from '@tiptap/core'
import type { RichDocument, RichNode } from '#modules/catalogue/rich-text/document.ts'

function presentAttributes(attrs: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  const entries = Object.entries(attrs ?? {}).filter(([, value]) => value !== null && value !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** A node without empty attributes, which would double the stored size. */
export function storedNode({ type = '', attrs, content, marks, text }: JSONContent): RichNode {
  const attributes = presentAttributes(attrs)
  return {
    type,
    ...(attributes && { attrs: attributes }),
    ...(content && content.length > 0 && { content: content.map(storedNode) }),
    ...(marks && marks.length > 0 && { marks: marks.map(storedMark) }),
    ...(text !== undefined && { text }),
  }
}

function storedMark({ type, attrs }: { type: string; attrs?: Record<string, unknown> }) {
  const attributes = presentAttributes(attrs)
  return { type, ...(attributes && { attrs: attributes }) }
}

/** The stored form of an editor's content. */
export const storedDocument = (json: JSONContent): RichDocument => storedNode(json) as RichDocument

/** The editor's form of a stored document; an empty paragraph if there is none. */
export function editableDocument(document: unknown): JSONContent {
  const documentContent =
    typeof document === 'object' && document !== null && 'content' in document ? document.content : null
  const blocks =
    Array.isArray(documentContent) && documentContent.length > 0 ? documentContent : [{ type: 'paragraph' }]
  return { type: 'doc', content: blocks }
}
