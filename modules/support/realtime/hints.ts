import { listOrganizationsAbove, type Side, type Ticket } from '#modules/support/tickets/ticket.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { personalChannel, staffChannel, threadChannel } from '#platform/realtime/channels.ts'

export type TicketHintType =
  | 'message'
  | 'status'
  | 'assigned'
  | 'new'
  | 'read'
  | 'rated'
  | 'typing'
  | 'looking'
  | 'note'
/** The fields of a ticket that determine who receives its hints. */
export type HintedTicket = Pick<Ticket, 'organization_id' | 'chat_thread_id' | 'reporter_user_id'>

const staffChannels = async (ctx: Ctx, { organization_id }: HintedTicket) =>
  (await listOrganizationsAbove(ctx, organization_id)).map(staffChannel)

/** Hints that are outdated after a moment, so they are not replayed to pages that were offline. */
const transientHints: ReadonlySet<TicketHintType> = new Set(['typing', 'looking'])

/** Notifies the pages of all participants that a ticket has changed; each page then loads the change itself. */
export async function sendTicketHint(
  ctx: Ctx,
  type: TicketHintType,
  ticket: HintedTicket,
  fields: { side?: Side } = {},
): Promise<void> {
  const { organization_id, chat_thread_id, reporter_user_id } = ticket
  const thread = threadChannel(organization_id, chat_thread_id)
  if (transientHints.has(type)) return ctx.publish(thread, { type, chat_thread_id, ...fields }, { kept: false })
  const personal = reporter_user_id === null ? [] : [personalChannel(organization_id, reporter_user_id)]
  await ctx.publish([thread, ...personal, ...(await staffChannels(ctx, ticket))], { type, chat_thread_id, ...fields })
}

/** Like `sendTicketHint`, for hints that the reporter must not receive. */
export async function sendStaffHint(
  ctx: Ctx,
  type: TicketHintType,
  ticket: HintedTicket,
  fields: { who?: string } = {},
): Promise<void> {
  const hint = { type, chat_thread_id: ticket.chat_thread_id, ...fields }
  await ctx.publish(await staffChannels(ctx, ticket), hint, { kept: !transientHints.has(type) })
}
