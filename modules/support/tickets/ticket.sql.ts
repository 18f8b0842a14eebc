import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { holds, type Policy, requireGate, scoped, signedIn, staff, userOf } from '#platform/permissions.ts'
import { status, statusRules } from './status-rules.shared.ts'

export type Ticket = {
  issue_id: number
  chat_thread_id: number
  organization_id: number
  reporter_user_id: number | null
  reporter_first_name: string
  reporter_last_name: string
  reporter_role_id: number | null
  visitor_name: string | null
  visitor_email: string | null
  lk_issue_category_id: number
  lk_issue_status_id: number
  issue_name: string
  course_id: number | null
  assigned_to: number | null
  assigned_name: string | null
  notify_email: boolean
  lk_language_id: number
  last_sequence: number
  last_reporter_sequence: number
  last_staff_sequence: number
  first_answer_at: Date | null
  resolved_at: Date | null
  rating: number | null
  rating_comment: string | null
  created_at: Date
  /** The side that the actor is on: the reporter, or staff of the ticket. */
  side: Side
}
export type Side = 'reporter' | 'staff'

const columns = (sql: Ctx['sql']) => sql`
  t.issue_id, t.chat_thread_id, t.organization_id, t.reporter_user_id, t.reporter_first_name, t.reporter_last_name,
  t.reporter_role_id, t.visitor_name, t.visitor_email, t.lk_issue_category_id, t.lk_issue_status_id, t.issue_name,
  t.course_id, t.assigned_to, t.assigned_name, t.notify_email, t.lk_language_id, t.last_sequence,
  t.last_reporter_sequence, t.last_staff_sequence, t.first_answer_at, t.resolved_at, t.rating, t.rating_comment,
  t.created_at`

export type TicketRef = { chat_thread_id?: number | null | undefined; issue_id?: number | null | undefined }

/** Whether the caller works on tickets of the current organization and those below it. */
export const canWorkOnTickets = ({ actor }: Pick<Ctx, 'actor'>) => holds(actor, 'MANAGE_SUPPORT:READ')

/** The tickets that a caller may see: their own, and for staff those of the current organization and below. */
export const visibleTickets = (ctx: Ctx) => {
  const isReporter = ctx.sql`t.reporter_user_id = ${userOf(ctx).user_id}`
  if (!canWorkOnTickets(ctx)) return isReporter
  return ctx.sql`(${isReporter} or t.organization_id = any(${ctx.sql.array(ctx.organization.scope)}))`
}

/** A ticket by its thread or its issue. Throws notFound for one that the caller may not see. */
export async function selectTicket(ctx: Ctx, name: TicketRef, { lock = false } = {}): Promise<Ticket> {
  const { sql } = ctx
  const [row] = await sql<Omit<Ticket, 'side'>>`
    select ${columns(sql)} from support.ticket t
    where ${name.chat_thread_id ? sql`t.chat_thread_id = ${name.chat_thread_id}` : sql`t.issue_id = ${name.issue_id ?? 0}`}
      and ${visibleTickets(ctx)}
    ${lock ? sql`for no key update of t` : sql``}`
  if (!row) throw errors.notFound()
  return { ...row, side: row.reporter_user_id === userOf(ctx).user_id ? 'reporter' : 'staff' }
}

/** Whether a ticket was resolved so long ago that its reporter's next message opens a new one. */
export const isOver = (ticket: Pick<Ticket, 'lk_issue_status_id' | 'resolved_at' | 'side'>, now: Date): boolean =>
  ticket.side === 'reporter' &&
  ticket.lk_issue_status_id === status.resolved &&
  ticket.resolved_at !== null &&
  now.getTime() - ticket.resolved_at.getTime() > statusRules.reopenDays * 86_400_000

/** Locks the ticket that a message goes to; if the given one was resolved long ago, this is its continuation. */
export async function selectLatest(ctx: Ctx, name: TicketRef): Promise<Ticket> {
  const ticket = await selectTicket(ctx, name, { lock: true })
  if (!isOver(ticket, ctx.now)) return ticket
  const [next] = await ctx.sql<{ issue_id: number }>`
    select issue_id from support.ticket
    where reporter_user_id = ${ticket.reporter_user_id} and former_issue_id = ${ticket.issue_id}
    order by issue_id desc limit 1`
  return next ? selectLatest(ctx, next) : ticket
}

/** Skips the scope check, for the product itself and for visitors with a link. */
export async function findTicket(ctx: Pick<Ctx, 'sql'>, issue_id: number, { lock = false } = {}) {
  const [row] = await ctx.sql<Omit<Ticket, 'side'>>`
    select ${columns(ctx.sql)} from support.ticket t where t.issue_id = ${issue_id}
    ${lock ? ctx.sql`for no key update of t` : ctx.sql``}`
  return row ?? null
}

/** The participants of a ticket: its reporter, and staff who work on tickets of its organization. */
export const canViewTicket: Policy<TicketRef> = scoped(
  signedIn,
  'for their own tickets, or staff with MANAGE_SUPPORT:READ for tickets of their organizations',
  async (ctx, name) => {
    await selectTicket(ctx, name)
  },
)

/** The participants who may write; staff with only the read permission see the messages. */
export const canWriteOnTicket: Policy<TicketRef> = scoped(
  signedIn,
  'on their own tickets, or staff with MANAGE_SUPPORT:UPDATE on tickets of their organizations',
  async (ctx, name) => {
    const { side } = await selectTicket(ctx, name)
    if (side === 'staff') requireGate(staff('MANAGE_SUPPORT:UPDATE'), ctx.actor)
  },
)

/** Staff who change tickets. */
export const canChangeTicket: Policy<TicketRef> = scoped(
  staff('MANAGE_SUPPORT:UPDATE'),
  'for tickets of their organizations',
  async (ctx, name) => {
    if ((await selectTicket(ctx, name)).side !== 'staff') throw errors.notFound()
  },
)

/** The organizations whose staff see a ticket: its own and its parents. */
export async function listOrganizationsAbove({ unscoped: { sql } }: Pick<Ctx, 'unscoped'>, organization_id: number) {
  const rows = await sql<{ organization_id: number }>`
    select organization_id from identity.v_organization_scope where descendant_id = ${organization_id}`
  return rows.map((row) => row.organization_id)
}

/** The audit log event of an operation on a ticket. */
export const ticketSubject = ({ issue_id, reporter_user_id }: Pick<Ticket, 'issue_id' | 'reporter_user_id'>) => ({
  subject: `issue_id:${issue_id}`,
  subject_user_id: reporter_user_id,
})

/** The thread in an address, by its own id or its issue's. Throws notFound. */
export async function findThread(ctx: Ctx, id: number): Promise<number> {
  const [row] = await ctx.sql<{ chat_thread_id: number }>`
    select t.chat_thread_id from support.ticket t
    where (t.chat_thread_id = ${id} or t.issue_id = ${id}) and ${visibleTickets(ctx)}
    order by t.chat_thread_id = ${id} desc limit 1`
  if (!row) throw errors.notFound()
  return row.chat_thread_id
}
