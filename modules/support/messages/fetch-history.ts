import { SupportNotice, selectSupportNotice } from '#modules/support/settings/offered.ts'
import { selectLastRead, selectReadByOthers } from '#modules/support/tickets/reading.sql.ts'
import { canViewTicket, selectTicket } from '#modules/support/tickets/ticket.sql.ts'
import { TicketRow, ticketResponse } from '#modules/support/tickets/ticket-row.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { threadChannel } from '#platform/realtime/channels.ts'
import { count, id, z } from '#platform/schema.ts'
import { Message } from './message.schema.ts'
import { listMessages, messageResponse } from './message.sql.ts'

export const Thread = TicketRow.extend({
  chatMessageThread: z.array(Message),
  last_read: z.int(),
  read_by_others: z.int(),
  side: z.enum(['reporter', 'staff']),
  channel: z.string(),
  notice: SupportNotice,
  /** The name of the ticket's organization, which is the sender of the product's own messages. */
  school: z.string(),
  /** The reporter's comment on the support; null if empty. */
  rating_comment: z.string().nullable(),
})
export type Thread = z.infer<typeof Thread>

export const fetchTicketChatHistory = operation({
  call: 'GET /support/fetchTicketChatHistory',
  summary:
    'Returns a ticket and its messages in their order: the newest 200, those after a sequence, or the 200 before one',
  may: canViewTicket,
  takes: z.object({ chat_thread_id: id(), after: count().default(0), before: id().nullish() }),
  gives: z.object({ data: z.array(Thread) }),
  async run(ctx, { chat_thread_id, after, before }) {
    const ticket = await selectTicket(ctx, { chat_thread_id })
    const [row, messages, last_read, read_by_others, notice, school] = await Promise.all([
      ticketResponse(ctx, ticket.issue_id),
      listMessages(ctx, ticket.issue_id, { after, through: before ? before - 1 : null }),
      selectLastRead(ctx, ticket.issue_id, userOf(ctx).user_id),
      selectReadByOthers(ctx, ticket),
      selectSupportNotice(ctx),
      selectSchool(ctx, ticket.organization_id),
    ])
    const thread = {
      ...row,
      chatMessageThread: messages.map((message) => messageResponse(ctx, message)),
      last_read,
      read_by_others,
      side: ticket.side,
      notice,
      school,
      rating_comment: ticket.rating_comment,
      channel: threadChannel(ticket.organization_id, chat_thread_id),
    }
    return { data: [thread] }
  },
})

async function selectSchool({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<string> {
  const [row] = await sql<{ name: string }>`
    select name from identity.v_organization where organization_id = ${organization_id}`
  return row?.name ?? ''
}
