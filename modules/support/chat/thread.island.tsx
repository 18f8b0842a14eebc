import { island } from '#platform/ui/island.tsx'
import { shared } from '#platform/ui/shared.tsx'
import { ThreadView, type ThreadViewProps } from './thread-view.tsx'
import type { Thread } from './use-thread.ts'

type Props = {
  first: Thread
  opened: boolean
  staff: string | null
  canWrite: boolean
  replies: { title: string; text: string }[]
  typed: NonNullable<ThreadViewProps['typed']>
}

/** The messages of a ticket on its page. */
export default island('support/thread', { when: 'load', shares: shared() }, (props: Props) => <ThreadView {...props} />)
