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
  /** The page number of these rows. */
  page: number
  staff: boolean
  current: number | null
  filters: TicketFilters
  /** The current address of the list. */
  href: string
}

/** Hints that change a list of tickets; typing does not. */
const news: ReadonlySet<string> = new Set(['new', 'message', 'status', 'assigned'])

/** The newest message of a row. */
const lastOf = ({ issue_id, last_sequence }: TicketListRow) => `${issue_id}.${last_sequence}`
/** Milliseconds within which hints reload the list once. */
const reloadAfterMs = 500

/**
 * The rows of a ticket list, kept up to date: a changed ticket moves to its place, and one that no longer matches the
 * filters leaves. If that fails, a line above the list announces changes. A sound announces a message in another
 * ticket.
 */
export default island('support/ticket-rows', { when: 'idle', shares: shared() }, LiveTicketRows)

function LiveTicketRows({ rows: first, page, staff, current, filters, href }: Props) {
  const t = useTexts(chatTexts)
  const channels = useOwnChannels()
  const [rows, setRows] = useState(first)
  const [changed, setChanged] = useState(false)
  const busy = useRef(false)
  const isStale = useRef(false)
  /** One request at a time; a hint during a request repeats it. */
  async function follow() {
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
      const now = response.ok && response.data.data[0]
      if (now) setRows((before) => before.map((item) => (item.issue_id === now.issue_id ? now : item)))
    }
    busy.current = false
  }
  const countUnread = useCountUnread()
  const reloading = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(reloading.current), [])
  /** Reloads the page, once for hints in quick succession. */
  function reloadSoon() {
    reloading.current ??= setTimeout(() => {
      reloading.current = undefined
      void reload()
    }, reloadAfterMs)
  }
  async function reload() {
    const query = { ...filters, page }
    const response = await callApi((api) => api.GET('/support/searchTicket', { params: { query } }), { quiet: true })
    if (!response.ok) return setChanged(true)
    const { data } = response.data
    setChanged(false)
    setRows((before) => {
      const wasUnread = new Set(before.filter(({ unread_ind }) => unread_ind === 1).map(lastOf))
      const isNews = (row: TicketListRow) =>
        row.unread_ind === 1 && row.chat_thread_id !== current && !wasUnread.has(lastOf(row))
      if (data.some(isNews)) void playTone()
      return data
    })
    void countUnread()
  }
  useLive(
    channels,
    () => void follow(),
    ({ type, chat_thread_id }) => {
      if (chat_thread_id === current) {
        if (news.has(type) || type === 'read') void follow()
      } else if (news.has(type)) reloadSoon()
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
