import { roleOf } from '#modules/identity/index.ts'
import { lk_issue_category } from '#modules/support/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { type Locale, localize, localText, type Text } from '#platform/texts.ts'
import { encodeMessage } from './encoding.shared.ts'
import { reporterTypes } from './reporter-types.shared.ts'
import { type ProductMessage, saidTexts } from './said.texts.ts'
import { visibleTickets } from './ticket.sql.ts'

/** A ticket in lists and threads, in contract names. */
export const TicketRow = z.object({
  issue_id: z.int(),
  ticket_id: z.int(),
  chat_thread_id: z.int(),
  lk_issue_status_id: z.int(),
  lk_issue_category_id: z.int(),
  category_name: z.string(),
  issue_name: z.string(),
  issue_created_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  assigned_entity_id: z.int(),
  assigned_entity_name: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  role: z.string().nullable(),
  lk_user_role_id: z.int().nullable(),
  entity_id: z.int().nullable(),
  reporter_entity_id: z.int().nullable(),
  lk_reporter_entity_type_id: z.int().nullable(),
  visitor_email: z.string().nullable(),
  course_id: z.int().nullable(),
  lk_language_id: z.int(),
  /** 0 or 1. */
  unread_ind: z.int().min(0).max(1),
  lastMessage: z.string(),
  lastMessageDate: z.iso.datetime(),
  chat_attachment_id: z.int().nullable(),
  last_sequence: z.int(),
  rating: z.int().nullable(),
  former_thread_id: z.int().nullable(),
})
export type TicketRow = z.infer<typeof TicketRow>

type Row = {
  issue_id: number
  chat_thread_id: number
  lk_issue_status_id: number
  lk_issue_category_id: number
  issue_name: string
  created_at: Date
  assigned_to: number | null
  assigned_name: string | null
  first_name: string
  last_name: string
  reporter_role_id: number | null
  reporter_user_id: number | null
  reporter_organization_id: number | null
  visitor_name: string | null
  visitor_email: string | null
  course_id: number | null
  lk_language_id: number
  last_message: string | null
  last_said: ProductMessage | null
  last_name_said: string | null
  last_attachment_id: number | null
  last_message_at: Date
  last_sequence: number
  unread: boolean
  rating: number | null
  former_thread_id: number | null
}

/**
 * Whether a ticket has unread messages for the caller: for a reporter those of staff, for staff the reporter's.
 * `lastRead` is the position read so far, if the query already has it.
 */
export const unreadOf = ({ sql, actor }: Pick<Ctx, 'sql' | 'actor'>, lastRead?: Fragment) => {
  const { user_id } = userOf({ actor })
  const fragment =
    lastRead ??
    sql`(select r.last_read from support.reading r where r.issue_id = t.issue_id and r.user_id = ${user_id})`
  return sql`(case when t.reporter_user_id = ${user_id} then t.last_staff_sequence else t.last_reporter_sequence end
    > coalesce(${fragment}, 0))`
}

const columns = (ctx: Ctx) => ctx.sql`
  t.issue_id, t.chat_thread_id, t.lk_issue_status_id, t.lk_issue_category_id, t.issue_name, t.created_at, t.assigned_to,
  t.assigned_name, coalesce(p.first_name, t.reporter_first_name) as first_name,
  coalesce(p.last_name, t.reporter_last_name) as last_name, t.reporter_role_id, t.reporter_user_id,
  t.reporter_organization_id, t.visitor_name,
  t.visitor_email, t.course_id, t.lk_language_id, m.message as last_message, m.said as last_said, m.first_name as last_name_said,
  m.attachment_id as last_attachment_id, t.last_message_at, t.last_sequence, ${unreadOf(ctx)} as unread, t.rating,
  (select f.chat_thread_id from support.ticket f where f.issue_id = t.former_issue_id) as former_thread_id`

type Filter = Fragment

/** Tickets that match a condition on `t` (the ticket), with the fields of lists. */
export async function listTickets(ctx: Ctx, condition: Filter, order: Filter, page: { limit: number; offset: number }) {
  const rows = await ctx.sql<Row>`
    select ${columns(ctx)}
    from support.ticket t
    left join identity.v_person p on p.user_id = t.reporter_user_id
    left join support.message m on m.issue_id = t.issue_id and m.sequence = t.last_sequence
    where ${visibleTickets(ctx)} and ${condition}
    order by ${order} limit ${page.limit} offset ${page.offset}`
  return rows.map((row) => ticketRowResponse(ctx, row))
}

/** One ticket. Callers must check the access. Throws notFound. */
export async function ticketResponse(ctx: Ctx, issue_id: number): Promise<TicketRow> {
  const { sql } = ctx
  const [row] = await listTickets(ctx, sql`t.issue_id = ${issue_id}`, sql`t.issue_id`, { limit: 1, offset: 0 })
  if (!row) throw errors.notFound()
  return row
}

type TicketSubject = Pick<Row, 'issue_name' | 'lk_issue_category_id'>
const categoryOf = ({ lk_issue_category_id: id }: Pick<TicketSubject, 'lk_issue_category_id'>): Text =>
  lk_issue_category[id as keyof typeof lk_issue_category]

/** The subject of a ticket: its category in the reader's language, unless it has its own name. */
export function issueName(locale: Locale, ticket: TicketSubject): string {
  const category = categoryOf(ticket)
  return category.some((name) => name === ticket.issue_name) ? localize(locale, category) : ticket.issue_name
}

const typeOf = ({ reporter_user_id, reporter_organization_id }: Row): number | null =>
  reporter_user_id !== null
    ? reporterTypes.person
    : reporter_organization_id !== null
      ? reporterTypes.organization
      : null

function ticketRowResponse({ locale }: Pick<Ctx, 'locale'>, row: Row): TicketRow {
  const name = row.visitor_name ?? `${row.first_name} ${row.last_name}`.trim()
  const [first_name, last_name] = row.reporter_user_id === null ? [name, ''] : [row.first_name, row.last_name]
  const last = row.last_said
    ? localText(locale, saidTexts, row.last_said, { name: row.last_name_said ?? '' })
    : (row.last_message ?? '')
  const category = categoryOf(row)
  return {
    issue_id: row.issue_id,
    ticket_id: row.issue_id,
    chat_thread_id: row.chat_thread_id,
    lk_issue_status_id: row.lk_issue_status_id,
    lk_issue_category_id: row.lk_issue_category_id,
    category_name: localize(locale, category),
    issue_name: issueName(locale, row),
    issue_created_at: row.created_at.toISOString(),
    created_at: row.created_at.toISOString(),
    assigned_entity_id: row.assigned_to ?? 0,
    assigned_entity_name: row.assigned_name,
    first_name,
    last_name,
    name,
    role: row.reporter_role_id === null ? null : roleOf(row.reporter_role_id),
    lk_user_role_id: row.reporter_role_id,
    entity_id: row.reporter_user_id,
    reporter_entity_id: row.reporter_user_id ?? row.reporter_organization_id,
    lk_reporter_entity_type_id: typeOf(row),
    visitor_email: row.visitor_email,
    course_id: row.course_id,
    lk_language_id: row.lk_language_id,
    unread_ind: row.unread ? 1 : 0,
    lastMessage: encodeMessage(last),
    lastMessageDate: row.last_message_at.toISOString(),
    chat_attachment_id: row.last_attachment_id,
    last_sequence: row.last_sequence,
    rating: row.rating,
    former_thread_id: row.former_thread_id,
  }
}
