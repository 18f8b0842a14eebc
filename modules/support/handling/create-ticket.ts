import { randomUUID } from 'node:crypto'
import { languageId, localeOf, selectPerson } from '#modules/identity/index.ts'
import { supportErrors } from '#modules/support/errors.ts'
import { ticketChanged } from '#modules/support/facts.ts'
import { lk_issue_category } from '#modules/support/lookups.shared.ts'
import { attachChatImage } from '#modules/support/messages/chat-image.ts'
import { encodedText } from '#modules/support/messages/message.schema.ts'
import { insertMessage, insertSystemMessage } from '#modules/support/messages/message.sql.ts'
import { type HintedTicket, sendTicketHint } from '#modules/support/realtime/hints.ts'
import { requireOffered } from '#modules/support/settings/offered.ts'
import { markRead, updateRecentChat } from '#modules/support/tickets/reading.sql.ts'
import { reporterTypes } from '#modules/support/tickets/reporter-types.shared.ts'
import { statusRules } from '#modules/support/tickets/status-rules.shared.ts'
import { selectTicket, type Ticket, ticketSubject } from '#modules/support/tickets/ticket.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { holds, scoped, signedIn, userOf } from '#platform/permissions.ts'
import { count, flag, id, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { reporterType, routeNewTicket } from './reassign-ticket.ts'

const maxPerDay = 10
const courseContent = 6

type ReporterInput = {
  reporter_entity_id?: number | null | undefined
  lk_reporter_entity_type_id?: number | null | undefined
}
const createPermission = 'MANAGE_SUPPORT:CREATE'

export const createSupportTicket = operation({
  call: 'POST /support/createSupportTicket',
  summary:
    'Opens a ticket with its first message. Staff may open one for a person or an organization. The same `client_id` again opens no second one',
  may: scoped<ReporterInput>(
    signedIn,
    'for themselves, or staff with MANAGE_SUPPORT:CREATE or MANAGE_SUPPORT:UPDATE for a person of their organizations or one of these',
    async (ctx, input) => {
      await selectReporter(ctx, input)
    },
  ),
  takes: z.object({
    category_id: count(1, Object.keys(lk_issue_category).length).default(2),
    course_id: id().nullish(),
    notifyEmail: flag().default(true),
    details: encodedText(),
    reporter_entity_id: id().nullish(),
    /** 1 for a person (the default), 4 for an organization. */
    lk_reporter_entity_type_id: reporterType().nullish(),
    chat_attachment_id: id().nullish(),
    client_id: z.uuid().nullish(),
    /** The resolved ticket that this one continues. */
    former_issue_id: id().nullish(),
  }),
  gives: z.object({ data: z.object({ chat_thread_id: z.int(), issue_id: z.int() }) }),
  fails: [supportErrors.emptyMessage, supportErrors.tooManyTickets],
  async run(ctx, input) {
    if (!input.details) throw supportErrors.emptyMessage()
    const reporter = await selectReporter(ctx, input)
    await ctx.sql`select pg_advisory_xact_lock(hashtext('support.ticket'), ${userOf(ctx).user_id})`
    const before = await findOpenedTicket(ctx, input.client_id)
    if (before) return { data: before }
    const isForSelf = reporter.user_id === userOf(ctx).user_id
    if (isForSelf) await requireDailyAllowance(ctx)
    // Staff may choose any category; so may a ticket that continues another one.
    if (isForSelf && !input.former_issue_id) await requireOffered(ctx, input.category_id)
    const ticket = await insertTicket(ctx, reporter, input)
    return { data: ticket }
  },
})

type Input = {
  category_id: number
  course_id?: number | null | undefined
  notifyEmail: boolean
  details: string
  chat_attachment_id?: number | null | undefined
  client_id?: string | null | undefined
  former_issue_id?: number | null | undefined
}

/** The reporter of a ticket: a person, or an organization (`user_id` is null). */
type Reporter = {
  user_id: number | null
  organization_id: number
  first_name: string
  last_name: string
  lk_user_role_id: number | null
  lk_language_id: number
}

/** The caller; for staff, also a person in their organizations, or one of these organizations. Throws notFound. */
async function selectReporter(ctx: Ctx, reporterInput: ReporterInput): Promise<Reporter> {
  const { reporter_entity_id: id, lk_reporter_entity_type_id: type } = reporterInput
  const { user_id } = userOf(ctx)
  if (!id || (type !== reporterTypes.organization && id === user_id)) return selectPerson(ctx, user_id)
  if (!holds(ctx.actor, 'MANAGE_SUPPORT:UPDATE') && !holds(ctx.actor, createPermission)) throw errors.notFound()
  const reporter =
    type === reporterTypes.organization ? await selectOrganizationReporter(ctx, id) : await selectPerson(ctx, id)
  if (!ctx.organization.scope.includes(reporter.organization_id)) throw errors.notFound()
  return reporter
}

async function selectOrganizationReporter(ctx: Ctx, organization_id: number): Promise<Reporter> {
  const [row] = await ctx.sql<{ name: string }>`
    select name from identity.v_organization_name where organization_id = ${organization_id}`
  if (!row) throw errors.notFound()
  const lk_language_id = languageId(ctx.locale)
  return { user_id: null, organization_id, first_name: row.name, last_name: '', lk_user_role_id: null, lk_language_id }
}

/** The ticket that its sender already opened with this client id. */
async function findOpenedTicket({ sql, actor }: Ctx, client_id: string | null | undefined) {
  if (!client_id) return null
  const [row] = await sql<{ chat_thread_id: number; issue_id: number }>`
    select t.chat_thread_id, t.issue_id from support.message m join support.ticket t using (issue_id)
    where m.client_id = ${client_id} and m.sequence = 1 and t.created_by = ${userOf({ actor }).user_id}`
  return row ?? null
}

/** Limits the tickets that a person opens per day for themselves. */
async function requireDailyAllowance({ sql, actor }: Ctx): Promise<void> {
  const { user_id } = userOf({ actor })
  const [earliest] = await sql<{ seconds: number }>`
    select extract(epoch from created_at + interval '1 day' - platform.now())::float8 as seconds
    from support.ticket
    where reporter_user_id = ${user_id} and created_by = ${user_id}
      and created_at > platform.now() - interval '1 day'
    order by created_at desc offset ${maxPerDay - 1} limit 1`
  if (earliest) throw supportErrors.tooManyTickets(earliest.seconds)
}

async function insertTicket(ctx: Ctx, reporter: Reporter, input: Input) {
  const { sql, organization } = ctx
  const { user_id } = userOf(ctx)
  const isOwn = reporter.user_id === user_id
  const previous = input.former_issue_id ? await selectTicket(ctx, { issue_id: input.former_issue_id }) : null
  // A ticket for an organization continues one of its own.
  if (previous && reporter.user_id === null && previous.organization_id !== reporter.organization_id)
    throw errors.notFound()
  const language = isOwn ? ctx.locale : localeOf(reporter.lk_language_id)
  const category = lk_issue_category[input.category_id as keyof typeof lk_issue_category]
  const organization_id = previous?.organization_id ?? (isOwn ? organization.organization_id : reporter.organization_id)
  const [ticket] = await sql<{ issue_id: number; chat_thread_id: number }>`
    insert into support.ticket ${sql({
      organization_id,
      reporter_user_id: reporter.user_id,
      reporter_organization_id: reporter.user_id === null ? reporter.organization_id : null,
      reporter_first_name: reporter.first_name,
      reporter_last_name: reporter.last_name,
      reporter_role_id: reporter.lk_user_role_id,
      created_by: user_id,
      lk_issue_category_id: input.category_id,
      lk_issue_status_id: statusRules.created,
      issue_name: (await nameOf(ctx, reporter, input)) ?? localize(language, category),
      course_id: input.course_id ?? null,
      notify_email: input.notifyEmail,
      lk_language_id: languageId(language),
      former_issue_id: previous?.issue_id ?? null,
    })} returning issue_id, chat_thread_id`
  const newTicket = { ...ticket!, organization_id, reporter_user_id: reporter.user_id }
  await addFirstMessage(ctx, newTicket, { ...input, former: previous?.chat_thread_id })
  await ctx.audit({
    action: 'ticket.create',
    ...ticketSubject(newTicket),
    after: {
      lk_issue_category_id: input.category_id,
      course_id: input.course_id ?? null,
      former_issue_id: previous?.issue_id ?? null,
    },
  })
  await ctx.emit(ticketChanged, { issue_id: newTicket.issue_id, change: 'created' })
  await sendTicketHint(ctx, 'new', newTicket)
  const unassignedTicket = { ...newTicket, lk_issue_status_id: statusRules.created, assigned_to: null }
  await routeNewTicket(ctx, unassignedTicket, input.course_id)
  return { chat_thread_id: newTicket.chat_thread_id, issue_id: newTicket.issue_id }
}

type FollowUpMessage = { message: string; client_id: string; attachment: number | null | undefined }

/** Opens a new ticket for a reporter who writes to one that was resolved long ago. */
export async function openFollowUp(
  ctx: Ctx,
  formerTicket: Ticket,
  { message, client_id, attachment }: FollowUpMessage,
) {
  const reporter = await selectPerson(ctx, userOf(ctx).user_id)
  await requireDailyAllowance(ctx)
  return insertTicket(ctx, reporter, {
    category_id: formerTicket.lk_issue_category_id,
    course_id: formerTicket.course_id,
    notifyEmail: formerTicket.notify_email,
    details: message,
    chat_attachment_id: attachment,
    client_id,
    former_issue_id: formerTicket.issue_id,
  })
}

type OpenedTicket = HintedTicket & { issue_id: number }

/**
 * The author side of the first message of a ticket that staff open: for a person it counts as an answer of staff, for
 * an organization as the organization's question.
 */
async function addFirstMessage(
  ctx: Ctx,
  openedTicket: OpenedTicket,
  input: Input & { former: number | undefined },
): Promise<void> {
  const { user_id } = userOf(ctx)
  const isOwn = openedTicket.reporter_user_id === user_id
  const { first_name, last_name } = await selectPerson(ctx, user_id)
  const side = isOwn || openedTicket.reporter_user_id === null ? 'reporter' : 'staff'
  const attachment_id = input.chat_attachment_id
    ? await attachChatImage(ctx, openedTicket, input.chat_attachment_id)
    : null
  const sequence = await insertMessage(ctx, openedTicket, {
    side,
    sender_user_id: user_id,
    first_name,
    last_name,
    message: input.details,
    client_id: input.client_id ?? randomUUID(),
    attachment_id,
  })
  if (input.former !== undefined) await insertSystemMessage(ctx, openedTicket, 'former', `#${input.former}`)
  await markRead(ctx, openedTicket, user_id, sequence)
  await updateRecentChat(ctx, openedTicket, user_id, true)
}

/** A ticket about the content of a course is named after the course if its reporter has it. */
async function nameOf({ sql }: Ctx, { user_id }: Reporter, { category_id, course_id }: Input): Promise<string | null> {
  if (category_id !== courseContent || !course_id || user_id === null) return null
  const [course] = await sql<{ name: string | null }>`
    select course_name as name from learning.v_student_course
    where course_id = ${course_id} and user_id = ${user_id} limit 1`
  return course?.name?.slice(0, 200) ?? null
}
