import { identityErrors } from '#modules/identity/errors.ts'
import { webhooksDue } from '#modules/identity/facts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type EventRow, eventName, eventResponse } from '#platform/events/event-answer.schema.ts'
import { testEvent } from '#platform/events/event-types.ts'
import { operation } from '#platform/operation.ts'
import { holds, type PermissionKey } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { lockEndpoint, managedBy, requireRights } from './endpoint.sql.ts'
import { ListedDelivery, ShownDelivery } from './webhook.schema.ts'
import { managesWebhooks } from './webhook-policy.ts'

const maxListed = 50
const maxTries = 20

type Row = Omit<ListedDelivery, 'event_id' | 'created_at' | 'next_try_at' | 'settled_at'> & {
  event_id: string
  created_at: Date
  next_try_at: Date | null
  settled_at: Date | null
}

const columns = ({ sql }: Pick<Ctx, 'sql'>) => sql`
  d.webhook_delivery_id::float8 as webhook_delivery_id, d.event_id, e.type, d.subject, d.state, d.attempts,
  d.created_at, case when d.state = 'waiting' then d.next_try_at end as next_try_at, d.settled_at,
  a.http_status, a.fault`
/** Deliveries with their event and their last attempt. */
const tables = ({ sql }: Pick<Ctx, 'sql'>) => sql`
  identity.webhook_delivery d
  join platform.v_event e using (event_id)
  left join lateral (
    select http_status, fault from identity.webhook_attempt t where t.webhook_delivery_id = d.webhook_delivery_id
    order by t.webhook_attempt_id desc limit 1) a on true`

const listedDelivery = ({ event_id, created_at, next_try_at, settled_at, ...delivery }: Row): ListedDelivery => ({
  ...delivery,
  event_id: eventName(event_id),
  created_at: created_at.toISOString(),
  next_try_at: next_try_at?.toISOString() ?? null,
  settled_at: settled_at?.toISOString() ?? null,
})

export const fetchDeliveries = operation({
  call: 'GET /webhook/deliveries/{webhook_endpoint_id}',
  added: true,
  summary: 'Lists the deliveries to a webhook endpoint, newest first',
  may: managesWebhooks,
  takes: z.object({
    webhook_endpoint_id: id(),
    state: z.enum(['waiting', 'delivered', 'failed']).optional(),
    /** The last `webhook_delivery_id` of the previous response. */
    before: id().optional(),
  }),
  gives: z.object({ deliveries: z.array(ListedDelivery), has_more: z.boolean() }),
  fails: [errors.notFound],
  clients: 'listWebhookDeliveries',
  async run(ctx, { webhook_endpoint_id, state, before }) {
    await requireManagedEndpoint(ctx, webhook_endpoint_id)
    const rows = await ctx.sql<Row>`
      select ${columns(ctx)} from ${tables(ctx)}
      where d.webhook_endpoint_id = ${webhook_endpoint_id}
        and (${state ?? null}::text is null or d.state = ${state ?? null})
        and (${before ?? null}::bigint is null or d.webhook_delivery_id < ${before ?? null})
      order by d.webhook_delivery_id desc limit ${maxListed + 1}`
    return { deliveries: rows.slice(0, maxListed).map(listedDelivery), has_more: rows.length > maxListed }
  },
})

/** Throws notFound unless the caller manages the endpoint; an ended endpoint still shows its deliveries. */
async function requireManagedEndpoint(ctx: Ctx, webhook_endpoint_id: number): Promise<void> {
  const { client_id, organization_id } = managedBy(ctx)
  const [row] = await ctx.sql`
    select from identity.webhook_endpoint
    where webhook_endpoint_id = ${webhook_endpoint_id} and organization_id = ${organization_id}
      and (${client_id}::int is null or client_id = ${client_id})`
  if (!row) throw errors.notFound()
}

type EventAccess = { type: string; needs: PermissionKey; organization_id: number }

/** Throws notFound for an event that `GET /events` would not list for the caller. */
function requireReadable({ actor, organization }: Ctx, { type, needs, organization_id }: EventAccess): void {
  const isReadable = type === testEvent || holds(actor, needs)
  if (!isReadable || !organization.scope.includes(organization_id)) throw errors.notFound()
}

type Delivery = Row &
  Omit<EventRow, 'created_at'> & { webhook_endpoint_id: number; url: string; happened_at: Date; needs: PermissionKey }
type Attempt = {
  attempted_at: Date
  milliseconds: number
  http_status: number | null
  fault: string | null
  answer: string | null
}

export const fetchDelivery = operation({
  call: 'GET /webhook/delivery/{webhook_delivery_id}',
  added: true,
  summary: 'Returns one delivery with its body and its attempts, newest first',
  may: managesWebhooks,
  takes: z.object({ webhook_delivery_id: id() }),
  gives: ShownDelivery,
  fails: [errors.notFound],
  clients: 'getWebhookDelivery',
  async run(ctx, { webhook_delivery_id }) {
    const { sql } = ctx
    const [row] = await sql<Delivery>`
      select ${columns(ctx)}, w.webhook_endpoint_id, w.url, e.organization_id, e.version, e.data, e.needs,
             e.created_at as happened_at
      from ${tables(ctx)} join identity.webhook_endpoint w on w.webhook_endpoint_id = d.webhook_endpoint_id
      where d.webhook_delivery_id = ${webhook_delivery_id}`
    if (!row) throw errors.notFound()
    await requireManagedEndpoint(ctx, row.webhook_endpoint_id)
    requireReadable(ctx, row)
    const tries = await sql<Attempt>`
      select attempted_at, milliseconds, http_status, fault, answer from identity.webhook_attempt
      where webhook_delivery_id = ${webhook_delivery_id} order by webhook_attempt_id desc limit ${maxTries}`
    const { webhook_endpoint_id, url, happened_at, organization_id, version, data, needs: _needs, ...delivery } = row
    const { event_id, type, subject } = delivery
    const event = { event_id, type, subject, organization_id, version, data, created_at: happened_at }
    return {
      delivery: { ...listedDelivery(delivery), webhook_endpoint_id, url },
      body: JSON.stringify(eventResponse(event)),
      tries: tries.map(({ attempted_at, ...attempt }) => ({ ...attempt, attempted_at: attempted_at.toISOString() })),
    }
  },
})

export const sendDeliveryAgain = operation({
  call: 'POST /webhook/sendAgain',
  added: true,
  summary: 'Sends a delivery again, under the same id. One that waits for its next attempt is sent immediately',
  may: managesWebhooks,
  takes: z.object({ webhook_delivery_id: id() }),
  gives: z.object({}),
  fails: [errors.notFound, identityErrors.cannotGrant],
  audit: ({ webhook_delivery_id }) => ({
    action: 'webhook.sendAgain',
    subject: `webhook_delivery_id:${webhook_delivery_id}`,
  }),
  clients: 'resendWebhookDelivery',
  async run(ctx, { webhook_delivery_id }) {
    const [row] = await ctx.sql<EventAccess & { webhook_endpoint_id: number }>`
      select d.webhook_endpoint_id, e.type, e.needs, e.organization_id
      from identity.webhook_delivery d join platform.v_event e using (event_id)
      where d.webhook_delivery_id = ${webhook_delivery_id}`
    if (!row) throw errors.notFound()
    const { webhook_endpoint_id, permissions } = await lockEndpoint(ctx, row.webhook_endpoint_id)
    requireRights(ctx, permissions)
    requireReadable(ctx, row)
    await ctx.sql`
      update identity.webhook_delivery
      set state = 'waiting', attempts = 0, next_try_at = platform.now(), first_try_at = null, settled_at = null
      where webhook_delivery_id = ${webhook_delivery_id}
        and not (state = 'waiting' and next_try_at <= platform.now())`
    await ctx.emit(webhooksDue, { webhook_endpoint_id })
    return {}
  },
})
