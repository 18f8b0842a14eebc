import { atom } from 'jotai'

export type AutosaveState = 'saved' | 'changed' | 'saving' | 'failed' | 'conflict'

export type Autosave = {
  state: AutosaveState
  /** The reason why the last save failed, from the server. */
  message: string
  /** Whether a change was saved since the page was opened, so that the course now has a draft. */
  hasDraft: boolean
}

/** The name of the part that is edited on the page: a lesson, a question bank; '' for the page as a whole. */
export const editedPart = atom('')

/** The changes of the editor of a page, of which there is one. */
export const autosave = atom<Autosave>({ state: 'saved', message: '', hasDraft: false })
