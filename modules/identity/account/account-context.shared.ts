import { createContext } from 'react'
import { type AccountPlace, accountPath } from './account-place.shared.ts'
import { showName } from './show-name.ts'

export type AccountEvents = {
  /** Someone new is there: their other tabs open now. */
  created: (place: AccountPlace) => void
  /** What lists and headings show of the person has changed. */
  changed: (user_id: number, name: string) => void
}

/** What surrounds a tab hears what happened in it; on a page of its own a new person's page opens. */
export const AccountContext = createContext<AccountEvents>({
  created: (place) => location.assign(accountPath(place)),
  changed: showName,
})
