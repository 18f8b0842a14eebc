import { createContext } from 'react'
import { type AccountPlace, accountPath } from './account-place.shared.ts'
import { showName } from './show-name.ts'

export type AccountEvents = {
  /** A person was created: their other tabs can open. */
  created: (place: AccountPlace) => void
  /** The person's data in lists and headings has changed. */
  changed: (user_id: number, name: string) => void
}

/** Reports events of a tab to its surroundings; on a separate page, a new person's page opens. */
export const AccountContext = createContext<AccountEvents>({
  created: (place) => location.assign(accountPath(place)),
  changed: showName,
})
