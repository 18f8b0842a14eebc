import { atom } from 'jotai'

/** The number of unread tickets of the page's user, shown in the bubble, the bell and the tab's title. */
export const unreadTickets = atom(0)
