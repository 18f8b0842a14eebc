import { atom } from 'jotai'

export type AutosaveState = 'saved' | 'changed' | 'saving' | 'failed' | 'conflict'

export type Autosave = {
  state: AutosaveState
  /** Why the last save failed, in words of the server. */
  message: string
  /** Something was stored since the page was opened, so the course has a draft now. */
  drafted: boolean
}

/** The name of the part that is edited on the page: a lesson, a question bank; '' for the page as a whole. */
export const editedPart = atom('')

/** The changes of the editor of a page, of which there is one. */
export const autosave = atom<Autosave>({ state: 'saved', message: '', drafted: false })
