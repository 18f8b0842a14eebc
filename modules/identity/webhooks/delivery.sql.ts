import { isLiveClient } from '#modules/identity/clients/live-client.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import type { EventRow } from '#platform/events/event-answer.schema.ts'
import { mayRead } from './rights.sql.ts'
import type { WebhookResponse } from './transport.ts'

export type ClaimedEndpoint = {
  webhook_endpoint_id: number
  organization_id: number
  url: string
  secret: Buffer
  former_secret: Buffer | null
  failures: number
}

export type DueDelivery = EventRow & {
  webhook_delivery_id: number
  endpoint_organization_id: number
  attempts: number
  /** Whether the client may read the event now; its rights may have changed since the event. */
  allowed: boolean
}

const claimSeconds = 60

/** The conditions under which an endpoint `w` of client `c` receives deliveries. */
const isActive = (ctx: Pick<Ctx, 'sql'>): Fragment => ctx.sql`
  w.ended_at is null and w.paused_at is null and (w.held_until is null or w.held_until <= platform.now())
  and ${isLiveClient(ctx)}`

/**
 * The maximum number of endpoints of an organization with a worker at a time, so that its slow receivers leave room for
 * others.
 */
const maxPerOrganization = 2

/**
 * Claims an endpoint for a worker, or renews the claim. Returns null if another worker has it, if enough workers serve
 * its organization, or if it receives nothing now. The result has the current settings, because staff may have changed,
 * paused or ended the endpoint since the last batch.
 */
export async function claimEndpoint(
  ctx: Ctx,
  webhook_endpoint_id: number,
  claim: string,
): Promise<ClaimedEndpoint | null> {
  return ctx.tx(async (inner) => {
    const { sql } = inner
    // Claims of one organization are serialized, so that concurrent ones do not exceed the limit.
    await sql`
      select pg_advisory_xact_lock(hashtext('identity.webhook_claim'), organization_id)
      from identity.webhook_endpoint where webhook_endpoint_id = ${webhook_endpoint_id}`
    const [row] = await sql<ClaimedEndpoint>`
      update identity.webhook_endpoint w
      set claimed_until = platform.now() + make_interval(secs => ${claimSeconds}), claimed_by = ${claim}
      from identity.client c
      where w.webhook_endpoint_id = ${webhook_endpoint_id} and c.client_id = w.client_id and ${isActive(inner)}
        and (w.claimed_until is null or w.claimed_until <= platform.now() or w.claimed_by = ${claim})
        and (select count(*) from identity.webhook_endpoint other
             where other.organization_id = w.organization_id and other.webhook_endpoint_id <> w.webhook_endpoint_id
               and other.claimed_until > platform.now()) < ${maxPerOrganization}
      returning w.webhook_endpoint_id, w.organization_id, w.url, w.secret, w.failures,
                case when w.former_until > platform.now() then w.former_secret end as former_secret`
    return row ?? null
  })
}

/** Releases a worker's own claim; an expired claim may belong to another worker by now. */
export const releaseEndpoint = ({ sql }: Ctx, webhook_endpoint_id: number, claim: string) => sql`
  update identity.webhook_endpoint set claimed_until = null, claimed_by = null
  where webhook_endpoint_id = ${webhook_endpoint_id} and claimed_by = ${claim}`

/**
 * Locks an endpoint, then a delivery to it, in the order in which ending an endpoint does. Null if the endpoint has
 * ended, false if only the delivery no longer exists.
 */
export async function lockDelivery({ sql }: Ctx, webhook_endpoint_id: number, webhook_delivery_id: number) {
  const [endpoint] = await sql`
    select from identity.webhook_endpoint
    where webhook_endpoint_id = ${webhook_endpoint_id} and ended_at is null for no key update`
  if (!endpoint) return null
  const [delivery] = await sql`
    select from identity.webhook_delivery where webhook_delivery_id = ${webhook_delivery_id} for no key update`
  return delivery !== undefined
}

/**
 * A delivery is due when its time has come and no earlier event of its subject waits for a later time. A `not exists`
 * becomes a join, for which the database may read the whole backlog; a subquery with a limit reads the index for each
 * delivery.
 */
const isDue = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  d.state = 'waiting' and d.next_try_at <= platform.now() and (
    select true from identity.webhook_delivery before
    where before.webhook_endpoint_id = d.webhook_endpoint_id and before.subject = d.subject
      and before.state = 'waiting' and before.position < d.position and before.next_try_at > platform.now()
    limit 1) is null`

/** Needs an unscoped context. */
export const listDue = (ctx: Ctx, webhook_endpoint_id: number, limit: number) => ctx.sql<DueDelivery>`
  select d.webhook_delivery_id::float8 as webhook_delivery_id, d.organization_id as endpoint_organization_id, d.attempts,
         e.event_id, e.organization_id, e.type, e.version, e.subject, e.data, e.created_at,
         ${mayRead(ctx)} as allowed
  from identity.webhook_delivery d join platform.v_event e using (event_id)
  join identity.webhook_endpoint w on w.webhook_endpoint_id = d.webhook_endpoint_id
  join identity.client c on c.client_id = w.client_id
  where d.webhook_endpoint_id = ${webhook_endpoint_id} and ${isDue(ctx)}
  order by d.position limit ${limit}`

/** Whether endpoint `w` has due deliveries. `exists` would drop the order, by which only the first ones are read. */
const hasDueDelivery = (ctx: Pick<Ctx, 'sql'>): Fragment => ctx.sql`
  (select true from identity.webhook_delivery d
   where d.webhook_endpoint_id = w.webhook_endpoint_id and ${isDue(ctx)}
   order by d.position limit 1) is not null`

/** Whether an active endpoint has due deliveries. */
export async function hasDue(ctx: Ctx, webhook_endpoint_id: number): Promise<boolean> {
  const rows = await ctx.sql`
    select from identity.webhook_endpoint w join identity.client c on c.client_id = w.client_id
    where w.webhook_endpoint_id = ${webhook_endpoint_id} and ${isActive(ctx)} and ${hasDueDelivery(ctx)}`
  return rows.length > 0
}

const maxSwept = 500

export async function listDueEndpoints(ctx: Ctx): Promise<number[]> {
  const rows = await ctx.sql<{ webhook_endpoint_id: number }>`
    select w.webhook_endpoint_id from identity.webhook_endpoint w join identity.client c on c.client_id = w.client_id
    where ${isActive(ctx)} and (w.claimed_until is null or w.claimed_until <= platform.now())
      and ${hasDueDelivery(ctx)}
    order by w.webhook_endpoint_id limit ${maxSwept}`
  return rows.map(({ webhook_endpoint_id }) => webhook_endpoint_id)
}

/** The next endpoint of the same organization that waits for a worker; null if none does. */
export async function findNextDue(ctx: Ctx, webhook_endpoint_id: number): Promise<number | null> {
  const [row] = await ctx.sql<{ webhook_endpoint_id: number }>`
    select w.webhook_endpoint_id from identity.webhook_endpoint w join identity.client c on c.client_id = w.client_id
    where w.organization_id = (select organization_id from identity.webhook_endpoint
                               where webhook_endpoint_id = ${webhook_endpoint_id})
      and w.webhook_endpoint_id <> ${webhook_endpoint_id} and ${isActive(ctx)}
      and (w.claimed_until is null or w.claimed_until <= platform.now())
      and ${hasDueDelivery(ctx)}
    order by w.webhook_endpoint_id < ${webhook_endpoint_id}, w.webhook_endpoint_id limit 1`
  return row?.webhook_endpoint_id ?? null
}

export async function insertAttempt(
  { sql }: Ctx,
  { webhook_delivery_id, endpoint_organization_id: organization_id }: DueDelivery,
  { status, answer, fault, milliseconds }: WebhookResponse,
): Promise<void> {
  const row = { webhook_delivery_id, organization_id, milliseconds, http_status: status, fault, answer }
  await sql`insert into identity.webhook_attempt ${sql(row)}`
}

/** Minutes until the next attempt, by the number of attempts. The last entry is repeated until three days are over. */
const delays = [1, 5, 15, 60, 180, 360, 720]
const retryDays = 3

/** Sets the state after an attempt: delivered, scheduled for another attempt, or failed after three days. */
export async function settleDelivery({ sql }: Ctx, { webhook_delivery_id, attempts }: DueDelivery, delivered: boolean) {
  const minutes = delays[Math.min(attempts, delays.length - 1)]!
  await sql`
    update identity.webhook_delivery
    set attempts = attempts + 1, first_try_at = coalesce(first_try_at, platform.now()),
        next_try_at = platform.now() + make_interval(mins => ${minutes}),
        state = case when ${delivered} then 'delivered'
                     when first_try_at < platform.now() - make_interval(days => ${retryDays}) then 'failed'
                     else 'waiting' end,
        settled_at = case when ${delivered} or first_try_at < platform.now() - make_interval(days => ${retryDays})
                          then platform.now() end
    where webhook_delivery_id = ${webhook_delivery_id}`
}

/** Gives up an unsent delivery. */
export const failDelivery = ({ sql }: Ctx, { webhook_delivery_id }: DueDelivery) => sql`
  update identity.webhook_delivery set state = 'failed', settled_at = platform.now()
  where webhook_delivery_id = ${webhook_delivery_id} and state = 'waiting'`

export const recordSuccess = ({ sql }: Ctx, webhook_endpoint_id: number) => sql`
  update identity.webhook_endpoint set failures = 0, failing_since = null, held_until = null
  where webhook_endpoint_id = ${webhook_endpoint_id} and failures > 0`

/** After this many consecutive failures an endpoint is held before its next delivery. */
const toleratedFailures = 3

/**
 * Counts a failure or a slow response. From the third one on, the endpoint is held for 10 seconds to 15 minutes. Only
 * failures lead to a pause.
 */
export async function recordFailure({ sql }: Ctx, webhook_endpoint_id: number, reason: 'failed' | 'slow') {
  const [row] = await sql<{ is_held: boolean; failed_for_days: boolean }>`
    update identity.webhook_endpoint
    set failures = failures + 1,
        failing_since = case when ${reason === 'failed'} then coalesce(failing_since, platform.now()) end,
        held_until = case when failures + 1 >= ${toleratedFailures}
          then platform.now() + least(interval '15 minutes',
                                      interval '10 seconds' * power(2, least(failures + 1 - ${toleratedFailures}, 10))) end
    where webhook_endpoint_id = ${webhook_endpoint_id}
    returning held_until is not null as is_held,
              failing_since < platform.now() - make_interval(days => ${retryDays}) as failed_for_days`
  return row!
}

/** Pauses an endpoint; false if it was paused already. */
export async function pauseEndpoint({ sql }: Ctx, webhook_endpoint_id: number, reason: 'staff' | 'failing' | 'gone') {
  const rows = await sql`
    update identity.webhook_endpoint set paused_at = platform.now(), paused_why = ${reason}
    where webhook_endpoint_id = ${webhook_endpoint_id} and paused_at is null
    returning webhook_endpoint_id`
  return rows.length > 0
}
