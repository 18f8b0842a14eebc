import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { documentLimits } from '#modules/catalogue/rich-text/document.ts'
import { storedNode } from './stored.ts'

export type LimitReached = () => void

type DocumentSize = { nodes: number; depth: number }

function measureDocument(node: Node, depth = 1, size: DocumentSize = { nodes: 0, depth: 0 }): DocumentSize {
  size.nodes++
  size.depth = Math.max(size.depth, depth)
  node.forEach((child) => {
    measureDocument(child, depth + 1, size)
  })
  return size
}

/** An upper bound of the JSON size, which avoids serializing the document at every keystroke. */
const maxBytes = ({ nodeSize }: Node, { nodes }: DocumentSize) => nodeSize * 6 + nodes * 8000

/** Whether a document can be stored. */
function fitsLimits(document: Node): boolean {
  const size = measureDocument(document)
  if (size.nodes > documentLimits.nodes || size.depth > documentLimits.depth) return false
  if (maxBytes(document, size) <= documentLimits.bytes) return true
  return new TextEncoder().encode(JSON.stringify(storedNode(document.toJSON()))).length <= documentLimits.bytes
}

/** Refuses changes that would make a document too large or too deep to store. */
export const limits = (onLimit: LimitReached = () => {}): Extension =>
  Extension.create({
    name: 'limits',
    addProseMirrorPlugins: () => [
      new Plugin({
        filterTransaction(tr) {
          if (!tr.docChanged || tr.doc.nodeSize < tr.before.nodeSize || fitsLimits(tr.doc)) return true
          onLimit()
          return false
        },
      }),
    ],
  })
