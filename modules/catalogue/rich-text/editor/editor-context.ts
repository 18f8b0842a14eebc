import { createContext, use } from 'react'
import type { RichTextEditorProps } from './editor.shared.ts'

export type EditorSettings = Pick<RichTextEditorProps, 'inlineQuiz' | 'mediaUrls'> & { readOnly: boolean }

/** The context that the cards get from their editor. */
export const EditorContext = createContext<EditorSettings>({ readOnly: false })

export const useEditorSettings = (): EditorSettings => use(EditorContext)
