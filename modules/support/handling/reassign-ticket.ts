import { findSupportAssignee } from '#modules/catalogue/index.ts'
import { findPeopleByPhone, listChain } from '#modules/identity/index.ts'
import { supportSettingsOf } from '#modules/settings/index.ts'
import { supportErrors } from '#modules/support/errors.ts'
import { insertSystemMessage } from '#modules/support/messages/message.sql.ts'
import { sendTicketHint } from '#modules/support/realtime/hints.ts'
import { Assignee, listAssignees, maxFound, ticketsKey } from '#modules/support/tickets/assignees.ts'
import { reporterTypes } from '#modules/support/tickets/reporter-types.shared.ts'
import { statusAfter } from '#modules/support/tickets/status-rules.shared.ts'
import {
  canChangeTicket,
  selectTicket,
  type Ticket,
  type TicketRef,
  ticketSubject,
} from '#modules/support/tickets/ticket.sql.ts'
import { ticketTexts } from '#modules/support/tickets/ticket.texts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { type Policy, scoped, staff } from '#platform/permissions.ts'
import { count, id, optionalText, z } from '#platform/schema.ts'
import { searchPattern } from '#platform/search-form.ts'
import { localText } from '#platform/texts.ts'

const ticketStaff = staff(ticketsKey)

/** Instructors answer their assigned tickets; only Admins and support staff assign tickets. */
const canAssign: Policy<TicketRef> = scoped(
  {
    description: `Admin or Support with ${ticketsKey}`,
    gate: (actor) => ticketStaff.gate(actor) && actor.kind === 'user' && actor.role !== 'Instructor',
  },
  'for tickets of their organizations',
  async (ctx, name) => canChangeTicket.scope?.(ctx, name),
)

export const reassignTicket = operation({
  call: 'POST /support/reassignTicket',
  summary: 'Assigns a ticket to a person who works on tickets, or unassigns it with 0',
  may: canAssign,
  takes: z.object({
    chat_thread_id: id(),
    assigned_entity_type_id: count(1, 1).default(1),
    assigned_entity_id: count(0, 2_147_483_647),
    // The contract's client sends it; the server reads the name itself.
    assigned_entity_name: optionalText(200),
  }),
  gives: z.object({ data: z.object({ assigned_entity_id: z.int(), assigned_entity_name: z.string().nullable() }) }),
  fails: [supportErrors.notAssignable],
  async run(ctx, { chat_thread_id, assigned_entity_id }) {
    const ticket = await selectTicket(ctx, { chat_thread_id }, { lock: true })
    const name = assigned_entity_id === 0 ? null : await requireAssignable(ctx, ticket, assigned_entity_id)
    await assign(ctx, ticket, assigned_entity_id || null, name)
    return {
      data: { assigned_entity_id, assigned_entity_name: name },
      ...(name && { message: localText(ctx.locale, ticketTexts, 'assigned', { name }) }),
    }
  },
})

type AssignableTicket = Pick<
  Ticket,
  'issue_id' | 'chat_thread_id' | 'organization_id' | 'reporter_user_id' | 'lk_issue_status_id' | 'assigned_to'
>

async function assign(ctx: Ctx, ticket: AssignableTicket, user_id: number | null, name: string | null): Promise<void> {
  if (ticket.assigned_to === user_id) return
  const lk_issue_status_id = user_id ? statusAfter('assigned', ticket.lk_issue_status_id) : ticket.lk_issue_status_id
  await ctx.sql`
    update support.ticket set assigned_to = ${user_id}, assigned_name = ${name},
      lk_issue_status_id = ${lk_issue_status_id}, updated_at = platform.now()
    where issue_id = ${ticket.issue_id}`
  if (name) await insertSystemMessage(ctx, ticket, 'assigned', name)
  await ctx.audit({
    action: 'ticket.assign',
    ...ticketSubject(ticket),
    before: { assigned_to: ticket.assigned_to, lk_issue_status_id: ticket.lk_issue_status_id },
    after: { assigned_to: user_id, lk_issue_status_id },
  })
  await sendTicketHint(ctx, 'assigned', ticket)
}

/**
 * The name of a person other than its reporter who works on tickets of the ticket's organization. Throws notAssignable.
 */
async function requireAssignable(ctx: Ctx, ticket: Ticket, user_id: number): Promise<string> {
  const name = await nameOfAssignee(ctx, ticket, user_id)
  if (!name || ticket.reporter_user_id === user_id) throw supportErrors.notAssignable()
  return name
}

async function nameOfAssignee(
  ctx: Ctx,
  { organization_id }: AssignableTicket,
  user_id: number,
): Promise<string | null> {
  const [assignee] = await listAssignees(ctx, organization_id, '', user_id)
  return assignee ? `${assignee.first_name} ${assignee.last_name}`.trim() || assignee.email : null
}

/**
 * Assigns a new ticket: to the assignee of its course, otherwise to its organization's default assignee. People who no
 * longer work on its tickets, or wrote it, are skipped. If no one is left, the ticket stays in the queue.
 */
export async function routeNewTicket(ctx: Ctx, ticket: AssignableTicket, course_id?: number | null): Promise<void> {
  const { default_assignee } = await supportSettingsOf(ctx.sql, await listChain(ctx, ticket.organization_id))
  const candidates = [course_id ? await findSupportAssignee(ctx, course_id) : null, default_assignee]
  for (const user_id of new Set(candidates)) {
    if (!user_id || user_id === ticket.reporter_user_id) continue
    const name = await nameOfAssignee(ctx, ticket, user_id)
    if (name) return assign(ctx, ticket, user_id, name)
  }
}

/** `contains:{text}`, as the contract's client sends it. */
const searchkey = optionalText(120)
const wordsOf = (key: string) => key.replace(/^contains:/, '').trim()

export const autocompleteAssignee = operation({
  call: 'GET /support/assignee/autocomplete',
  summary: 'Finds staff who work on tickets of the current organization: `searchkey=contains:{text}`',
  may: staff(ticketsKey),
  takes: z.object({ searchkey }),
  gives: z.object({ data: z.array(Assignee) }),
  run: async (ctx, { searchkey }) => ({
    data: await listAssignees(ctx, ctx.organization.organization_id, wordsOf(searchkey)),
  }),
})

export const reporterType = () => count(1, 6).refine((type) => Object.values<number>(reporterTypes).includes(type))

const Reporter = z.object({
  reporter_id: z.int(),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})
type Reporter = z.infer<typeof Reporter>

export const autocompleteReporter = operation({
  call: 'GET /support/reporter/autocomplete',
  summary:
    'Finds people of the visited organization and those below it, or these organizations (`lk_reporter_entity_type_id=4`), for whom staff open a ticket',
  may: staff(ticketsKey),
  takes: z.object({ searchkey, lk_reporter_entity_type_id: reporterType().nullish() }),
  gives: z.object({ data: z.array(Reporter) }),
  async run(ctx, { searchkey, lk_reporter_entity_type_id: type }) {
    const text = wordsOf(searchkey)
    const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
    const number = Number(/^\d{1,9}$/.test(text) ? text : 0)
    const filters = { words: text, pattern, number }
    return {
      data: await (type === reporterTypes.organization ? findOrganizations(ctx, filters) : findPeople(ctx, filters)),
    }
  },
})

type PersonSearch = { words: string; pattern: string; number: number }

async function findPeople(ctx: Ctx, { words, pattern, number }: PersonSearch): Promise<Reporter[]> {
  const { sql, organization } = ctx
  const phoneOwners = (await findPeopleByPhone(ctx, words)) ?? []
  return sql<Reporter>`
  select user_id as reporter_id, trim(first_name || ' ' || last_name) as name, first_name, last_name, email
  from identity.v_person
  where deleted_at is null and organization_id = any(${sql.array(organization.scope)})
    and (platform.search_form(first_name || ' ' || last_name) like ${searchPattern(words)} or email ilike ${pattern}
      or user_id = ${number} or user_id = any(${sql.array([...phoneOwners])}::int[]))
  order by first_name, last_name, user_id limit ${maxFound}`
}

const findOrganizations = ({ sql, organization }: Ctx, { words, number }: PersonSearch) => sql<Reporter>`
  select organization_id as reporter_id, name, name as first_name, '' as last_name, '' as email
  from identity.v_organization_name
  where organization_id = any(${sql.array(organization.scope)})
    and (platform.search_form(name) like ${searchPattern(words)} or code = upper(${words}) or organization_id = ${number})
  order by name, organization_id limit ${maxFound}`

const maxShown = 200

/** Everyone to whom the caller can assign a ticket, for a page; no one for a caller who can't assign. */
export async function listAssigneesOf(ctx: Ctx, chat_thread_id: number): Promise<Assignee[]> {
  if (!canAssign.gate(ctx.actor)) return []
  const { organization_id } = await selectTicket(ctx, { chat_thread_id })
  return listAssignees(ctx, organization_id, '', undefined, maxShown)
}
