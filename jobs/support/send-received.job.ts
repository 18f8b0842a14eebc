import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findTicketEmail } from '#modules/support/entry.ts'
import { visitorWrote } from '#modules/support/facts.ts'
import { receivedEmail, TicketMail, ticketSubjectLine } from './ticket.mail.tsx'

/** Sends a visitor who wrote to support the link that opens their ticket. */
export const sendReceived = emailJob(receivedEmail, {
  on: visitorWrote,
  find: findTicketEmail,
  write: (ticket, siteUrl, { issue_id }) => ({
    about: { issue_id },
    to: ticket.to,
    subject: ticketSubjectLine(ticket, 'received'),
    email: createElement(TicketMail, { ticket, kind: 'received', href: siteUrl(ticket.path) }),
  }),
  key: ({ issue_id }) => issue_id,
})
