import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { unreadTickets } from '#modules/support/chat/unread-tickets.shared.ts'
import { island } from '#platform/ui/island.tsx'
import { first, shared } from '#platform/ui/shared.tsx'
import { titleWith } from '#platform/ui/tab-title.ts'

type Props = { notifications: number; tickets: number }

/** Renders nothing: adds the bell's count to the title of the tab. */
export default island(
  'web/tab-title',
  { when: 'follow', shares: shared(({ tickets }: Props) => [first(unreadTickets, tickets)]) },
  function TabTitle({ notifications }: Props) {
    const waitingCount = notifications + useAtomValue(unreadTickets)
    useEffect(() => {
      document.title = titleWith(waitingCount, document.title)
    }, [waitingCount])
    return null
  },
)
