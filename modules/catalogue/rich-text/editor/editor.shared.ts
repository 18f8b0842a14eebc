import type { ComponentType } from 'react'
import type { RichDocument } from '#modules/catalogue/rich-text/document.ts'
import type { CardAttributes } from '#modules/catalogue/rich-text/render-media.ts'

/** Shows a library and returns the choice as the attributes of a media card, including inline quizzes. */
export type MediaPickerProps = { onPick: (card: CardAttributes) => void; onClose: () => void }

/** The content of an inline quiz card; `attrs` are the card's. */
export type InlineQuizProps = { attrs: CardAttributes; readOnly: boolean }

export type RichTextEditorProps = {
  /** The stored document, or null for a new one. It is read only once; use another `key` for another document. */
  document: unknown
  /** The accessible name of the text. */
  label: string
  /** Called with the document to store, at most twice a second while it changes, and when the editor is left. */
  onChange?: (document: RichDocument) => void
  readOnly?: boolean
  mediaPicker?: ComponentType<MediaPickerProps>
  inlineQuiz?: ComponentType<InlineQuizProps>
  /** Addresses of media whose stored source is not an address (`media/NAME` of imported courses). */
  mediaUrls?: Readonly<Record<string, string>>
}
