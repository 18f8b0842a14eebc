import { SupportNotice, supportNotice } from '#modules/support/settings/offered.ts'
import { selectLastRead, selectReadByOthers } from '#modules/support/tickets/reading.sql.ts'
import { onTicket, selectTicket } from '#modules/support/tickets/ticket.sql.ts'
import { TicketRow, ticketAnswer } from '#modules/support/tickets/ticket-row.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { threadChannel } from '#platform/realtime/channels.ts'
import { count, id, z } from '#platform/schema.ts'
import { Message } from './message.schema.ts'
import { listMessages, messageAnswer } from './message.sql.ts'

export const Thread = TicketRow.extend({
  chatMessageThread: z.array(Message),
  last_read: z.int(),
  read_by_others: z.int(),
  side: z.enum(['reporter', 'staff']),
  channel: z.string(),
  notice: SupportNotice,
  /** The reporter's comment on the support; null if empty. */
  rating_comment: z.string().nullable(),
})
export type Thread = z.infer<typeof Thread>

export const fetchTicketChatHistory = operation({
  call: 'GET /support/fetchTicketChatHistory',
  summary: 'Returns a ticket and its messages in their order: the newest 200, or those after a sequence',
  may: onTicket,
  takes: z.object({ chat_thread_id: id(), after: count().default(0) }),
  gives: z.object({ data: z.array(Thread) }),
  async run(ctx, { chat_thread_id, after }) {
    const ticket = await selectTicket(ctx, { chat_thread_id })
    const [row, messages, last_read, read_by_others, notice] = await Promise.all([
      ticketAnswer(ctx, ticket.issue_id),
      listMessages(ctx, ticket.issue_id, { after }),
      selectLastRead(ctx, ticket.issue_id, userOf(ctx).user_id),
      selectReadByOthers(ctx, ticket),
      supportNotice(ctx),
    ])
    const thread = {
      ...row,
      chatMessageThread: messages.map((message) => messageAnswer(ctx, message)),
      last_read,
      read_by_others,
      side: ticket.side,
      notice,
      rating_comment: ticket.rating_comment,
      channel: threadChannel(ticket.organization_id, chat_thread_id),
    }
    return { data: [thread] }
  },
})
