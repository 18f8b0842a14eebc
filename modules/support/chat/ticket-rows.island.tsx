import { useRef, useState } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { island } from '#platform/ui/island.tsx'
import { useLive } from '#platform/ui/live.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { chatTexts } from './chat.texts.ts'
import { type TicketFilters, type TicketListRow, TicketRows } from './ticket-link.shared.tsx'
import { useOwnChannels } from './use-own-channels.ts'

type Props = {
  rows: readonly TicketListRow[]
  staff: boolean
  current: number | null
  filters: TicketFilters
  /** The current address of the list. */
  href: string
}

/** Hints that change a list of tickets; typing does not. */
const news: ReadonlySet<string> = new Set(['new', 'message', 'status', 'assigned'])

/**
 * The rows of a ticket list. The ticket open beside the list is kept up to date; for the others a line above announces
 * changes.
 */
export default island('support/ticket-rows', { when: 'idle' }, LiveTicketRows)

function LiveTicketRows({ rows: first, staff, current, filters, href }: Props) {
  const t = useTexts(chatTexts)
  const channels = useOwnChannels()
  const [rows, setRows] = useState(first)
  const [changed, setChanged] = useState(false)
  const busy = useRef(false)
  const again = useRef(false)
  /** One request at a time; a hint during a request repeats it. */
  async function follow() {
    const row = rows.find(({ chat_thread_id }) => chat_thread_id === current)
    if (!row) return
    again.current = true
    if (busy.current) return
    busy.current = true
    while (again.current) {
      again.current = false
      const query = { chat_thread_id: row.chat_thread_id, after: row.last_sequence }
      const answer = await callApi((api) => api.GET('/support/fetchTicketChatHistory', { params: { query } }), {
        quiet: true,
      })
      const now = answer.ok && answer.data.data[0]
      if (now) setRows((before) => before.map((one) => (one.issue_id === now.issue_id ? now : one)))
    }
    busy.current = false
  }
  useLive(
    channels,
    () => void follow(),
    ({ type, chat_thread_id }) => {
      if (chat_thread_id === current) {
        if (news.has(type) || type === 'read') void follow()
      } else if (news.has(type)) setChanged(true)
    },
  )
  return (
    <>
      <p role="status" className={changed ? 'border-b bg-accent px-4 py-2 text-sm' : 'sr-only'}>
        {changed && <TextLink href={href}>{t('news')}</TextLink>}
      </p>
      <TicketRows rows={rows} staff={staff} current={current} filters={filters} />
    </>
  )
}
