import { isLiveClient } from '#modules/identity/clients/live-client.sql.ts'
import { webhooksDue } from '#modules/identity/facts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testEvent } from '#platform/events/event-types.ts'
import { maxPublished, type PublishedEvent, publishEvents } from '#platform/events/publish-events.ts'
import { mayRead } from './rights.sql.ts'

/** Publishes the committed events, and queues their deliveries with the same commit. */
export async function publishToWebhooks(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  for (let count = maxPublished; count === maxPublished && !signal?.aborted; )
    count = await ctx.tx(async (inner) => {
      const events = await publishEvents(inner.sql)
      if (events.length > 0)
        for (const webhook_endpoint_id of await insertDeliveries(inner, events))
          await inner.emit(webhooksDue, { webhook_endpoint_id })
      return events.length
    })
}

/**
 * Inserts a delivery for each endpoint whose client may read the event. A paused endpoint gets them when it resumes,
 * unless its receiver responded that it is gone. Returns the endpoints.
 */
async function insertDeliveries(ctx: Ctx, events: readonly PublishedEvent[]): Promise<number[]> {
  const { sql } = ctx
  const ids = events.map(({ event_id }) => event_id)
  const rows = await sql<{ webhook_endpoint_id: number }>`
    with added as (
      insert into identity.webhook_delivery (webhook_endpoint_id, organization_id, event_id, subject, position)
      select w.webhook_endpoint_id, w.organization_id, e.event_id, e.subject, e.position
      from platform.v_event e
      join identity.organization_closure x on x.descendant_id = e.organization_id
      join identity.client c on c.organization_id = x.ancestor_id and ${isLiveClient(ctx)}
      join identity.webhook_endpoint w on w.client_id = c.client_id
        and w.ended_at is null and w.paused_why is distinct from 'gone'
      where e.event_id = any(${sql.array(ids)}::uuid[])
        and case when e.type = ${testEvent} then (e.data ->> 'webhook_endpoint_id')::int = w.webhook_endpoint_id
                 else cardinality(w.event_types) = 0 or e.type = any(w.event_types) end
        and ${mayRead(ctx)}
      on conflict (webhook_endpoint_id, event_id) do nothing
      returning webhook_endpoint_id)
    select distinct webhook_endpoint_id from added`
  return rows.map(({ webhook_endpoint_id }) => webhook_endpoint_id)
}
