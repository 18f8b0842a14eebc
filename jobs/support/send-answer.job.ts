import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findTicketEmail } from '#modules/support/entry.ts'
import { answerUnread } from '#modules/support/facts.ts'
import { answerEmail, TicketMail, ticketSubjectLine } from './ticket.mail.tsx'

/** Emails a reporter an answer that they haven't read. */
export const sendAnswer = emailJob(answerEmail, {
  on: answerUnread,
  find: findTicketEmail,
  write: (ticket, siteUrl, { issue_id }) => ({
    about: { issue_id },
    to: ticket.to,
    subject: ticketSubjectLine(ticket, 'answer'),
    email: createElement(TicketMail, { ticket, kind: 'answer', href: siteUrl(ticket.path) }),
  }),
  key: ({ issue_id, sequence }) => `${issue_id}-${sequence}`,
})
