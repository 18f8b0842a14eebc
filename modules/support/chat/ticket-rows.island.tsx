import { useEffect, useRef, useState } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { island } from '#platform/ui/island.tsx'
import { useLive } from '#platform/ui/live.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { shared } from '#platform/ui/shared.tsx'
import { chatTexts } from './chat.texts.ts'
import { playTone } from './sound.ts'
import { type TicketFilters, type TicketListRow, TicketRows } from './ticket-link.shared.tsx'
import { useCountUnread } from './use-count-unread.ts'
import { useOwnChannels } from './use-own-channels.ts'

type Props = {
  rows: readonly TicketListRow[]
  /** The number of tickets that match the filters, and of those with unread messages. */
  total: number
  unread: number
  /** The page number of these rows. */
  page: number
  staff: boolean
  current: number | null
  filters: TicketFilters
  /** The server's time when it rendered the page. */
  now: Date
  /** The current URL of the list. */
  href: string
}

/** The hints after which a list of tickets may have changed. */
const changeHints: ReadonlySet<string> = new Set(['new', 'message', 'status', 'assigned'])

/** A key for the newest message of a row. */
const newestMessageKey = ({ issue_id, last_sequence }: TicketListRow) => `${issue_id}.${last_sequence}`
/** The period in milliseconds in which hints lead to only one reload. */
const reloadDelayMs = 500

/**
 * The rows of a ticket list, which are kept up to date: changed tickets move to their new position, and those that no
 * longer match the filters are removed. If a reload fails, a line above the list links to the changes. A sound
 * announces messages in other tickets.
 */
export default island('support/ticket-rows', { when: 'idle', shares: shared() }, LiveTicketRows)

function LiveTicketRows({ rows: first, total, unread, page, staff, current, filters, now, href }: Props) {
  const t = useTexts(chatTexts)
  const channels = useOwnChannels()
  const [rows, setRows] = useState(first)
  const [counts, setCounts] = useState({ n: total, m: unread })
  const [hasMissedChanges, setHasMissedChanges] = useState(false)
  const busy = useRef(false)
  const isStale = useRef(false)
  /** Refreshes the open ticket, with one request at a time, which is repeated if a hint arrives meanwhile. */
  async function refreshCurrent() {
    const row = rows.find(({ chat_thread_id }) => chat_thread_id === current)
    if (!row) return
    isStale.current = true
    if (busy.current) return
    busy.current = true
    while (isStale.current) {
      isStale.current = false
      const query = { chat_thread_id: row.chat_thread_id, after: row.last_sequence }
      const response = await callApi((api) => api.GET('/support/fetchTicketChatHistory', { params: { query } }), {
        quiet: true,
      })
      const updatedRow = response.ok && response.data.data[0]
      if (updatedRow)
        setRows((before) => before.map((item) => (item.issue_id === updatedRow.issue_id ? updatedRow : item)))
    }
    busy.current = false
  }
  const countUnread = useCountUnread()
  const reloadTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(reloadTimer.current), [])
  /** Reloads the rows, once for hints in quick succession. */
  function reloadSoon() {
    reloadTimer.current ??= setTimeout(() => {
      reloadTimer.current = undefined
      void reload()
    }, reloadDelayMs)
  }
  async function reload() {
    const query = { ...filters, page }
    const response = await callApi((api) => api.GET('/support/searchTicket', { params: { query } }), { quiet: true })
    if (!response.ok) return setHasMissedChanges(true)
    const { data, totalTickets, totalUnread } = response.data
    setHasMissedChanges(false)
    setCounts({ n: totalTickets, m: totalUnread })
    setRows((before) => {
      const wasUnread = new Set(before.filter(({ unread_ind }) => unread_ind === 1).map(newestMessageKey))
      const isNewlyUnread = (row: TicketListRow) =>
        row.unread_ind === 1 && row.chat_thread_id !== current && !wasUnread.has(newestMessageKey(row))
      if (data.some(isNewlyUnread)) void playTone()
      return data
    })
    void countUnread()
  }
  useLive(
    channels,
    () => void refreshCurrent(),
    ({ type, chat_thread_id }) => {
      if (chat_thread_id === current) {
        if (changeHints.has(type) || type === 'read') void refreshCurrent()
      } else if (changeHints.has(type)) reloadSoon()
    },
  )
  return (
    <>
      <p className="figures border-b px-4 py-2 text-sm text-muted-foreground">{t('counts', counts)}</p>
      <p role="status" className={hasMissedChanges ? 'border-b bg-accent px-4 py-2 text-sm' : 'sr-only'}>
        {hasMissedChanges && <TextLink href={href}>{t('news')}</TextLink>}
      </p>
      <TicketRows rows={rows} staff={staff} current={current} filters={filters} now={now} />
    </>
  )
}
