import { chatTexts } from '../../../modules/support/chat/chat.texts.ts'
import ListNews from '../../../modules/support/chat/list-news.island.tsx'
import Shortcuts from '../../../modules/support/chat/shortcuts.island.tsx'
import type { searchTicket } from '../../../modules/support/index.ts'
import { lk_issue_status } from '../../../modules/support/lookups.shared.ts'
import { decodeMessage } from '../../../modules/support/messages/encoding.shared.ts'
import { statusTone } from '../../../modules/support/tickets/status-tone.shared.ts'
import { options } from '../../../platform/lookups.ts'
import type { Locale } from '../../../platform/texts.ts'
import { Badge } from '../../../platform/ui/badge.tsx'
import { Button, LinkButton } from '../../../platform/ui/button.tsx'
import { cn } from '../../../platform/ui/cn.ts'
import { Empty } from '../../../platform/ui/empty.tsx'
import { SelectField, TextField } from '../../../platform/ui/field.tsx'
import { useLocale, useShowInstant, useTexts } from '../../../platform/ui/locale.tsx'
import { Unseen } from '../../../platform/ui/parts.tsx'

export type TicketPage = Awaited<ReturnType<typeof searchTicket.run>>
type Row = TicketPage['data'][number]
export type ListQuery = Readonly<Record<string, string | undefined>>

export const filterNames = [
  'search',
  'creator_id',
  'assigned_entity_id',
  'lk_issue_status_id',
  'related_entity_id',
  'lk_issue_category_id',
] as const

/** The filters of an address, as the query of the list and of links within it. */
export function filtersOf(query: ListQuery): Record<string, string> {
  return Object.fromEntries(filterNames.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))
}

const withQuery = (path: string, query: Record<string, string>) => {
  const text = new URLSearchParams(query).toString()
  return text ? `${path}?${text}` : path
}

type Props = { list: TicketPage; query: ListQuery; staff: boolean; me: number; current?: number; className?: string }

/** Tickets with their filters: links and a form, so that it works without scripts. */
export function TicketList({ list, query, staff, me, current, className }: Props) {
  const t = useTexts(chatTexts)
  const filters = filtersOf(query)
  const page = Number(query.page ?? 1) || 1
  return (
    <section aria-label={t('center')} className={cn('rounded-lg border bg-card shadow-card', className)}>
      <div className="grid gap-3 border-b p-4">
        <div className="flex items-center justify-between gap-2">
          <p className="figures text-sm text-muted-foreground">
            {t('counts', { n: list.totalTickets, m: list.totalUnread })}
          </p>
          <LinkButton href="/support/center?new=true" size="sm" variant="outline" title={t('createTicket')}>
            {t('createTicket')}
          </LinkButton>
        </div>
        {staff && <Filters query={query} me={me} />}
        {staff && <Shortcuts />}
      </div>
      <ListNews
        href={withQuery(current ? `/support/${current}` : '/support', current ? filters : { ...filters, view: 'list' })}
        current={current ?? null}
      />
      {list.data.length === 0 ? (
        <Empty title={t('noTickets')}>{!staff && t('noTicketsLead')}</Empty>
      ) : (
        <ul className="divide-y">
          {list.data.map((row) => (
            <li key={row.issue_id}>
              <TicketLink row={row} staff={staff} current={row.chat_thread_id === current} query={filters} />
            </li>
          ))}
        </ul>
      )}
      {page < list.totalPages && (
        <p className="border-t p-3 text-center">
          <LinkButton
            href={withQuery('/support', { ...filters, view: 'list', page: String(page + 1) })}
            variant="link"
            size="sm"
          >
            {t('more')}
          </LinkButton>
        </p>
      )}
    </section>
  )
}

function Filters({ query, me }: { query: ListQuery; me: number }) {
  const t = useTexts(chatTexts)
  const locale: Locale = useLocale()
  const chip = (label: string, href: string, on: boolean) => (
    <LinkButton href={href} size="sm" variant={on ? 'default' : 'outline'} aria-current={on ? 'true' : undefined}>
      {label}
    </LinkButton>
  )
  const mine = String(me)
  const none = filterNames.every((name) => name === 'search' || !query[name])
  return (
    <>
      <form method="get" action="/support" className="flex flex-wrap items-end gap-2">
        <input type="hidden" name="view" value="list" />
        <TextField
          label={t('search')}
          name="search"
          type="search"
          defaultValue={query.search ?? ''}
          className="min-w-32 flex-1"
        />
        <SelectField
          label={t('status')}
          name="lk_issue_status_id"
          defaultValue={query.lk_issue_status_id ?? ''}
          placeholder={t('mostRecent')}
          options={options(lk_issue_status, locale)}
        />
        <Button type="submit" variant="outline">
          {t('search')}
        </Button>
      </form>
      <nav aria-label={t('filter')} className="flex flex-wrap gap-2">
        {chip(t('mostRecent'), '/support?view=list', none)}
        {chip(t('mine'), `/support?view=list&creator_id=${mine}`, query.creator_id === mine)}
        {chip(t('assignedToMe'), `/support?view=list&assigned_entity_id=${mine}`, query.assigned_entity_id === mine)}
      </nav>
    </>
  )
}

type LinkProps = { row: Row; staff: boolean; current: boolean; query: Record<string, string> }

function TicketLink({ row, staff, current, query }: LinkProps) {
  const t = useTexts(chatTexts)
  const showInstant = useShowInstant()
  const locale = useLocale()
  const last = row.lastMessage ? decodeMessage(row.lastMessage) : row.chat_attachment_id ? t('image') : ''
  const heading = staff ? `${row.name} · ${row.category_name}` : row.issue_name || t('untitled')
  const status = options(lk_issue_status, locale).find(({ value }) => value === row.lk_issue_status_id)
  return (
    <a
      href={withQuery(`/support/${row.chat_thread_id}`, query)}
      data-ticket=""
      aria-current={current ? 'page' : undefined}
      className={cn(
        'grid gap-1 px-4 py-3 text-foreground no-underline hover:bg-muted',
        current && 'bg-accent text-accent-foreground',
      )}
    >
      <span className="flex items-center gap-2">
        {row.unread_ind === 1 && (
          <span className="size-2.5 shrink-0 rounded-full bg-primary">
            <Unseen>{t('unread')}</Unseen>
          </span>
        )}
        <span className="min-w-0 flex-1 truncate font-semibold">{heading}</span>
        <span className="figures text-sm text-muted-foreground">#{row.chat_thread_id}</span>
      </span>
      <span className="truncate text-sm text-muted-foreground">{last}</span>
      <span className="flex items-center justify-between gap-2 text-sm text-muted-foreground">
        <Badge tone={statusTone(row.lk_issue_status_id)}>{status?.label}</Badge>
        <time dateTime={row.lastMessageDate} className="figures">
          {showInstant(row.lastMessageDate)}
        </time>
      </span>
    </a>
  )
}
