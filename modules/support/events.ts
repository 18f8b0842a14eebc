import { defineEvent } from '#platform/events/define-event.ts'
import type { EventType } from '#platform/events/event-types.ts'
import type { FactEvents } from '#platform/facts.ts'
import { z } from '#platform/schema.ts'

const data = z.object({
  issue_id: z.int(),
  chat_thread_id: z.int(),
  /** Null for a visitor and for an organization. */
  user_id: z.int().nullable(),
  lk_issue_status_id: z.int(),
})

const ofTicket = (type: EventType, summary: string) =>
  defineEvent({ type, version: 1, summary, needs: 'MANAGE_SUPPORT:READ', data })

const kinds = {
  created: ofTicket('ticket.created', 'A support ticket was opened.'),
  message: ofTicket('ticket.message_added', 'The reporter or staff wrote to a ticket.'),
  status: ofTicket('ticket.status_changed', 'Staff changed the status of a ticket.'),
}
export type TicketChange = keyof typeof kinds

type Row = { organization_id: number; chat_thread_id: number; user_id: number | null; lk_issue_status_id: number }

export const ticketEvents: FactEvents<{ issue_id: number; change: TicketChange }> = {
  becomes: Object.values(kinds),
  async find(sql, { issue_id, change }) {
    const [row] = await sql<Row>`
      select organization_id, chat_thread_id, reporter_user_id as user_id, lk_issue_status_id
      from support.ticket where issue_id = ${issue_id}`
    const { organization_id, ...ticket } = row!
    return [kinds[change].draft(organization_id, `ticket:${issue_id}`, { issue_id, ...ticket })]
  },
}
