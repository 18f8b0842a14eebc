import { defineFact } from '#platform/facts.ts'

/** An answer to a ticket was not read for some time; `sequence` is the newest message in the email. */
export const answerUnread = defineFact<{ issue_id: number; sequence: number }>('support.answer_unread')
/** Someone requested a ticket's messages by email, up to `through`; without `user_id` it is the visitor. */
export const transcriptAsked = defineFact<{
  issue_id: number
  user_id: number | null
  through: number
  /** The same event means the same email. */
  event: string
}>('support.transcript_asked')
/** A visitor wrote to support. The email contains a link that opens only this ticket. */
export const visitorWrote = defineFact<{ issue_id: number }>('support.visitor_wrote')
