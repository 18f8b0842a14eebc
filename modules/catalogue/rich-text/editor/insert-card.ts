import type { Editor } from '@tiptap/core'
import type { CardAttributes } from '../render-media.ts'
import { isCard } from '../schema.ts'

/** A new card is this wide and high until its author resizes it. */
export const newCardSize = 100

/** Puts a card at the cursor, with a line to write on after it. */
export function insertCard(editor: Editor, card: CardAttributes): boolean {
  const size = card.component === 'inline-quiz' ? {} : { width: newCardSize, height: newCardSize, resizable: true }
  const attrs = { ...size, alignClass: 'center', ...card }
  if (!isCard(attrs)) return false
  return editor
    .chain()
    .focus()
    .insertContent([{ type: 'mediaCard', attrs }, ...(isAtEnd(editor) ? [{ type: 'paragraph' }] : [])])
    .run()
}

function isAtEnd({ state }: Editor): boolean {
  const { $to } = state.selection
  return $to.depth === 0 || $to.after(1) === state.doc.content.size
}
