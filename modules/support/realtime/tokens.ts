import { ownerOfAuthored } from '#modules/catalogue/index.ts'
import { selectPerson } from '#modules/identity/index.ts'
import { canViewTicket, canWorkOnTickets, selectTicket } from '#modules/support/tickets/ticket.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { holds, signedIn, userOf, worksForVisited } from '#platform/permissions.ts'
import { type Channel, parseChannel, personalChannel, staffChannel } from '#platform/realtime/channels.ts'
import { realtimePort, tokenSeconds } from '#platform/realtime/tokens.ts'
import { id, z } from '#platform/schema.ts'
import { sendStaffHint, sendTicketHint } from './hints.ts'

export const realtimeToken = operation({
  call: 'GET /realtime/token',
  summary: 'A token that connects a socket of this session for five minutes, and the channels that concern the caller',
  added: true,
  may: signedIn,
  takes: z.object({}),
  gives: z.object({ token: z.string(), seconds: z.int(), channels: z.array(z.string()) }),
  async run(ctx) {
    const { user_id } = userOf(ctx)
    const { organization_id } = ctx.organization
    const channels = [
      personalChannel(organization_id, user_id),
      ...(canHearStaffChannel(ctx) ? [staffChannel(organization_id)] : []),
    ]
    return { token: ctx.use(realtimePort).connection(userOf(ctx)), seconds: tokenSeconds, channels }
  },
})

export const realtimeSubscription = operation({
  call: 'GET /realtime/subscription',
  summary: 'A token for one channel, for five minutes. 404 for a channel that the caller may not hear',
  added: true,
  may: signedIn,
  takes: z.object({ channel: z.string().max(100) }),
  gives: z.object({ token: z.string(), seconds: z.int() }),
  async run(ctx, { channel }) {
    const parsed = parseChannel(channel)
    if (!parsed || !(await maySubscribe(ctx, parsed))) throw errors.notFound()
    return { token: ctx.use(realtimePort).subscription(userOf(ctx), channel), seconds: tokenSeconds }
  },
})

/**
 * Whether the caller may subscribe to the staff channel. It covers all tickets of the organization and its
 * sub-organizations, so staff who work on only some of them poll instead.
 */
const canHearStaffChannel = (ctx: Ctx): boolean => canWorkOnTickets(ctx) && worksForVisited(ctx)

/** Whether the caller may subscribe to a channel, which is checked for each token. */
async function maySubscribe(ctx: Ctx, { namespace, organization_id, id }: Channel): Promise<boolean> {
  if (namespace === 'personal') return id === userOf(ctx).user_id
  if (namespace === 'staff') return canHearStaffChannel(ctx) && organization_id === ctx.organization.organization_id
  if (namespace === 'thread') {
    const ticket = await selectTicket(ctx, { chat_thread_id: id })
    return ticket.organization_id === organization_id
  }
  return holds(ctx.actor, 'MANAGE_COURSES:READ') && (await ownerOfAuthored(ctx, id!)) === organization_id
}

export const announceTyping = operation({
  call: 'POST /support/typing',
  summary:
    'Announces to the others of a ticket that the caller is typing, or to other staff that the caller has it open',
  added: true,
  may: canViewTicket,
  takes: z.object({ chat_thread_id: id(), kind: z.enum(['typing', 'looking']) }),
  gives: z.object({}),
  rate: { name: 'typing', perMinute: 40, burst: 10 },
  async run(ctx, { chat_thread_id, kind }) {
    const ticket = await selectTicket(ctx, { chat_thread_id })
    if (kind === 'typing') await sendTicketHint(ctx, 'typing', ticket, { side: ticket.side })
    else if (ticket.side === 'staff') await sendStaffHint(ctx, 'looking', ticket, { who: await selectCallerName(ctx) })
    return {}
  },
})

export async function selectCallerName(ctx: Ctx): Promise<string> {
  const { first_name, last_name } = await selectPerson(ctx, userOf(ctx).user_id)
  return `${first_name} ${last_name}`.trim()
}
