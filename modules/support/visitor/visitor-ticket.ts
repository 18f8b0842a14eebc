import { randomUUID } from 'node:crypto'
import { humanCheck, isAddressProven, languageId, personName, selectPerson } from '#modules/identity/index.ts'
import { supportErrors } from '#modules/support/errors.ts'
import { ticketChanged, visitorWrote } from '#modules/support/facts.ts'
import { routeNewTicket } from '#modules/support/handling/reassign-ticket.ts'
import { changeStatusFor } from '#modules/support/handling/send-message.ts'
import { lk_issue_category } from '#modules/support/lookups.shared.ts'
import { encodedText, Message, maxMessageBytes } from '#modules/support/messages/message.schema.ts'
import {
  findSentMessage,
  insertMessage,
  insertSystemMessage,
  listMessages,
  messageResponse,
} from '#modules/support/messages/message.sql.ts'
import { sendTicketHint } from '#modules/support/realtime/hints.ts'
import { requireOffered } from '#modules/support/settings/offered.ts'
import { statusRules } from '#modules/support/tickets/status-rules.shared.ts'
import { ticketSubject } from '#modules/support/tickets/ticket.sql.ts'
import { issueName } from '#modules/support/tickets/ticket-row.ts'
import { selectByToken } from '#modules/support/tickets/visitor-key.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { anyone, signedIn, userOf } from '#platform/permissions.ts'
import { count, z } from '#platform/schema.ts'
import { localize, localText, texts } from '#platform/texts.ts'

const visitorTexts = texts({
  sent: [
    "We got your message. We'll email you our reply with a link to this conversation.",
    'Recibimos su mensaje. Le enviaremos la respuesta por correo electrónico, con un enlace a esta conversación.',
  ],
  noName: ['Enter your name.', 'Escriba su nombre.'],
  joined: ['This ticket is now in your account.', 'Esta solicitud ahora está en su cuenta.'],
})

const maxPerDay = 5

export const writeAsVisitor = operation({
  call: 'POST /support/visitor',
  summary:
    'Opens a ticket for a visitor without an account, who gets the answer by email. The response is always the same',
  added: true,
  may: anyone,
  max_body: maxMessageBytes,
  takes: z.object({
    name: personName(visitorTexts.noName),
    email: z.email().max(254),
    category_id: count(1, Object.keys(lk_issue_category).length).default(2),
    details: encodedText(),
    recaptchaToken: z.string().max(10_000).nullish(),
    request_id: z.uuid().nullish(),
  }),
  gives: z.object({}),
  fails: [supportErrors.emptyMessage],
  transaction: { own: 'no transaction waits for the captcha' },
  rate: { name: 'visitor-ticket', perMinute: 10 / 60, burst: 10, shared: true },
  async run(ctx, { name, email, category_id, details, recaptchaToken, request_id }) {
    if (!details) throw supportErrors.emptyMessage()
    await requireOffered(ctx, category_id)
    await ctx.use(humanCheck).require(ctx, { action: 'support', token: recaptchaToken ?? '', email })
    const draft = { name, email: email.toLowerCase(), category_id, details, client_id: request_id ?? randomUUID() }
    await ctx.tx((inner) => insertVisitorTicket(inner, draft))
    return { message: localText(ctx.locale, visitorTexts, 'sent') }
  },
})

type VisitorDraft = { name: string; email: string; category_id: number; details: string; client_id: string }

/**
 * The daily limit of tickets per address. Above it nothing is stored, but the response is the same, so that it reveals
 * no addresses.
 */
async function insertVisitorTicket(
  ctx: Ctx,
  { name, email, category_id, details, client_id }: VisitorDraft,
): Promise<void> {
  const { sql, organization } = ctx
  const { organization_id } = organization
  await sql`select pg_advisory_xact_lock(hashtext('support.visitor'), hashtext(${email}))`
  const [today] = await sql<{ count: number; is_repeated: boolean }>`
    select count(*)::int as count, coalesce(bool_or(exists (
      select from support.message m where m.issue_id = t.issue_id and m.client_id = ${client_id})), false) as is_repeated
    from support.ticket t
    where visitor_email = ${email} and organization_id = ${organization_id}
      and created_at > platform.now() - interval '1 day'`
  if (today!.is_repeated || today!.count >= maxPerDay) return
  const category = lk_issue_category[category_id as keyof typeof lk_issue_category]
  const [ticketRow] = await sql<{ issue_id: number; chat_thread_id: number }>`
    insert into support.ticket ${sql({
      organization_id,
      visitor_name: name,
      visitor_email: email,
      lk_issue_category_id: category_id,
      lk_issue_status_id: statusRules.created,
      issue_name: localize(ctx.locale, category),
      lk_language_id: languageId(ctx.locale),
    })} returning issue_id, chat_thread_id`
  const ticket = { ...ticketRow!, organization_id, reporter_user_id: null }
  await insertMessage(ctx, ticket, visitorMessage(name, details, client_id))
  await ctx.emit(visitorWrote, { issue_id: ticket.issue_id })
  await ctx.emit(ticketChanged, { issue_id: ticket.issue_id, change: 'created' })
  await ctx.audit({ action: 'ticket.visitor', ...ticketSubject(ticket), after: { lk_issue_category_id: category_id } })
  await sendTicketHint(ctx, 'new', ticket)
  await routeNewTicket(ctx, { ...ticket, lk_issue_status_id: statusRules.created, assigned_to: null })
}

const visitorMessage = (name: string, message: string, client_id: string) => ({
  side: 'reporter' as const,
  sender_user_id: null,
  first_name: name,
  last_name: '',
  message,
  client_id,
})

const withToken = { token: z.string().max(100) }

export const fetchVisitorTicket = operation({
  call: 'GET /support/visitor',
  summary: 'Returns the ticket that the link of an email opens, with its messages',
  added: true,
  may: anyone,
  takes: z.object(withToken),
  gives: z.object({
    data: z.object({
      issue_name: z.string(),
      lk_issue_status_id: z.int(),
      mine: z.boolean(),
      chatMessageThread: z.array(Message),
    }),
  }),
  async run(ctx, { token }) {
    const ticket = await selectByToken(ctx, token)
    const messages = await listMessages(ctx, ticket.issue_id)
    const data = {
      issue_name: issueName(ctx.locale, ticket),
      lk_issue_status_id: ticket.lk_issue_status_id,
      mine: await isOwnAddress(ctx, ticket.visitor_email),
      chatMessageThread: messages.map((message) => messageResponse(ctx, message)),
    }
    return { data }
  },
})

export const answerAsVisitor = operation({
  call: 'POST /support/visitorMessage',
  summary: 'Adds a message of a visitor to the ticket that the link of an email opens',
  added: true,
  may: anyone,
  max_body: maxMessageBytes,
  takes: z.object({ ...withToken, message: encodedText(), request_id: z.uuid().nullish() }),
  gives: z.object({}),
  fails: [supportErrors.emptyMessage],
  rate: { name: 'visitor-message', perMinute: 6, burst: 6 },
  async run(ctx, { token, message, request_id }) {
    if (!message) throw supportErrors.emptyMessage()
    const ticket = await selectByToken(ctx, token, { lock: true })
    const client_id = request_id ?? randomUUID()
    if (await findSentMessage(ctx, { issue_id: ticket.issue_id, side: 'reporter', client_id })) return {}
    await insertMessage(ctx, ticket, visitorMessage(ticket.visitor_name ?? '', message, client_id))
    await changeStatusFor(ctx, ticket, 'reporter-wrote')
    await ctx.audit({ action: 'ticket.message', ...ticketSubject(ticket) })
    await ctx.emit(ticketChanged, { issue_id: ticket.issue_id, change: 'message' })
    await sendTicketHint(ctx, 'message', ticket)
    return {}
  },
})

/** Whether this is the confirmed address of the caller's account. */
async function isOwnAddress(ctx: Ctx, address: string): Promise<boolean> {
  if (ctx.actor.kind !== 'user') return false
  const { email } = await selectPerson(ctx, ctx.actor.user_id)
  return email.toLowerCase() === address && (await isAddressProven(ctx, ctx.actor.user_id))
}

export const joinVisitorTicket = operation({
  call: 'POST /support/join',
  summary: "Moves a visitor's ticket into the caller's account, whose confirmed email address it was written from",
  added: true,
  may: signedIn,
  takes: z.object(withToken),
  gives: z.object({ data: z.object({ chat_thread_id: z.int() }) }),
  async run(ctx, { token }) {
    const ticket = await selectByToken(ctx, token, { lock: true })
    if (!(await isOwnAddress(ctx, ticket.visitor_email))) throw errors.forbidden()
    const { user_id } = userOf(ctx)
    const person = await selectPerson(ctx, user_id)
    await ctx.sql`
      update support.ticket set reporter_user_id = ${user_id}, reporter_first_name = ${person.first_name},
        reporter_last_name = ${person.last_name}, reporter_role_id = ${person.lk_user_role_id}
      where issue_id = ${ticket.issue_id}`
    await insertSystemMessage(ctx, ticket, 'visitor', `${person.first_name} ${person.last_name}`.trim())
    const claimedTicket = { ...ticket, reporter_user_id: user_id }
    await ctx.audit({ action: 'ticket.join', ...ticketSubject(claimedTicket) })
    await sendTicketHint(ctx, 'message', claimedTicket)
    return { data: { chat_thread_id: ticket.chat_thread_id }, message: localText(ctx.locale, visitorTexts, 'joined') }
  },
})
