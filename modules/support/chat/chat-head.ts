import { selfOrManagerOf, subjectOf } from '#modules/identity/index.ts'
import { sendTicketHint } from '#modules/support/realtime/hints.ts'
import { listCategories, SupportNotice, selectSupportNotice } from '#modules/support/settings/offered.ts'
import { markRead, maxRecent, updateRecentChat } from '#modules/support/tickets/reading.sql.ts'
import { status } from '#modules/support/tickets/status-rules.shared.ts'
import { canViewTicket, canWorkOnTickets, selectTicket, visibleTickets } from '#modules/support/tickets/ticket.sql.ts'
import { listTickets, TicketRow, unreadOf } from '#modules/support/tickets/ticket-row.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { flag, id, z } from '#platform/schema.ts'
import { isViewing } from '#platform/viewing.ts'

const maxTickets = 200

export const chatHead = operation({
  call: 'GET /chat/chatHead',
  summary: 'The state of the chat: the number of unread tickets, and the personal channel for updates',
  may: signedIn,
  takes: z.object({}),
  gives: z.object({ data: z.object({ unread: z.int() }) }),
  async run(ctx) {
    return { data: { unread: await countUnread(ctx) } }
  },
})

/** The number of tickets with unread messages; for staff, among their assigned and the unassigned ones. */
export async function countUnread(ctx: Ctx): Promise<number> {
  const { sql } = ctx
  const { user_id } = userOf(ctx)
  const relevantTickets = canWorkOnTickets(ctx)
    ? sql`(t.reporter_user_id = ${user_id} or t.assigned_to = ${user_id}
        or (t.assigned_to is null and t.lk_issue_status_id <> ${status.resolved}))`
    : sql`true`
  const [row] = await sql<{ unread: number }>`
    select count(*)::int as unread from support.ticket t
    where ${visibleTickets(ctx)} and ${relevantTickets} and ${unreadOf(ctx)}`
  return row!.unread
}

export const messageRead = operation({
  call: 'POST /support/messageRead',
  summary: 'Marks a ticket as read through its newest message, or through a sequence',
  added: true,
  may: canViewTicket,
  takes: z.object({ chat_thread_id: id(), sequence: id().nullish() }),
  gives: z.object({ data: z.object({ last_read: z.int() }) }),
  async run(ctx, { chat_thread_id, sequence }) {
    const ticket = await selectTicket(ctx, { chat_thread_id })
    const readThrough = Math.min(sequence ?? ticket.last_sequence, ticket.last_sequence)
    const { user_id } = userOf(ctx)
    if (await markRead(ctx, ticket, user_id, readThrough)) await sendTicketHint(ctx, 'read', ticket)
    return { data: { last_read: readThrough } }
  },
})

/** Marks the messages of an opened ticket as read, except while staff view as someone. */
export async function openTicket(ctx: Ctx, chat_thread_id: number): Promise<void> {
  if (!isViewing(ctx.actor)) await messageRead.run(ctx, { chat_thread_id })
}

export const fetchRecentChats = operation({
  call: 'GET /chat/recent',
  summary: 'Lists the threads that the caller pinned to the chat: five at most',
  added: true,
  may: signedIn,
  takes: z.object({}),
  gives: z.object({ data: z.array(TicketRow) }),
  async run(ctx) {
    const { sql } = ctx
    const { user_id } = userOf(ctx)
    const recent = sql`(select r.recent_at from support.reading r where r.issue_id = t.issue_id and r.user_id = ${user_id})`
    const page = { limit: maxRecent, offset: 0 }
    return { data: await listTickets(ctx, sql`${recent} is not null`, sql`${recent} desc`, page) }
  },
})

export const keepRecentChat = operation({
  call: 'POST /chat/recent',
  summary: 'Pins a thread to the chat, or unpins it. A sixth one replaces the oldest',
  added: true,
  may: canViewTicket,
  takes: z.object({ chat_thread_id: id(), open: flag() }),
  gives: z.object({}),
  async run(ctx, { chat_thread_id, open }) {
    await updateRecentChat(ctx, await selectTicket(ctx, { chat_thread_id }), userOf(ctx).user_id, open)
    return {}
  },
})

export const fetchCategories = operation({
  call: 'GET /support/categories',
  summary:
    "Lists the possible subjects of a ticket: the categories of the visited organization and the caller's courses, newest first; and the hours of support",
  added: true,
  may: signedIn,
  takes: z.object({}),
  gives: z.object({
    data: z.array(z.object({ lk_issue_category_id: z.int(), category_name: z.string() })),
    courses: z.array(z.object({ student_course_id: z.int(), course_id: z.int(), course_name: z.string() })),
    notice: SupportNotice,
  }),
  async run(ctx) {
    const [offered, courses, notice] = await Promise.all([
      listCategories(ctx),
      listOwnCourses(ctx),
      selectSupportNotice(ctx),
    ])
    const data = offered.map(({ value, label }) => ({ lk_issue_category_id: value, category_name: label }))
    return { data, courses, notice }
  },
})

const maxCourses = 50

const listOwnCourses = ({ sql, actor }: Ctx) => sql<{
  student_course_id: number
  course_id: number
  course_name: string
}>`
  select student_course_id, v.course_id, v.name as course_name
  from learning.v_student_course join catalogue.v_course_version v using (course_version_id)
  where user_id = ${userOf({ actor }).user_id} order by student_course_id desc limit ${maxCourses}`

export const fetchTicketsByUserId = operation({
  call: 'GET /user/fetchTicketsByUserId',
  summary: "Lists a person's tickets, newest first",
  may: selfOrManagerOf('READ'),
  takes: z.object({ user_id: id().nullish() }),
  gives: z.object({ tickets: z.array(TicketRow) }),
  async run(ctx, input) {
    const { sql } = ctx
    const condition = sql`t.reporter_user_id = ${subjectOf(ctx, input)}`
    const tickets = await listTickets(ctx, condition, sql`t.created_at desc, t.issue_id desc`, {
      limit: maxTickets,
      offset: 0,
    })
    return { tickets }
  },
})
