import { useCallback, useEffect, useRef, useState } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { callApi } from '#platform/ui/api.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { chatTexts } from './chat.texts.ts'
import { type TicketFilters, type TicketListRow, TicketRows, withQuery } from './ticket-link.shared.tsx'

type Props = {
  filters: TicketFilters
  /** The number of the page that is already shown. */
  page: number
  pages: number
  staff: boolean
  current: number | null
  /** The server's time when it rendered the page. */
  now: Date
}

/** Loads further pages of a ticket list when its end comes into view; without scripts a link. */
export default island('support/more-tickets', { when: 'visible' }, MoreTickets)

function MoreTickets({ filters, page: first, pages, staff, current, now }: Props) {
  const t = useTexts(chatTexts)
  const [{ page, last, rows }, setState] = useState({ page: first, last: pages, rows: [] as readonly TicketListRow[] })
  const [failed, setFailed] = useState(false)
  const busy = useRef(false)
  const end = useRef<HTMLParagraphElement>(null)

  const load = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    setFailed(false)
    const query = { ...filters, page: page + 1 }
    const response = await callApi((api) => api.GET('/support/searchTicket', { params: { query } }), { quiet: true })
    busy.current = false
    if (!response.ok) return setFailed(true)
    const { data, totalPages } = response.data
    // A new ticket may have shifted the others to the next page.
    setState((before) => {
      const listedIds = new Set(before.rows.map(({ issue_id }) => issue_id))
      const newTickets = data.filter(({ issue_id }) => !listedIds.has(issue_id))
      return { page: page + 1, last: totalPages, rows: [...before.rows, ...newTickets] }
    })
  }, [filters, page])

  useEffect(() => {
    if (!end.current || failed) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void load(), {
      rootMargin: '250px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [load, failed])

  return (
    <>
      {rows.length > 0 && (
        <div className="border-t">
          <TicketRows rows={rows} staff={staff} current={current} filters={filters} now={now} />
        </div>
      )}
      {page < last && (
        <p ref={end} className="border-t p-3 text-center">
          <LinkButton
            href={withQuery(pathTo('/support'), { ...filters, view: 'list', page: String(page + 1) })}
            variant="link"
            size="sm"
            onClick={(event) => {
              event.preventDefault()
              void load()
            }}
          >
            {t('more')}
          </LinkButton>
        </p>
      )}
    </>
  )
}
