import { atom } from 'jotai'

/** How many tickets have something to read for the person of the page: the bubble, the bell and the tab's title show it. */
export const unreadTickets = atom(0)
