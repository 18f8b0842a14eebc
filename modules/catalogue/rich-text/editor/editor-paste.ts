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

export type DropListener = (droppedKinds: ReadonlySet<Dropped>) => void

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

const listTypes = new Set(['bulletList', 'orderedList'])
const isLongList = (node: DocumentNode | null | undefined): boolean =>
  listTypes.has(node?.type.name ?? '') && node!.childCount > 1

/**
 * Keeps lists with several items whole when pasted into a text: otherwise the first item would join the line, and the
 * numbers would shift.
 */
function keepListsWhole(slice: Slice, position: ResolvedPos): Slice {
  for (let depth = position.depth; depth > 0; depth--) if (position.node(depth).type.name === 'listItem') return slice
  const { content, openStart, openEnd } = slice
  const [start, end] = [isLongList(content.firstChild) ? 0 : openStart, isLongList(content.lastChild) ? 0 : openEnd]
  return start === openStart && end === openEnd ? slice : new Slice(content, start, end)
}

// Pictures from the clipboard are files, which belong in the library and not in the text.
function refuseFiles(data: DataTransfer | null, onDropped: DropListener): boolean {
  if (!data || data.files.length === 0 || data.types.includes('text/html')) return false
  onDropped(new Set(['pictures']))
  return true
}

/** Cleans pasted or dropped content; `onDropped` receives the kinds of content that were left out. */
export const cleanPaste = (onDropped: DropListener = () => {}): Extension =>
  Extension.create({
    name: 'cleanPaste',
    addProseMirrorPlugins() {
      return [
        new Plugin({
          props: {
            clipboardParser: new PasteParser(this.editor.schema, onDropped),
            transformPastedText: storableText,
            transformPasted: (slice, view) => keepListsWhole(slice, view.state.selection.$from),
            handlePaste: (_view, event) => refuseFiles(event.clipboardData, onDropped),
            handleDrop: (_view, event) => refuseFiles(event.dataTransfer, onDropped),
          },
        }),
      ]
    },
  })
