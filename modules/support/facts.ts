import { defineFact } from '#platform/facts.ts'
import { type TicketChange, ticketEvents } from './events.ts'

/** An answer to a ticket was not read for some time; `sequence` is the newest message in the email. */
export const answerUnread = defineFact<{ issue_id: number; sequence: number }>('support.answer_unread', {
  internal: 'an email',
})
/** Someone requested a ticket's messages by email, up to `through`; without `user_id` it is the visitor. */
export const transcriptAsked = defineFact<{
  issue_id: number
  user_id: number | null
  through: number
  /** Identifies the email: a repeated event sends no second one. */
  event: string
}>('support.transcript_asked', { internal: 'an email' })
/** A visitor wrote to support. The email contains a link that opens only this ticket. */
export const visitorWrote = defineFact<{ issue_id: number }>('support.visitor_wrote', { internal: 'an email' })
/** A ticket was opened, written to, or its status changed by staff. */
export const ticketChanged = defineFact<{ issue_id: number; change: TicketChange }>(
  'support.ticket_changed',
  ticketEvents,
)
