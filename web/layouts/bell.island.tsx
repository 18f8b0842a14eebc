import { useAtomValue } from 'jotai'
import { unreadTickets } from '#modules/support/chat/unread-tickets.shared.ts'
import { island } from '#platform/ui/island.tsx'
import { first, shared } from '#platform/ui/shared.tsx'
import { type BellProps, BellView } from './bell.tsx'

/**
 * The bell, whose number decreases with that of the chat when a ticket is read; without scripts it shows the server's
 * number.
 */
export default island(
  'web/bell',
  { when: 'follow', shares: shared(({ tickets }: BellProps) => [first(unreadTickets, tickets)]) },
  (props: BellProps) => <BellView {...props} tickets={useAtomValue(unreadTickets)} />,
)
