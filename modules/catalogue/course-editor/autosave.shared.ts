import { atom } from 'jotai'

export type AutosaveState = 'saved' | 'changed' | 'saving' | 'failed' | 'conflict'

export type Autosave = {
  state: AutosaveState
  /** The reason why the last save failed, from the server. */
  message: string
  /** Whether something was stored since the page was opened, so that the course now has a draft. */
  drafted: boolean
}

/** The changes in a page's editor; a page has only one. */
export const autosave = atom<Autosave>({ state: 'saved', message: '', drafted: false })
