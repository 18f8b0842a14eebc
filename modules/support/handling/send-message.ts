import { randomUUID } from 'node:crypto'
import { selectPerson } from '#modules/identity/index.ts'
import { supportErrors } from '#modules/support/errors.ts'
import { ticketChanged } from '#modules/support/facts.ts'
import { attachChatImage } from '#modules/support/messages/chat-image.ts'
import { encodedText, Message } from '#modules/support/messages/message.schema.ts'
import {
  findSentMessage,
  insertMessage,
  insertSystemMessage,
  type MessageRow,
  messageResponse,
} from '#modules/support/messages/message.sql.ts'
import { sendTicketHint } from '#modules/support/realtime/hints.ts'
import { markRead } from '#modules/support/tickets/reading.sql.ts'
import { status, statusAfter } from '#modules/support/tickets/status-rules.shared.ts'
import {
  canWriteOnTicket,
  isOver,
  selectLatest,
  type Ticket,
  ticketSubject,
} from '#modules/support/tickets/ticket.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { openFollowUp } from './create-ticket.ts'

export const sendMessage = operation({
  call: 'POST /support/sendMessage',
  summary:
    'Adds a message to a ticket. Who sends it is the session; the same `client_id` again changes nothing and answers the same message. A ticket that was resolved more than 14 days ago is followed by a new one, which the answer names',
  may: canWriteOnTicket,
  takes: z.object({
    chat_thread_id: id(),
    message: encodedText(),
    chat_attachment_id: id().nullish(),
    client_id: z.uuid().nullish(),
    // The contract's client sends them; the server reads them itself.
    issue_id: id().nullish(),
    sender_entity_id: id().nullish(),
    user_id: id().nullish(),
  }),
  gives: z.object({ data: Message.extend({ error: z.literal(false), chat_thread_id: z.int() }) }),
  fails: [supportErrors.emptyMessage, supportErrors.tooManyTickets],
  rate: { name: 'chat', perMinute: 60, burst: 20 },
  async run(ctx, { chat_thread_id, message, chat_attachment_id, client_id }) {
    if (!message && !chat_attachment_id) throw supportErrors.emptyMessage()
    const ticket = await selectLatest(ctx, { chat_thread_id })
    const key = { issue_id: ticket.issue_id, side: ticket.side, client_id: client_id ?? randomUUID() }
    const before = await findSentMessage(ctx, key)
    if (before && before.sender_user_id !== userOf(ctx).user_id) throw errors.conflict()
    if (before) return sentMessageResponse(ctx, ticket.chat_thread_id, before)
    const newMessage = { message, client_id: key.client_id, attachment: chat_attachment_id }
    if (isOver(ticket, ctx.now)) {
      const next = await openFollowUp(ctx, ticket, newMessage)
      return sentMessageResponse(
        ctx,
        next.chat_thread_id,
        (await findSentMessage(ctx, { ...key, issue_id: next.issue_id }))!,
      )
    }
    await addMessage(ctx, ticket, newMessage)
    return sentMessageResponse(ctx, ticket.chat_thread_id, (await findSentMessage(ctx, key))!)
  },
})

const sentMessageResponse = (ctx: Ctx, chat_thread_id: number, row: MessageRow) => ({
  data: { ...messageResponse(ctx, row), error: false as const, chat_thread_id },
})

type NewMessage = { message: string; client_id: string; attachment: number | null | undefined }

async function addMessage(ctx: Ctx, ticket: Ticket, { message, client_id, attachment }: NewMessage): Promise<void> {
  const { user_id } = userOf(ctx)
  const { first_name, last_name } = await selectPerson(ctx, user_id)
  const attachment_id = attachment ? await attachChatImage(ctx, ticket, attachment) : null
  const { side } = ticket
  const sequence = await insertMessage(ctx, ticket, {
    side,
    sender_user_id: user_id,
    first_name,
    last_name,
    message,
    client_id,
    attachment_id,
  })
  await changeStatusFor(ctx, ticket, side === 'staff' ? 'staff-answered' : 'reporter-wrote')
  await markRead(ctx, ticket, user_id, sequence)
  await ctx.audit({ action: 'ticket.message', ...ticketSubject(ticket), after: { sequence, attachment_id } })
  await ctx.emit(ticketChanged, { issue_id: ticket.issue_id, change: 'message' })
  await sendTicketHint(ctx, 'message', ticket)
}

/** A message's effect on the status; reopening a resolved ticket adds a message about it. */
export async function changeStatusFor(
  ctx: Pick<Ctx, 'sql'>,
  ticket: Pick<Ticket, 'issue_id' | 'organization_id' | 'lk_issue_status_id'>,
  event: 'staff-answered' | 'reporter-wrote',
): Promise<void> {
  const after = statusAfter(event, ticket.lk_issue_status_id)
  if (after === ticket.lk_issue_status_id) return
  await ctx.sql`
    update support.ticket set lk_issue_status_id = ${after},
      resolved_at = case when ${after} = ${status.resolved} then resolved_at end
    where issue_id = ${ticket.issue_id}`
  if (after === status.reopened) await insertSystemMessage(ctx, ticket, 'reopened')
}
