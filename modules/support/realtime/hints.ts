import { listOrganizationsAbove, type Side, type Ticket } from '#modules/support/tickets/ticket.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { personalChannel, staffChannel, threadChannel } from '#platform/realtime/channels.ts'

export type TicketHint = 'message' | 'status' | 'assigned' | 'new' | 'read' | 'rated' | 'typing' | 'looking' | 'note'
/** The fields of a ticket that determine the recipients of its hints. */
export type HintedTicket = Pick<Ticket, 'organization_id' | 'chat_thread_id' | 'reporter_user_id'>

const staffChannels = async (ctx: Ctx, { organization_id }: HintedTicket) =>
  (await listOrganizationsAbove(ctx, organization_id)).map(staffChannel)

/** Hints that are outdated a moment later are not replayed to a page that was offline. */
const passing: ReadonlySet<TicketHint> = new Set(['typing', 'looking'])

/** Hints to the pages of all participants that a ticket has changed. Each page then loads the change itself. */
export async function sendTicketHint(
  ctx: Ctx,
  type: TicketHint,
  ticket: HintedTicket,
  more: { side?: Side } = {},
): Promise<void> {
  const { organization_id, chat_thread_id, reporter_user_id } = ticket
  const thread = threadChannel(organization_id, chat_thread_id)
  if (passing.has(type)) return ctx.publish(thread, { type, chat_thread_id, ...more }, { kept: false })
  const personal = reporter_user_id === null ? [] : [personalChannel(organization_id, reporter_user_id)]
  await ctx.publish([thread, ...personal, ...(await staffChannels(ctx, ticket))], { type, chat_thread_id, ...more })
}

/** The same for hints that the reporter must not receive. */
export async function sendStaffHint(
  ctx: Ctx,
  type: TicketHint,
  ticket: HintedTicket,
  more: { who?: string } = {},
): Promise<void> {
  const hint = { type, chat_thread_id: ticket.chat_thread_id, ...more }
  await ctx.publish(await staffChannels(ctx, ticket), hint, { kept: !passing.has(type) })
}
