import { Extension } from '@tiptap/core'
import { DOMParser, type ParseOptions, type Schema, type Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { cleanPasted, type Dropped, storableText } from './paste.ts'

export type PasteLost = (dropped: ReadonlySet<Dropped>) => void

/** Reads pasted and dropped content through `cleanPasted`. */
class PasteParser extends DOMParser {
  readonly #tell: PasteLost

  constructor(schema: Schema, tell: PasteLost) {
    super(schema, DOMParser.fromSchema(schema).rules)
    this.#tell = tell
  }

  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    const { clean, dropped } = cleanPasted(dom as ParentNode & Node, dom.ownerDocument ?? document)
    if (dropped.size > 0) this.#tell(dropped)
    return super.parseSlice(clean, options)
  }
}

// A picture from the clipboard is a file of its own: it goes to the library, not into the text.
function onlyFiles(data: DataTransfer | null, tell: PasteLost): boolean {
  if (!data || data.files.length === 0 || data.types.includes('text/html')) return false
  tell(new Set(['pictures']))
  return true
}

/** Cleans what is pasted or dropped; `tell` hears what was left out. */
export const cleanPaste = (tell: PasteLost = () => {}): Extension =>
  Extension.create({
    name: 'cleanPaste',
    addProseMirrorPlugins() {
      return [
        new Plugin({
          props: {
            clipboardParser: new PasteParser(this.editor.schema, tell),
            transformPastedText: storableText,
            handlePaste: (_view, event) => onlyFiles(event.clipboardData, tell),
            handleDrop: (_view, event) => onlyFiles(event.dataTransfer, tell),
          },
        }),
      ]
    },
  })
