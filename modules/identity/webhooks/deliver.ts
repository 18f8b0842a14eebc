import { randomUUID } from 'node:crypto'
import { webhookPaused, webhooksDue } from '#modules/identity/facts.ts'
import { asTenant } from '#modules/identity/organizations/as-tenant.ts'
import type { Ctx } from '#platform/ctx.ts'
import { eventResponse } from '#platform/events/event-answer.schema.ts'
import { sealPort } from '#platform/ports.ts'
import {
  type ClaimedEndpoint,
  claimEndpoint,
  type DueDelivery,
  failDelivery,
  findNextDue,
  hasDue,
  insertAttempt,
  listDue,
  listDueEndpoints,
  lockDelivery,
  pauseEndpoint,
  recordFailure,
  recordSuccess,
  releaseEndpoint,
  settleDelivery,
} from './delivery.sql.ts'
import { signedHeaders } from './signature.ts'
import { type WebhookResponse, webhookTransport } from './transport.ts'

/** Requests to one endpoint at the same time. */
const lanes = 4
/** An endpoint gives up its worker after this time, so that a slow endpoint does not block others. */
const sliceMs = 5_000
const batchSize = 100
/** A receiver that takes longer is treated like a failing one, so that it does not block others. */
const slowMs = 3_000

/**
 * Delivers an endpoint's due events: in order within a subject, several subjects at a time. One worker serves an
 * endpoint at a time; a second one returns immediately.
 */
export async function deliverWebhooks(server: Ctx, webhook_endpoint_id: number, signal?: AbortSignal): Promise<void> {
  const claim = randomUUID()
  for (;;) {
    const endsAt = performance.now() + sliceMs
    const isOver = () => signal?.aborted === true || performance.now() >= endsAt
    try {
      if (!(await deliverSlice(server, webhook_endpoint_id, claim, isOver))) return
    } finally {
      await releaseEndpoint(server, webhook_endpoint_id, claim)
    }
    await enqueueEndpoint(server, await findNextDue(server, webhook_endpoint_id))
    // Jobs queued before the release found the endpoint claimed, so check again.
    if (!(await hasDue(server, webhook_endpoint_id))) return
    if (isOver()) return enqueueEndpoint(server, webhook_endpoint_id)
  }
}

async function enqueueEndpoint(server: Ctx, webhook_endpoint_id: number | null): Promise<void> {
  if (webhook_endpoint_id !== null) await server.tx((inner) => inner.emit(webhooksDue, { webhook_endpoint_id }))
}

/** Delivers batches until the slice is over or nothing is due; false if the endpoint could not be claimed. */
async function deliverSlice(server: Ctx, webhook_endpoint_id: number, claim: string, isOver: () => boolean) {
  for (let first = true; first || !isOver(); first = false) {
    const endpoint = await claimEndpoint(server, webhook_endpoint_id, claim)
    if (!endpoint) return !first
    const ctx = await asTenant(server, endpoint.organization_id)
    const deliveries = await listDue(server, webhook_endpoint_id, batchSize)
    if (deliveries.length === 0 || !(await deliverBatch(ctx, endpoint, deliveries, isOver))) return true
  }
  return true
}

/** Delivers a batch; returns false once the endpoint is held, paused or ended. Every lane ends before it throws. */
async function deliverBatch(
  ctx: Ctx,
  endpoint: ClaimedEndpoint,
  dueDeliveries: readonly DueDelivery[],
  isOver: () => boolean,
) {
  const subjects = [...Map.groupBy(dueDeliveries, ({ subject }) => subject).values()]
  let isOpen = true
  async function runLane() {
    for (let chain = subjects.shift(); chain && isOpen; chain = subjects.shift()) {
      for (const delivery of chain) {
        if (!isOpen || isOver()) return
        const outcome = await deliverOne(ctx, endpoint, delivery)
        if (outcome === 'stop') isOpen = false
        // Later deliveries of its subject wait for it.
        if (outcome !== 'settled') break
      }
    }
  }
  async function runGuardedLane() {
    try {
      await runLane()
    } catch (error) {
      isOpen = false
      throw error
    }
  }
  const results = await Promise.allSettled(Array.from({ length: lanes }, runGuardedLane))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return isOpen
}

/** `settled`: the next delivery of its subject may follow. */
type Outcome = 'settled' | 'failed' | 'stop'

async function deliverOne(ctx: Ctx, endpoint: ClaimedEndpoint, delivery: DueDelivery): Promise<Outcome> {
  if (!delivery.allowed) return ctx.tx((inner) => withhold(inner, endpoint, delivery))
  const event = eventResponse(delivery)
  const body = JSON.stringify(event)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Waypost-Webhooks/1.0',
    ...signedHeaders(event.id, await realNow(ctx), body, secretsOf(ctx, endpoint)),
  }
  const response = await ctx.use(webhookTransport).send({ url: endpoint.url, headers, body })
  return ctx.tx((inner) => recordResponse(inner, endpoint, delivery, response))
}

const withheldReason = 'not sent: the client may no longer read this event'

/** Gives up a delivery whose client lost its right to the event, and records the reason as an attempt. */
async function withhold(ctx: Ctx, { webhook_endpoint_id }: ClaimedEndpoint, delivery: DueDelivery): Promise<Outcome> {
  const current = await lockDelivery(ctx, webhook_endpoint_id, delivery.webhook_delivery_id)
  if (!current) return current === null ? 'stop' : 'settled'
  await insertAttempt(ctx, delivery, { status: null, answer: '', fault: withheldReason, milliseconds: 0 })
  await failDelivery(ctx, delivery)
  return 'settled'
}

/** Receivers compare the time of a signature with their own clock, also for events of a test organization. */
async function realNow({ sql, organization }: Ctx): Promise<Date> {
  const [row] = await sql<{ now: Date }>`
    select platform.now() - coalesce((select moved from identity.test_clock
                                      where organization_id = ${organization.organization_id}), interval '0') as now`
  return row!.now
}

function secretsOf(ctx: Ctx, { webhook_endpoint_id, secret, former_secret }: ClaimedEndpoint): Uint8Array[] {
  const sealer = ctx.use(sealPort)
  return [secret, ...(former_secret ? [former_secret] : [])].map((ciphertext) =>
    sealer.open(ciphertext, sealBinding(webhook_endpoint_id)),
  )
}

/** The record that an endpoint's secrets are sealed for. */
export const sealBinding = (webhook_endpoint_id: number): string => `webhook_endpoint:${webhook_endpoint_id}`

const isSuccess = ({ status }: WebhookResponse): boolean => status !== null && status >= 200 && status < 300

/** Records the attempt, and updates the delivery and its endpoint. */
async function recordResponse(
  ctx: Ctx,
  { webhook_endpoint_id, failures }: ClaimedEndpoint,
  delivery: DueDelivery,
  response: WebhookResponse,
): Promise<Outcome> {
  const current = await lockDelivery(ctx, webhook_endpoint_id, delivery.webhook_delivery_id)
  // Staff ended the endpoint, or the event was deleted, during the request.
  if (!current) return current === null ? 'stop' : 'settled'
  await insertAttempt(ctx, delivery, response)
  const delivered = isSuccess(response)
  await settleDelivery(ctx, delivery, delivered)
  if (delivered && response.milliseconds > slowMs) {
    const { is_held } = await recordFailure(ctx, webhook_endpoint_id, 'slow')
    return is_held ? 'stop' : 'settled'
  }
  if (delivered) {
    await recordSuccess(ctx, webhook_endpoint_id)
    return 'settled'
  }
  if (response.status === 410) {
    await pauseEndpoint(ctx, webhook_endpoint_id, 'gone')
    await auditPause(ctx, webhook_endpoint_id, 'gone')
    return 'stop'
  }
  const { is_held, failed_for_days } = await recordFailure(ctx, webhook_endpoint_id, 'failed')
  ctx.log.warn('webhook.failed', { webhook_endpoint_id, http_status: response.status, fault: response.fault, failures })
  if (!failed_for_days) return is_held ? 'stop' : 'failed'
  if (await pauseEndpoint(ctx, webhook_endpoint_id, 'failing')) {
    await auditPause(ctx, webhook_endpoint_id, 'failing')
    await ctx.emit(webhookPaused, { webhook_endpoint_id })
  }
  return 'stop'
}

const auditPause = (ctx: Ctx, webhook_endpoint_id: number, reason: string) =>
  ctx.audit({ action: 'webhook.pause', subject: `webhook_endpoint_id:${webhook_endpoint_id}`, after: { why: reason } })

/** Finds endpoints with deliveries that became due: after a pause, a lost worker, or a delay. */
export async function sweepWebhooks(ctx: Ctx): Promise<void> {
  await ctx.tx(async (inner) => {
    for (const webhook_endpoint_id of await listDueEndpoints(inner))
      await inner.emit(webhooksDue, { webhook_endpoint_id })
  })
}
