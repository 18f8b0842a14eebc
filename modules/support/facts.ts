import { defineFact } from '../../platform/facts.ts'

/** An answer to a ticket was not read for a while; `sequence` is the newest message that the email covers. */
export const answerUnread = defineFact<{ issue_id: number; sequence: number }>('support.answer_unread')
/** A visitor wrote to support. The email contains a link that opens only this ticket. */
export const visitorWrote = defineFact<{ issue_id: number }>('support.visitor_wrote')
