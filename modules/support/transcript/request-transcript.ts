import { randomUUID } from 'node:crypto'
import { identityErrors, isAddressProven, selectPerson } from '#modules/identity/index.ts'
import { transcriptRequested } from '#modules/support/facts.ts'
import { canViewTicket, selectTicket, ticketSubject } from '#modules/support/tickets/ticket.sql.ts'
import { selectByToken } from '#modules/support/tickets/visitor-key.ts'
import { operation } from '#platform/operation.ts'
import { anyone, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText, texts } from '#platform/texts.ts'

const messages = texts({
  asked: ["We'll email this conversation to {email}.", 'Enviaremos esta conversación a {email}.'],
})

/** Counted across all processes, because each transcript is an email with a file. */
const rate = { name: 'transcript', perMinute: 6 / 60, burst: 3, shared: true } as const

export const requestTranscript = operation({
  call: 'POST /support/transcript',
  summary: "Emails a ticket's messages to the caller's own address, without internal notes",
  added: true,
  may: canViewTicket,
  takes: z.object({ chat_thread_id: id(), request_id: z.uuid().nullish() }),
  gives: z.object({}),
  fails: [identityErrors.emailUnproven],
  rate,
  async run(ctx, { chat_thread_id, request_id }) {
    const ticket = await selectTicket(ctx, { chat_thread_id })
    const { user_id } = userOf(ctx)
    // The ticket's author determines the email's content, so no other address can be entered.
    if (!(await isAddressProven(ctx, user_id))) throw identityErrors.emailUnproven()
    const { email } = await selectPerson(ctx, user_id)
    const { issue_id, last_sequence: lastSequence } = ticket
    await ctx.emit(transcriptRequested, { issue_id, user_id, through: lastSequence, event: request_id ?? randomUUID() })
    await ctx.audit({ action: 'ticket.transcript', ...ticketSubject(ticket), after: { through: lastSequence } })
    return { message: localText(ctx.locale, messages, 'asked', { email }) }
  },
})

export const requestTranscriptAsVisitor = operation({
  call: 'POST /support/visitorTranscript',
  summary: 'Emails the messages of the ticket that the link of an email opens, to the address that it was written from',
  added: true,
  may: anyone,
  takes: z.object({ token: z.string().max(100), request_id: z.uuid().nullish() }),
  gives: z.object({}),
  rate,
  async run(ctx, { token, request_id }) {
    const ticket = await selectByToken(ctx, token)
    const { issue_id, last_sequence: lastSequence } = ticket
    await ctx.emit(transcriptRequested, {
      issue_id,
      user_id: null,
      through: lastSequence,
      event: request_id ?? randomUUID(),
    })
    await ctx.audit({ action: 'ticket.transcript', ...ticketSubject(ticket), after: { through: lastSequence } })
    return { message: localText(ctx.locale, messages, 'asked', { email: ticket.visitor_email }) }
  },
})
