import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** Shows a hint in the empty line at the cursor. It is drawn by CSS (`editor.css`), and is not part of the text. */
export const lineHint = (text: string | undefined) =>
  Extension.create({
    name: 'lineHint',
    addProseMirrorPlugins() {
      const { editor } = this
      if (!text) return []
      return [
        new Plugin({
          props: {
            decorations({ doc, selection }) {
              const { $from, empty } = selection
              const isEmptyLine = empty && $from.depth === 1 && $from.parent.type.name === 'paragraph'
              if (!editor.isEditable || !isEmptyLine || $from.parent.content.size > 0) return null
              const line = Decoration.node($from.before(1), $from.after(1), { 'data-hint': text })
              return DecorationSet.create(doc, [line])
            },
          },
        }),
      ]
    },
  })
