import { supportErrors } from '#modules/support/errors.ts'
import { ticketChanged } from '#modules/support/facts.ts'
import { insertSystemMessage } from '#modules/support/messages/message.sql.ts'
import { sendTicketHint } from '#modules/support/realtime/hints.ts'
import { status } from '#modules/support/tickets/status-rules.shared.ts'
import {
  canChangeTicket,
  canViewTicket,
  selectTicket,
  type Ticket,
  ticketSubject,
} from '#modules/support/tickets/ticket.sql.ts'
import { ticketTexts } from '#modules/support/tickets/ticket.texts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { count, id, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'

export const setStatus = operation({
  call: 'POST /support/setStatus',
  summary: 'Changes the status of a ticket. Refuses the current status',
  may: canChangeTicket,
  takes: z.object({
    issue_id: id().nullish(),
    chat_thread_id: id(),
    lk_issue_status_id: count(status.open, status.assigned),
  }),
  gives: z.object({ data: z.object({ lk_issue_status_id: z.int() }) }),
  fails: [supportErrors.statusRefused],
  async run(ctx, { chat_thread_id, lk_issue_status_id }) {
    const ticket = await selectTicket(ctx, { chat_thread_id }, { lock: true })
    if (ticket.lk_issue_status_id === lk_issue_status_id) throw supportErrors.statusRefused()
    await changeStatus(ctx, ticket, lk_issue_status_id)
    return { data: { lk_issue_status_id }, message: localText(ctx.locale, ticketTexts, 'statusUpdated') }
  },
})

async function changeStatus(ctx: Ctx, ticket: Ticket, after: number): Promise<void> {
  await ctx.sql`
    update support.ticket set lk_issue_status_id = ${after}, updated_at = platform.now(),
      resolved_at = case when ${after} = ${status.resolved} then platform.now() end
    where issue_id = ${ticket.issue_id}`
  if (after === status.resolved) await insertSystemMessage(ctx, ticket, 'resolved')
  if (after === status.reopened) await insertSystemMessage(ctx, ticket, 'reopened')
  await ctx.audit({
    action: 'ticket.status',
    ...ticketSubject(ticket),
    before: { lk_issue_status_id: ticket.lk_issue_status_id },
    after: { lk_issue_status_id: after },
  })
  await ctx.emit(ticketChanged, { issue_id: ticket.issue_id, change: 'status' })
  await sendTicketHint(ctx, 'status', ticket)
}

export const rateTicket = operation({
  call: 'POST /support/rate',
  summary: 'Rates the support with one to five stars, once the ticket is resolved. The latest rating counts',
  added: true,
  may: canViewTicket,
  takes: z.object({ chat_thread_id: id(), stars: count(1, 5), comment: optionalText(1000) }),
  gives: z.object({}),
  fails: [supportErrors.notResolved],
  async run(ctx, { chat_thread_id, stars, comment }) {
    const ticket = await selectTicket(ctx, { chat_thread_id }, { lock: true })
    if (ticket.reporter_user_id !== userOf(ctx).user_id) throw errors.notFound()
    if (ticket.lk_issue_status_id !== status.resolved) throw supportErrors.notResolved()
    await ctx.sql`
      update support.ticket set rating = ${stars}, rating_comment = ${comment || null} where issue_id = ${ticket.issue_id}`
    await ctx.audit({
      action: 'ticket.rate',
      ...ticketSubject(ticket),
      before: { rating: ticket.rating },
      after: { rating: stars },
    })
    await sendTicketHint(ctx, 'rated', ticket)
    return { message: localText(ctx.locale, ticketTexts, 'rated') }
  },
})
