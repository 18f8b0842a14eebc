import { lk_issue_status } from '#modules/support/lookups.shared.ts'
import { decodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { statusTone } from '#modules/support/tickets/status-tone.shared.ts'
import { initialsOf } from '#platform/initials.shared.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import type { ResponseOf } from '#platform/ui/api.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { cn } from '#platform/ui/cn.ts'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { Unseen } from '#platform/ui/parts.tsx'
import { RelativeTime } from '#platform/ui/relative-time.tsx'
import { chatTexts } from './chat.texts.ts'

export type TicketListRow = ResponseOf<'/support/searchTicket'>['data'][number]
export type TicketFilters = Readonly<Record<string, string>>

export const withQuery = (path: string, query: TicketFilters) => {
  const text = new URLSearchParams(query).toString()
  return text ? `${path}?${text}` : path
}

type RowsProps = {
  rows: readonly TicketListRow[]
  staff: boolean
  /** The thread that is open beside the list. */
  current: number | null
  filters: TicketFilters
  /** The server's time when it rendered the page. */
  now: Date
}

/** The rows of a list of tickets, as links that keep the filters. */
export function TicketRows({ rows, current, ...common }: RowsProps) {
  return (
    <ul className="divide-y">
      {rows.map((row) => (
        <li key={row.issue_id}>
          <TicketLink row={row} current={row.chat_thread_id === current} {...common} />
        </li>
      ))}
    </ul>
  )
}

type LinkProps = Pick<RowsProps, 'staff' | 'filters' | 'now'> & { row: TicketListRow; current: boolean }

function TicketLink({ row, staff, current, filters, now }: LinkProps) {
  const t = useTexts(chatTexts)
  const locale = useLocale()
  const preview = row.lastMessage ? decodeMessage(row.lastMessage) : row.chat_attachment_id ? t('image') : ''
  const heading = staff ? `${row.name} · ${row.category_name}` : row.issue_name || t('untitled')
  return (
    <a
      href={withQuery(pathTo('/support/:id', { id: row.chat_thread_id }), filters)}
      data-ticket=""
      aria-current={current ? 'page' : undefined}
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-3 text-foreground no-underline hover:bg-muted',
        current && 'bg-accent text-accent-foreground',
      )}
    >
      <span className="flex items-center gap-2">
        <span
          aria-hidden="true"
          className="grid size-7 shrink-0 place-items-center rounded-full bg-muted text-xs font-semibold text-muted-foreground"
        >
          {initialsOf(row.name)}
        </span>
        {row.unread_ind === 1 && (
          <span className="size-2.5 shrink-0 rounded-full bg-primary">
            <Unseen>{t('unread')}</Unseen>
          </span>
        )}
        <span className="min-w-0 flex-1 truncate font-semibold">{heading}</span>
        <span className="figures text-sm text-muted-foreground">#{row.chat_thread_id}</span>
      </span>
      <span className="truncate text-sm text-muted-foreground">{preview}</span>
      <span className="flex items-center justify-between gap-2 text-sm text-muted-foreground">
        <Badge tone={statusTone(row.lk_issue_status_id)}>
          {label(lk_issue_status, row.lk_issue_status_id, locale)}
        </Badge>
        <RelativeTime at={row.lastMessageDate} now={now} className="figures text-end" />
      </span>
    </a>
  )
}
