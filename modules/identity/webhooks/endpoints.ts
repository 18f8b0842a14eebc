import { lockClient } from '#modules/identity/clients/client.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { webhookRedirected, webhooksDue, webhookTested } from '#modules/identity/facts.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { changesOf } from '#platform/audit/changes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { clientIdOf, ownOrganizationOf, personIdOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { pauseEndpoint } from './delivery.sql.ts'
import {
  type Endpoint,
  type EndpointRow,
  endEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  lockEndpointCount,
  maxEndpoints,
  replaceSecret,
  requireRights,
  resumeEndpoint,
  updateEndpoint,
  updateKey,
} from './endpoint.sql.ts'
import { newSecret, secretText } from './signature.ts'
import { webhookTransport } from './transport.ts'
import { endpointFields, ListedEndpoint, NewEndpoint } from './webhook.schema.ts'
import { managesWebhooks } from './webhook-policy.ts'

const endpointId = { webhook_endpoint_id: id() }
const subjectOf = (webhook_endpoint_id: number) => `webhook_endpoint_id:${webhook_endpoint_id}`

export const fetchWebhooks = operation({
  call: 'GET /webhooks',
  added: true,
  summary: "Lists the webhook endpoints of the organization's clients; for a client its own",
  may: managesWebhooks,
  takes: z.object({}),
  gives: z.object({ endpoints: z.array(ListedEndpoint) }),
  clients: 'listWebhookEndpoints',
  run: async (ctx) => ({ endpoints: (await listEndpoints(ctx)).map(listedEndpoint) }),
})

function stateOf(paused_why: EndpointRow['paused_why']): ListedEndpoint['state'] {
  if (paused_why === null) return 'active'
  return paused_why === 'staff' ? 'paused' : paused_why
}

const listedEndpoint = ({
  created_at,
  paused_why,
  failing_since,
  former_until,
  ...endpoint
}: EndpointRow): ListedEndpoint => ({
  ...endpoint,
  state: stateOf(paused_why),
  created_at: created_at.toISOString(),
  failing_since: failing_since?.toISOString() ?? null,
  former_secret_until: former_until?.toISOString() ?? null,
})

export const createWebhook = operation({
  call: 'POST /webhook/create',
  added: true,
  summary: 'Creates a webhook endpoint of a client. Its secret is returned once',
  may: managesWebhooks,
  takes: NewEndpoint,
  gives: z.object({ webhook_endpoint_id: z.int(), secret: z.string() }),
  fails: [
    errors.notFound,
    identityErrors.cannotGrant,
    identityErrors.webhookUrl,
    identityErrors.tooManyWebhooks,
    identityErrors.proofNeeded,
  ],
  clients: 'createWebhookEndpoint',
  async run(ctx, { client_id, url, event_types }) {
    const owner = await selectOwner(ctx, client_id ?? null)
    requireAcceptedUrl(ctx, url)
    if ((await lockEndpointCount(ctx, owner.client_id)) >= maxEndpoints) throw identityErrors.tooManyWebhooks()
    const secret = newSecret()
    const endpoint = {
      ...owner,
      url,
      event_types: [...new Set(event_types)],
      created_by: personIdOf(ctx),
      client_key_id: callerKeyId(ctx),
    }
    const webhook_endpoint_id = await insertEndpoint(ctx, endpoint, secret)
    await ctx.audit({
      action: 'webhook.create',
      subject: subjectOf(webhook_endpoint_id),
      after: { client_id: owner.client_id, url, event_types: endpoint.event_types },
    })
    await reportRedirection(ctx, webhook_endpoint_id)
    return { webhook_endpoint_id, secret: secretText(secret) }
  },
})

/** The client of a new endpoint: the caller itself, or a client of the Admin's organization. */
async function selectOwner(
  ctx: Ctx,
  client_id: number | null,
): Promise<Pick<Endpoint, 'client_id' | 'organization_id'>> {
  const callerId = clientIdOf(ctx)
  if (callerId !== null) {
    if (client_id !== null && client_id !== callerId) throw errors.notFound()
    return { client_id: callerId, organization_id: ownOrganizationOf(ctx) }
  }
  await requireFreshProof(ctx)
  if (client_id === null) throw errors.notFound()
  const { permissions } = await lockClient(ctx, client_id)
  requireRights(ctx, permissions)
  return { client_id, organization_id: ctx.organization.organization_id }
}

const callerKeyId = ({ actor }: Ctx): number | null => (actor.kind === 'client' ? (actor.client_key_id ?? null) : null)

/** Notifies a client's contacts that it set an address itself: its credential may be stolen. */
async function reportRedirection(ctx: Ctx, webhook_endpoint_id: number): Promise<void> {
  if (clientIdOf(ctx) !== null) await ctx.emit(webhookRedirected, { webhook_endpoint_id })
}

function requireAcceptedUrl(ctx: Ctx, url: string): void {
  if (!ctx.use(webhookTransport).accepts(url)) throw identityErrors.webhookUrl()
}

/** Staff must prove their identity; a client has only its credential. */
async function requireProof(ctx: Ctx): Promise<void> {
  if (clientIdOf(ctx) === null) await requireFreshProof(ctx)
}

export const saveWebhook = operation({
  call: 'PUT /webhook/save',
  added: true,
  summary: 'Changes the address and the types of a webhook endpoint. Waiting events go to the new address',
  may: managesWebhooks,
  takes: z.object({ ...endpointId, ...endpointFields }),
  gives: z.object({}),
  fails: [errors.notFound, identityErrors.cannotGrant, identityErrors.webhookUrl, identityErrors.proofNeeded],
  clients: 'updateWebhookEndpoint',
  async run(ctx, { webhook_endpoint_id, url, event_types }) {
    await requireProof(ctx)
    const before = await lockEndpoint(ctx, webhook_endpoint_id)
    requireRights(ctx, before.permissions)
    requireAcceptedUrl(ctx, url)
    const form = { url, event_types: [...new Set(event_types)] }
    await updateEndpoint(ctx, webhook_endpoint_id, form)
    if (url !== before.url) {
      await updateKey(ctx, webhook_endpoint_id, callerKeyId(ctx))
      await reportRedirection(ctx, webhook_endpoint_id)
    }
    const changes = changesOf<Record<keyof typeof form, unknown>>(before, form, ['url', 'event_types'])
    await ctx.audit({ action: 'webhook.save', subject: subjectOf(webhook_endpoint_id), ...changes })
    return {}
  },
})

export const rotateWebhookSecret = operation({
  call: 'POST /webhook/rotateSecret',
  added: true,
  summary: 'Creates a new secret for a webhook endpoint and returns it once. Both secrets sign for 24 hours',
  may: managesWebhooks,
  takes: z.object(endpointId),
  gives: z.object({ secret: z.string() }),
  fails: [errors.notFound, identityErrors.cannotGrant, identityErrors.proofNeeded],
  audit: ({ webhook_endpoint_id }) => ({ action: 'webhook.rotateSecret', subject: subjectOf(webhook_endpoint_id) }),
  clients: 'createWebhookSecret',
  async run(ctx, { webhook_endpoint_id }) {
    await requireProof(ctx)
    const { permissions } = await lockEndpoint(ctx, webhook_endpoint_id)
    requireRights(ctx, permissions)
    const secret = newSecret()
    await replaceSecret(ctx, webhook_endpoint_id, secret)
    return { secret: secretText(secret) }
  },
})

export const testWebhook = operation({
  call: 'POST /webhook/test',
  added: true,
  summary: 'Sends the event webhook.test to a webhook endpoint',
  may: managesWebhooks,
  takes: z.object(endpointId),
  gives: z.object({}),
  fails: [errors.notFound],
  audit: ({ webhook_endpoint_id }) => ({ action: 'webhook.test', subject: subjectOf(webhook_endpoint_id) }),
  rate: { name: 'webhook-test', perMinute: 10, burst: 5 },
  clients: 'sendTestEvent',
  async run(ctx, { webhook_endpoint_id }) {
    const { organization_id } = await lockEndpoint(ctx, webhook_endpoint_id)
    await ctx.emit(webhookTested, { webhook_endpoint_id, organization_id })
    return {}
  },
})

export const pauseWebhook = operation({
  call: 'POST /webhook/pause',
  added: true,
  summary: 'Stops deliveries to a webhook endpoint. Events wait for up to 30 days',
  may: managesWebhooks,
  takes: z.object(endpointId),
  gives: z.object({}),
  fails: [errors.notFound],
  clients: 'deactivateWebhookEndpoint',
  async run(ctx, { webhook_endpoint_id }) {
    await lockEndpoint(ctx, webhook_endpoint_id)
    if (await pauseEndpoint(ctx, webhook_endpoint_id, 'staff'))
      await ctx.audit({
        action: 'webhook.pause',
        subject: subjectOf(webhook_endpoint_id),
        after: { why: 'staff' },
      })
    return {}
  },
})

export const resumeWebhook = operation({
  call: 'POST /webhook/resume',
  added: true,
  summary: 'Resumes deliveries to a paused webhook endpoint, starting with waiting events',
  may: managesWebhooks,
  takes: z.object(endpointId),
  gives: z.object({}),
  fails: [errors.notFound, identityErrors.cannotGrant],
  clients: 'activateWebhookEndpoint',
  async run(ctx, { webhook_endpoint_id }) {
    const { paused_why, permissions } = await lockEndpoint(ctx, webhook_endpoint_id)
    requireRights(ctx, permissions)
    await resumeEndpoint(ctx, webhook_endpoint_id)
    await ctx.emit(webhooksDue, { webhook_endpoint_id })
    await ctx.audit({ action: 'webhook.resume', subject: subjectOf(webhook_endpoint_id), before: { why: paused_why } })
    return {}
  },
})

export const endWebhook = operation({
  call: 'POST /webhook/end',
  added: true,
  summary: 'Removes a webhook endpoint and its waiting events',
  may: managesWebhooks,
  takes: z.object(endpointId),
  gives: z.object({}),
  fails: [errors.notFound],
  audit: ({ webhook_endpoint_id }) => ({ action: 'webhook.end', subject: subjectOf(webhook_endpoint_id) }),
  clients: 'removeWebhookEndpoint',
  async run(ctx, { webhook_endpoint_id }) {
    await lockEndpoint(ctx, webhook_endpoint_id)
    await endEndpoint(ctx, webhook_endpoint_id)
    return {}
  },
})
