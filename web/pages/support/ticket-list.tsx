import { chatTexts } from '#modules/support/chat/chat.texts.ts'
import MoreTickets from '#modules/support/chat/more-tickets.island.tsx'
import Shortcuts from '#modules/support/chat/shortcuts.island.tsx'
import { withQuery } from '#modules/support/chat/ticket-link.shared.tsx'
import LiveTicketRows from '#modules/support/chat/ticket-rows.island.tsx'
import { lk_issue_status } from '#modules/support/lookups.shared.ts'
import type { searchTicket } from '#modules/support/tickets/search-ticket.ts'
import { options } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import type { Locale } from '#platform/texts.ts'
import { Button, LinkButton } from '#platform/ui/button.tsx'
import { cn } from '#platform/ui/cn.ts'
import { Empty } from '#platform/ui/empty.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import type { Option } from '#platform/ui/native-select.tsx'
import { Scene } from '#platform/ui/scenes/scene.tsx'

export type TicketPage = Awaited<ReturnType<typeof searchTicket.run>>
export type ListQuery = Readonly<Record<string, string | undefined>>

const courseContent = 6

const filterNames = [
  'search',
  'creator_id',
  'assigned_entity_id',
  'lk_issue_status_id',
  'related_entity_id',
  'lk_issue_category_id',
  'open_ind',
] as const

/** The address's filters, as a query for the list and its links. A course filters tickets about its content. */
export function filtersOf(query: ListQuery): Record<string, string> {
  const filters = Object.fromEntries(filterNames.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))
  return filters.related_entity_id ? { ...filters, lk_issue_category_id: String(courseContent) } : filters
}

type Props = {
  list: TicketPage
  query: ListQuery
  staff: boolean
  callerId: number
  /** The filters that staff can use. */
  courses: readonly Option[]
  current?: number
  now: Date
  className?: string
}

/** Tickets with their filters: links and a form, so that it works without scripts. */
export function TicketList({ list, query, staff, callerId, courses, current, now, className }: Props) {
  const t = useTexts(chatTexts)
  const filters = filtersOf(query)
  const page = Number(query.page ?? 1) || 1
  return (
    <section
      id="tickets"
      data-scroll=""
      aria-label={t('center')}
      className={cn('group/tickets rounded-lg border bg-card shadow-card', className)}
    >
      <div className="grid gap-3 border-b p-4">
        <div className="flex justify-end">
          <LinkButton
            href={pathTo('/support/center', { query: { new: true } })}
            size="sm"
            variant="outline"
            title={t('createTicket')}
          >
            {t('createTicket')}
          </LinkButton>
        </div>
        {staff && <Filters query={query} callerId={callerId} courses={courses} />}
        {staff && <Shortcuts />}
      </div>
      {list.data.length === 0 && (
        // The first ticket that arrives takes its place.
        <div className="group-has-[li>a]/tickets:hidden">
          <Empty title={t('noTickets')} scene={<Scene name="emptyDesk" decorative />}>
            {!staff && t('noTicketsLead')}
          </Empty>
        </div>
      )}
      <LiveTicketRows
        key={list.data.map(({ issue_id, last_sequence }) => `${issue_id}.${last_sequence}`).join()}
        rows={list.data}
        total={list.totalTickets}
        unread={list.totalUnread}
        page={page}
        staff={staff}
        current={current ?? null}
        filters={filters}
        now={now}
        href={withQuery(
          current ? pathTo('/support/:id', { id: current }) : pathTo('/support'),
          current ? filters : { ...filters, view: 'list' },
        )}
      />
      {page < list.totalPages && (
        <MoreTickets
          filters={filters}
          page={page}
          pages={list.totalPages}
          staff={staff}
          current={current ?? null}
          now={now}
        />
      )}
    </section>
  )
}

function Filters({ query, callerId, courses }: Pick<Props, 'query' | 'callerId' | 'courses'>) {
  const t = useTexts(chatTexts)
  const locale: Locale = useLocale()
  const chip = (label: string, href: string, on: boolean) => (
    <LinkButton href={href} size="sm" variant={on ? 'default' : 'outline'} aria-current={on ? 'true' : undefined}>
      {label}
    </LinkButton>
  )
  const ownId = String(callerId)
  const none = filterNames.every((name) => name === 'search' || !query[name])
  return (
    <>
      <form method="get" action={pathTo('/support')} className="flex flex-wrap items-end gap-2">
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
        {courses.length > 0 && (
          <SelectField
            label={t('courseName')}
            name="related_entity_id"
            defaultValue={query.related_entity_id ?? ''}
            placeholder={t('allCourses')}
            options={courses}
          />
        )}
        <Button type="submit" variant="outline">
          {t('search')}
        </Button>
      </form>
      <nav aria-label={t('filter')} className="flex flex-wrap gap-2">
        {chip(t('mostRecent'), pathTo('/support', { query: { view: 'list' } }), none)}
        {chip(
          t('mine'),
          pathTo('/support', { query: { view: 'list', creator_id: ownId } }),
          query.creator_id === ownId,
        )}
        {chip(
          t('myOpen'),
          pathTo('/support', { query: { view: 'list', assigned_entity_id: ownId, open_ind: 1 } }),
          query.assigned_entity_id === ownId && query.open_ind === '1',
        )}
        {chip(
          t('assignedToMe'),
          pathTo('/support', { query: { view: 'list', assigned_entity_id: ownId } }),
          query.assigned_entity_id === ownId && query.open_ind !== '1',
        )}
      </nav>
    </>
  )
}
