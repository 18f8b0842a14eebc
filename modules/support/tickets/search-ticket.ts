import { findPeople, findPeopleByPhone } from '#modules/identity/index.ts'
import { lk_issue_category, lk_issue_status } from '#modules/support/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { count, id, optionalText, z } from '#platform/schema.ts'
import { hasTrigram, searchForm, searchPattern } from '#platform/search-form.ts'
import { status } from './status-rules.shared.ts'
import { canWorkOnTickets } from './ticket.sql.ts'
import { listTickets, TicketRow, unreadOf } from './ticket-row.ts'

const ticketsAPage = 20
const maxPages = 500
const maxCounted = ticketsAPage * maxPages
const courseContent = 6

const filters = {
  search: optionalText(100),
  creator_id: id().nullish(),
  assigned_entity_id: id().nullish(),
  lk_issue_status_id: count(1, Object.keys(lk_issue_status).length).nullish(),
  related_entity_id: id().nullish(),
  lk_issue_category_id: count(1, Object.keys(lk_issue_category).length).nullish(),
  /** 1 returns only tickets that are not resolved. */
  open_ind: count(0, 1).nullish(),
}
const Filters = z.object(filters)
type Filters = z.output<typeof Filters>

export const searchTicket = operation({
  call: 'GET /support/searchTicket',
  summary: "Lists the caller's own tickets, and for staff those of their organizations: 20 a page",
  may: signedIn,
  takes: z.object({ ...filters, page: count(1, maxPages).default(1) }),
  gives: z.object({ data: z.array(TicketRow), totalPages: z.int(), totalTickets: z.int(), totalUnread: z.int() }),
  async run(ctx, { page, ...filters }) {
    const { sql } = ctx
    // For staff, the latest requests first; for everyone else, the latest message first.
    const order = canWorkOnTickets(ctx)
      ? sql`t.created_at desc, t.issue_id desc`
      : sql`t.last_message_at desc, t.issue_id desc`
    const pageRange = { limit: ticketsAPage, offset: (page - 1) * ticketsAPage }
    const candidates = await findCandidates(ctx, filters.search)
    const condition = sql`${conditionOf(ctx, filters)} and ${matchesOf(ctx, candidates)}`
    const { data, tickets, unread } = await findPage(ctx, condition, order, pageRange)
    return { data, totalPages: Math.ceil(tickets / ticketsAPage), totalTickets: tickets, totalUnread: unread }
  },
})

export const fetchTickets = operation({
  call: 'GET /support/fetch',
  summary: "Lists the caller's own tickets, and for staff those of their organizations, newest first",
  may: signedIn,
  takes: z.object({
    after_id: id().nullish(),
    limit: count(1, 100).default(10),
    lk_issue_status_id: filters.lk_issue_status_id,
  }),
  gives: z.object({ data: z.object({ data: z.array(TicketRow), afterId: z.int().nullable(), count: z.int() }) }),
  async run(ctx, { after_id, limit, lk_issue_status_id }) {
    const { sql } = ctx
    const condition = conditionOf(ctx, { lk_issue_status_id })
    const pageRange = { limit, offset: 0, after: after_id ?? null }
    const { data, tickets } = await findPage(ctx, condition, sql`t.issue_id desc`, pageRange)
    const afterId = data.length === limit ? data.at(-1)!.issue_id : null
    return { data: { data, afterId, count: tickets } }
  },
})

/** The list's filters other than the search, as a condition on `t`. */
function conditionOf({ sql, actor }: Ctx, filter: Omit<Filters, 'search'>) {
  const { creator_id, assigned_entity_id, lk_issue_status_id, related_entity_id, lk_issue_category_id } = filter
  const open = filter.open_ind === 1
  // Only staff see other people's tickets, because the list is limited to the caller's scope.
  const creator = creator_id ?? userOf({ actor }).user_id
  return sql`
    (${creator_id ?? null}::int is null or t.reporter_user_id = ${creator} or t.created_by = ${creator})
    and (${assigned_entity_id ?? null}::int is null or t.assigned_to = ${assigned_entity_id ?? null})
    and (${lk_issue_status_id ?? null}::int is null or t.lk_issue_status_id = ${lk_issue_status_id ?? null})
    and (not ${open} or t.lk_issue_status_id <> ${status.resolved})
    and (${related_entity_id ?? null}::int is null or t.course_id = ${related_entity_id ?? null})
    and (${lk_issue_category_id ?? null}::int is null or t.lk_issue_category_id = ${lk_issue_category_id ?? null})`
}

type Candidates = ReturnType<typeof partsOf> & {
  readonly reporters: readonly number[]
  /** All tickets that match, in any order. Null if there are too many, or the words are too short for the index. */
  readonly issueIds: readonly number[] | null
}

const partsOf = (search: string) => ({
  search,
  words: searchForm(search).trim().split(/\s+/),
  number: Number(/^#?(\d{1,9})$/.exec(search)?.[1] ?? 0),
})

/** Full text search covers both languages. */
const queryOf = ({ sql }: Pick<Ctx, 'sql'>, search: string) =>
  sql`(websearch_to_tsquery('english', ${search}) || websearch_to_tsquery('spanish', ${search}))`

async function findCandidates(ctx: Ctx, search: string): Promise<Candidates | null> {
  if (!search) return null
  const { sql } = ctx
  const parts = partsOf(search)
  const reporters = await findReporters(ctx, parts)
  if (!parts.words.some(hasTrigram)) return { ...parts, reporters, issueIds: null }
  const [row] = await sql<{ issue_ids: number[] | null }>`
    select support.find_tickets(
      ${sql.array(parts.words.map(searchPattern))}::text[], ${queryOf(ctx, search)}, ${parts.number}::int,
      ${sql.array([...reporters])}::int[]) as issue_ids`
  return { ...parts, reporters, issueIds: row!.issue_ids }
}

/**
 * The search as a condition on `t`: all words occur in the ticket's own texts, a message matches in either language,
 * the number is the ticket's or its thread's, or the reporter has that name, email or phone number.
 */
function matchesOf(ctx: Ctx, candidates: Candidates | null): Fragment {
  const { sql } = ctx
  if (!candidates) return sql`true`
  const { search, words, number, reporters, issueIds } = candidates
  if (issueIds) return sql`t.issue_id = any(${sql.array([...issueIds])}::int[])`
  return sql`(
    t.issue_id = ${number} or t.chat_thread_id = ${number}
    or t.reporter_user_id = any(${sql.array([...reporters])}::int[])
    or support.ticket_letters(
        t.issue_name, t.reporter_first_name, t.reporter_last_name, t.visitor_name, t.visitor_email)
      like all(${sql.array(words.map(searchPattern))}::text[])
    or exists (select from support.message m where m.issue_id = t.issue_id and m.words @@ ${queryOf(ctx, search)}))`
}

/** The people whose name, email or phone number matches the search, if they are few. */
async function findReporters(
  ctx: Ctx,
  { search, words }: { readonly search: string; readonly words: readonly string[] },
): Promise<readonly number[]> {
  if (!canWorkOnTickets(ctx)) return []
  const [peopleByName, phoneOwners] = await Promise.all([findPeople(ctx, words), findPeopleByPhone(ctx, search)])
  // The index compares words of three or more letters; shorter ones are compared here.
  const byNameMatch = peopleByName?.length
    ? await ctx.sql<{ user_id: number }>`
        select user_id from identity.v_person
        where user_id = any(${ctx.sql.array([...peopleByName])}::int[])
          and search_text like all(${ctx.sql.array(words.map(searchPattern))}::text[])`
    : []
  return [...byNameMatch.map(({ user_id }) => user_id), ...(phoneOwners ?? [])]
}

type PageRange = { limit: number; offset: number; after?: number | null }

/** A page of the matching tickets, and their number; counting stops at the last page. */
async function findPage(ctx: Ctx, condition: Fragment, order: Fragment, pageRange: PageRange) {
  const ids = await findIds(ctx, condition, order, pageRange)
  const { limit, offset, after } = pageRange
  // A list that ends on its first page needs no count.
  const isComplete = offset === 0 && !after && ids.length < limit
  const { sql } = ctx
  const [data, total] = await Promise.all([
    listTickets(ctx, sql`t.issue_id = any(${sql.array(ids)}::int[])`, order, { limit, offset: 0 }),
    isComplete ? null : countTickets(ctx, condition),
  ])
  const counts = { tickets: data.length, unread: data.filter(({ unread_ind }) => unread_ind === 1).length }
  return { data, ...(total ?? counts) }
}

const isReporter = (ctx: Ctx) => ctx.sql`t.reporter_user_id = ${userOf(ctx).user_id}`

/** Reads the caller's own tickets and each organization's separately, each from the start of an index. */
async function findIds(ctx: Ctx, condition: Fragment, order: Fragment, { limit, offset, after = null }: PageRange) {
  const { sql } = ctx
  const first = (fragment: Fragment) => sql`
    (select t.issue_id, t.created_at, t.last_message_at from support.ticket t
     where ${fragment} and ${condition} and (${after}::int is null or t.issue_id < ${after})
     order by ${order} limit ${limit + offset})`
  const scopeTickets = canWorkOnTickets(ctx)
    ? sql`
      union
      select found.* from unnest(${sql.array(ctx.organization.scope)}::int[]) as tenant (organization_id)
      cross join lateral ${first(sql`t.organization_id = tenant.organization_id`)} found`
    : sql``
  const rows = await sql<{ issue_id: number }>`
    select t.issue_id from (${first(isReporter(ctx))} ${scopeTickets}) t order by ${order} limit ${limit} offset ${offset}`
  return rows.map(({ issue_id }) => issue_id)
}

async function countTickets(ctx: Ctx, condition: Fragment): Promise<{ tickets: number; unread: number }> {
  const { sql } = ctx
  const limited = (fragment: Fragment) => sql`
    (select ${unreadOf(ctx, sql`r.last_read`)} as unread from support.ticket t
     left join support.reading r on r.issue_id = t.issue_id and r.user_id = ${userOf(ctx).user_id}
     where ${fragment} and ${condition} limit ${maxCounted})`
  const others = sql`
    t.organization_id = any(${sql.array(ctx.organization.scope)}) and t.reporter_user_id is distinct from ${userOf(ctx).user_id}`
  const scopeTickets = canWorkOnTickets(ctx) ? sql`union all ${limited(others)}` : sql``
  const [counts] = await sql<{ tickets: number; unread: number }>`
    select count(*)::int as tickets, (count(*) filter (where unread))::int as unread
    from (select unread from (${limited(isReporter(ctx))} ${scopeTickets}) matching limit ${maxCounted}) counted`
  return counts!
}

const maxCourses = 100

/** The courses that tickets of the caller's organizations refer to, by name. */
export async function listTicketCourses(ctx: Ctx): Promise<{ value: number; label: string }[]> {
  if (!canWorkOnTickets(ctx)) return []
  const { sql, organization } = ctx
  return sql<{ value: number; label: string }>`
    select about.course_id as value, v.name as label
    from (select distinct t.course_id from support.ticket t
          where t.organization_id = any(${sql.array(organization.scope)}) and t.course_id is not null
            and t.lk_issue_category_id = ${courseContent}) about
    cross join lateral (
      select v.name from catalogue.v_course_version v where v.course_id = about.course_id
      order by v.course_version_id desc limit 1) v
    order by v.name, about.course_id limit ${maxCourses}`
}

/** The list parameters of an address; invalid ones are ignored, because people type addresses. */
export function readQuery(query: Readonly<Record<string, string | undefined>>): z.input<typeof searchTicket.takes> {
  const parts = Object.entries(query).filter(([name, value]) => {
    const schema = searchTicket.takes.shape[name as keyof typeof searchTicket.takes.shape]
    return value && schema?.safeParse(value).success
  })
  return Object.fromEntries(parts)
}
