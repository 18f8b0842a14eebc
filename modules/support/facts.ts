import { defineFact } from '../../platform/facts.ts'

/** An answer to a ticket was not read for a while; `sequence` is the newest message that the email tells of. */
export const answerUnread = defineFact<{ issue_id: number; sequence: number }>('support.answer_unread')
/** A visitor wrote to support: the email holds the link that opens this ticket alone. */
export const visitorWrote = defineFact<{ issue_id: number }>('support.visitor_wrote')
