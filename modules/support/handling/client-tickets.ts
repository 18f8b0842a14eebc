import { randomUUID } from 'node:crypto'
import { languageId, localeOf, selectPerson } from '#modules/identity/index.ts'
import { supportErrors } from '#modules/support/errors.ts'
import { ticketChanged } from '#modules/support/facts.ts'
import { lk_issue_category, lk_issue_status } from '#modules/support/lookups.shared.ts'
import { insertMessage, listMessages, messageResponse } from '#modules/support/messages/message.sql.ts'
import { sendTicketHint } from '#modules/support/realtime/hints.ts'
import { decodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { statusRules } from '#modules/support/tickets/status-rules.shared.ts'
import { type Side, type Ticket, ticketSubject } from '#modules/support/tickets/ticket.sql.ts'
import { issueName } from '#modules/support/tickets/ticket-row.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { clientIdOf, onlyClients, scoped, staff } from '#platform/permissions.ts'
import { count, id, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { routeNewTicket } from './reassign-ticket.ts'
import { changeStatusFor } from './send-message.ts'

const usualLimit = 50
const maxLimit = 200
const maxMessages = 200
const writeRate = { name: 'client-tickets', perMinute: 60, burst: 20 }

const text = () =>
  z
    .string()
    .max(5_000)
    .transform((text) => text.toWellFormed().replaceAll('\0', '').trim())

const ClientTicket = z.object({
  issue_id: z.int(),
  organization_id: z.int(),
  /** The person who reported it; null for an organization's own ticket and for a visitor's. */
  user_id: z.int().nullable(),
  subject: z.string(),
  lk_issue_category_id: z.int(),
  lk_issue_status_id: z.int(),
  course_id: z.int().nullable(),
  /** The number of messages, which is the `sequence` of the newest. */
  messages: z.int(),
  created_at: z.iso.datetime(),
  last_message_at: z.iso.datetime(),
})

type Row = Pick<
  Ticket,
  | 'issue_id'
  | 'chat_thread_id'
  | 'organization_id'
  | 'reporter_user_id'
  | 'issue_name'
  | 'lk_issue_category_id'
  | 'lk_issue_status_id'
  | 'course_id'
  | 'assigned_to'
  | 'last_sequence'
  | 'created_at'
> & { reporter_organization_id: number | null; last_message_at: Date }

const columns = ({ sql }: Ctx) => sql`
  t.issue_id, t.chat_thread_id, t.organization_id, t.reporter_user_id, t.issue_name, t.lk_issue_category_id,
  t.lk_issue_status_id, t.course_id, t.assigned_to, t.last_sequence, t.created_at, t.reporter_organization_id,
  t.last_message_at`

const toTicket = ({ locale }: Ctx, row: Row): z.output<typeof ClientTicket> => ({
  issue_id: row.issue_id,
  organization_id: row.organization_id,
  user_id: row.reporter_user_id,
  subject: issueName(locale, row),
  lk_issue_category_id: row.lk_issue_category_id,
  lk_issue_status_id: row.lk_issue_status_id,
  course_id: row.course_id,
  messages: row.last_sequence,
  created_at: row.created_at.toISOString(),
  last_message_at: row.last_message_at.toISOString(),
})

/** A ticket of the client's organizations. Throws notFound for any other. */
async function selectClientTicket(ctx: Ctx, issue_id: number, { lock = false } = {}): Promise<Row> {
  const { sql, organization } = ctx
  const [row] = await sql<Row>`
    select ${columns(ctx)} from support.ticket t
    where t.issue_id = ${issue_id} and t.organization_id = any(${sql.array(organization.scope)}::int[])
    ${lock ? sql`for no key update of t` : sql``}`
  if (!row) throw errors.notFound()
  return row
}

const ofTicket = (key: 'MANAGE_SUPPORT:READ' | 'MANAGE_SUPPORT:UPDATE') =>
  scoped<{ issue_id: number }>(
    onlyClients(staff(key)),
    'for tickets of its organizations',
    async (ctx, { issue_id }) => {
      await selectClientTicket(ctx, issue_id)
    },
  )

export const listClientTickets = operation({
  call: 'GET /tickets',
  added: true,
  summary: 'Lists the support tickets of a client’s organizations, in the order of their ids',
  may: onlyClients(staff('MANAGE_SUPPORT:READ')),
  takes: z.object({
    after_id: count().default(0),
    user_id: id().optional(),
    lk_issue_status_id: count(1, Object.keys(lk_issue_status).length).optional(),
    limit: count(1, maxLimit).default(usualLimit),
  }),
  gives: z.object({ tickets: z.array(ClientTicket), next_id: z.int().nullable() }),
  clients: 'listTickets',
  async run(client, { after_id, user_id = null, lk_issue_status_id = null, limit }) {
    const ctx = client as Ctx
    const { sql, organization } = ctx
    const rows = await sql<Row>`
      select ${columns(ctx)} from support.ticket t
      where t.organization_id = any(${sql.array(organization.scope)}::int[]) and t.issue_id > ${after_id}
        and (${user_id}::int is null or t.reporter_user_id = ${user_id}::int)
        and (${lk_issue_status_id}::int is null or t.lk_issue_status_id = ${lk_issue_status_id}::int)
      order by t.issue_id limit ${limit + 1}`
    const page = rows.slice(0, limit)
    return {
      tickets: page.map((row) => toTicket(ctx, row)),
      next_id: rows.length > limit ? page.at(-1)!.issue_id : null,
    }
  },
})

const ClientMessage = z.object({
  sequence: z.int(),
  side: z.enum(['reporter', 'staff', 'system']),
  name: z.string(),
  message: z.string(),
  /** The address of a picture, valid for six hours. */
  image: z.string().nullable(),
  created_at: z.iso.datetime(),
})

export const fetchClientTicket = operation({
  call: 'GET /tickets/{issue_id}',
  added: true,
  summary: 'A support ticket with its messages in order: the newest 200, or the 200 after a `sequence`',
  may: ofTicket('MANAGE_SUPPORT:READ'),
  takes: z.object({ issue_id: id(), after: count().default(0) }),
  gives: z.object({ ticket: ClientTicket, messages: z.array(ClientMessage) }),
  fails: [errors.notFound],
  clients: 'getTicket',
  async run(client, { issue_id, after }) {
    const ctx = client as Ctx
    const ticket = await selectClientTicket(ctx, issue_id)
    const rows = await listMessages(ctx, issue_id, { after, limit: maxMessages })
    return {
      ticket: toTicket(ctx, ticket),
      messages: rows.map((row) => {
        const { sequence, side, senderInfo, message, url, updated_at } = messageResponse(ctx, row)
        const name = `${senderInfo.first_name} ${senderInfo.last_name}`.trim()
        return { sequence, side, name, message: decodeMessage(message), image: url, created_at: updated_at }
      }),
    }
  },
})

export const openClientTicket = operation({
  call: 'POST /tickets',
  added: true,
  summary: 'Opens a support ticket for a student of a client’s organizations, or for the visited organization itself',
  may: onlyClients(staff('MANAGE_SUPPORT:CREATE')),
  takes: z.object({
    /** The student; without one, the ticket is the organization's own. */
    user_id: id().nullish(),
    lk_issue_category_id: count(1, Object.keys(lk_issue_category).length).default(2),
    message: text(),
  }),
  gives: z.object({ issue_id: z.int() }),
  fails: [errors.notFound, supportErrors.emptyMessage],
  clients: 'openTicket',
  rate: writeRate,
  async run(client, { user_id, lk_issue_category_id, message }) {
    const ctx = client as Ctx
    if (!message) throw supportErrors.emptyMessage()
    const reporter = user_id ? await selectReporter(ctx, user_id) : await selectVisitedOrganization(ctx)
    const ticket = await insertTicket(ctx, reporter, lk_issue_category_id)
    await insertClientMessage(ctx, ticket, ticket.reporter_user_id === null ? 'reporter' : 'staff', message)
    await ctx.audit({ action: 'ticket.create', ...ticketSubject(ticket), after: { lk_issue_category_id } })
    await routeNewTicket(ctx, ticket)
    await ctx.emit(ticketChanged, { issue_id: ticket.issue_id, change: 'created' })
    await sendTicketHint(ctx, 'new', ticket)
    return { issue_id: ticket.issue_id }
  },
})

export const replyToClientTicket = operation({
  call: 'POST /tickets/{issue_id}/messages',
  added: true,
  summary: 'Adds a message to a support ticket; a resolved ticket of the organization itself is reopened',
  may: ofTicket('MANAGE_SUPPORT:UPDATE'),
  takes: z.object({ issue_id: id(), message: text() }),
  gives: z.object({ sequence: z.int() }),
  fails: [errors.notFound, supportErrors.emptyMessage],
  clients: 'replyToTicket',
  rate: writeRate,
  async run(client, { issue_id, message }) {
    const ctx = client as Ctx
    if (!message) throw supportErrors.emptyMessage()
    const ticket = await selectClientTicket(ctx, issue_id, { lock: true })
    const side = ticket.reporter_organization_id === null ? 'staff' : 'reporter'
    const sequence = await insertClientMessage(ctx, ticket, side, message)
    await changeStatusFor(ctx, ticket, side === 'staff' ? 'staff-answered' : 'reporter-wrote')
    await ctx.audit({ action: 'ticket.message', ...ticketSubject(ticket), after: { sequence, attachment_id: null } })
    await ctx.emit(ticketChanged, { issue_id, change: 'message' })
    await sendTicketHint(ctx, 'message', ticket)
    return { sequence }
  },
})

type Reporter = {
  organization_id: number
  reporter_user_id: number | null
  reporter_organization_id: number | null
  reporter_first_name: string
  reporter_last_name: string
  reporter_role_id: number | null
  lk_language_id: number
}

async function selectReporter(ctx: Ctx, user_id: number): Promise<Reporter> {
  const person = await selectPerson(ctx, user_id)
  if (!ctx.organization.scope.includes(person.organization_id)) throw errors.notFound()
  return {
    organization_id: person.organization_id,
    reporter_user_id: user_id,
    reporter_organization_id: null,
    reporter_first_name: person.first_name,
    reporter_last_name: person.last_name,
    reporter_role_id: person.lk_user_role_id,
    lk_language_id: person.lk_language_id,
  }
}

async function selectVisitedOrganization({ sql, organization, locale }: Ctx): Promise<Reporter> {
  const { organization_id } = organization
  const [row] = await sql<{ name: string }>`
    select name from identity.v_organization_name where organization_id = ${organization_id}`
  return {
    organization_id,
    reporter_user_id: null,
    reporter_organization_id: organization_id,
    reporter_first_name: row!.name,
    reporter_last_name: '',
    reporter_role_id: null,
    lk_language_id: languageId(locale),
  }
}

async function insertTicket(ctx: Ctx, reporter: Reporter, lk_issue_category_id: number): Promise<Row> {
  const category = lk_issue_category[lk_issue_category_id as keyof typeof lk_issue_category]
  const row = {
    ...reporter,
    created_by_client: clientIdOf(ctx),
    lk_issue_category_id,
    lk_issue_status_id: statusRules.created,
    issue_name: localize(localeOf(reporter.lk_language_id), category),
  }
  const [ticket] = await ctx.sql<Row>`
    insert into support.ticket as t ${ctx.sql(row)} returning ${columns(ctx)}`
  return ticket!
}

async function insertClientMessage(ctx: Ctx, ticket: Row, side: Side, message: string): Promise<number> {
  const client_id = clientIdOf(ctx)
  const [client] = await ctx.sql<{ name: string }>`select name from identity.v_client where client_id = ${client_id}`
  return insertMessage(ctx, ticket, {
    side,
    sender_user_id: null,
    sender_client_id: client_id,
    first_name: client?.name ?? '',
    last_name: '',
    message,
    client_id: randomUUID(),
  })
}
