import { Extension } from '@tiptap/core'
import {
  DOMParser,
  type Node as DocumentNode,
  type ParseOptions,
  type ResolvedPos,
  type Schema,
  Slice,
} from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { cleanPasted, type Dropped, storableText } from './paste.ts'

export type DropListener = (dropped: ReadonlySet<Dropped>) => void

/** Reads pasted and dropped content through `cleanPasted`. */
class PasteParser extends DOMParser {
  readonly #onDropped: DropListener

  constructor(schema: Schema, onDropped: DropListener) {
    super(schema, DOMParser.fromSchema(schema).rules)
    this.#onDropped = onDropped
  }

  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    const { clean, dropped } = cleanPasted(dom as ParentNode & Node, dom.ownerDocument ?? document)
    if (dropped.size > 0) this.#onDropped(dropped)
    return super.parseSlice(clean, options)
  }
}

const lists = new Set(['bulletList', 'orderedList'])
const isWhole = (node: DocumentNode | null | undefined): boolean =>
  lists.has(node?.type.name ?? '') && node!.childCount > 1

/**
 * Lists with several items stay whole beside a text: otherwise the first item would join its line, and the numbers
 * would shift.
 */
function wholeLists(slice: Slice, place: ResolvedPos): Slice {
  for (let depth = place.depth; depth > 0; depth--) if (place.node(depth).type.name === 'listItem') return slice
  const { content, openStart, openEnd } = slice
  const [start, end] = [isWhole(content.firstChild) ? 0 : openStart, isWhole(content.lastChild) ? 0 : openEnd]
  return start === openStart && end === openEnd ? slice : new Slice(content, start, end)
}

// A picture from the clipboard is a file: it belongs in the library, not in the text.
function onlyFiles(data: DataTransfer | null, onDropped: DropListener): boolean {
  if (!data || data.files.length === 0 || data.types.includes('text/html')) return false
  onDropped(new Set(['pictures']))
  return true
}

/** Cleans pasted or dropped content; `onDropped` reports what was left out. */
export const cleanPaste = (onDropped: DropListener = () => {}): Extension =>
  Extension.create({
    name: 'cleanPaste',
    addProseMirrorPlugins() {
      return [
        new Plugin({
          props: {
            clipboardParser: new PasteParser(this.editor.schema, onDropped),
            transformPastedText: storableText,
            transformPasted: (slice, view) => wholeLists(slice, view.state.selection.$from),
            handlePaste: (_view, event) => onlyFiles(event.clipboardData, onDropped),
            handleDrop: (_view, event) => onlyFiles(event.dataTransfer, onDropped),
          },
        }),
      ]
    },
  })
