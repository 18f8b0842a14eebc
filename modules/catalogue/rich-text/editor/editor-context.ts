import { createContext, use } from 'react'
import type { RichTextEditorProps } from './editor.shared.ts'

export type EditorSettings = Pick<RichTextEditorProps, 'inlineQuiz' | 'mediaUrls'> & { readOnly: boolean }

/** What the cards of an editor need of it. */
export const EditorContext = createContext<EditorSettings>({ readOnly: false })

export const useEditorSettings = (): EditorSettings => use(EditorContext)
