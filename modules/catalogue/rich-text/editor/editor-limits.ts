import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { documentLimits } from '#modules/catalogue/rich-text/document.ts'
import { storedNode } from './stored.ts'

export type LimitReached = () => void

type Measure = { nodes: number; depth: number }

function measure(node: Node, depth = 1, sum: Measure = { nodes: 0, depth: 0 }): Measure {
  sum.nodes++
  sum.depth = Math.max(sum.depth, depth)
  node.forEach((child) => {
    measure(child, depth + 1, sum)
  })
  return sum
}

/** The maximum JSON size of a character and a node, to avoid serializing on every key. */
const bytesAtMost = ({ nodeSize }: Node, { nodes }: Measure) => nodeSize * 6 + nodes * 8000

/** Whether a document can be stored. */
function fitsLimits(document: Node): boolean {
  const sum = measure(document)
  if (sum.nodes > documentLimits.nodes || sum.depth > documentLimits.depth) return false
  if (bytesAtMost(document, sum) <= documentLimits.bytes) return true
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
