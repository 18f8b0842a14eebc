import type { Editor } from '@tiptap/core'
import type { CardAttributes } from '#modules/catalogue/rich-text/render-media.ts'
import { isCard } from '#modules/catalogue/rich-text/schema.ts'

/** The initial width and height of a new card. */
const newCardSize = 100

/** Inserts a card at the cursor, with an empty line after it, and selects it. */
export function insertCard(editor: Editor, card: CardAttributes): boolean {
  const size = card.component === 'inline-quiz' ? {} : { width: newCardSize, height: newCardSize, resizable: true }
  const attrs = { ...size, alignClass: 'center', ...card }
  if (!isCard(attrs)) return false
  const trailing = isAtEnd(editor) ? [{ type: 'paragraph' }] : []
  if (
    !editor
      .chain()
      .focus()
      .insertContent([{ type: 'mediaCard', attrs }, ...trailing])
      .run()
  )
    return false
  const position = lastCardBefore(editor)
  return position === null || editor.commands.setNodeSelection(position)
}

/** Inserts a table at the cursor, with an empty line after it if it is last. */
export const insertTable = (editor: Editor): boolean =>
  editor
    .chain()
    .focus()
    .insertTable({ rows: 3, cols: 3, withHeaderRow: false })
    .command(({ tr, state }) => {
      if (tr.doc.lastChild?.type.name === 'table')
        tr.insert(tr.doc.content.size, state.schema.nodes.paragraph!.create())
      return true
    })
    .run()

/** The position of the card just inserted. */
function lastCardBefore({ state }: Editor): number | null {
  let position: number | null = null
  state.doc.nodesBetween(0, state.selection.to, (node, index) => {
    if (node.type.name === 'mediaCard') position = index
  })
  return position
}

function isAtEnd({ state }: Editor): boolean {
  const { $to } = state.selection
  return $to.depth === 0 || $to.after(1) === state.doc.content.size
}
