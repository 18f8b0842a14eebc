import type { ClientPermission } from '#modules/identity/clients/client-permissions.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { clientIdOf, holds } from '#platform/permissions.ts'
import { sealPort } from '#platform/ports.ts'
import { sealBinding } from './deliver.ts'

type PauseReason = 'staff' | 'failing' | 'gone' | 'key_ended'

export type EndpointRow = {
  webhook_endpoint_id: number
  client_id: number
  client_name: string
  url: string
  event_types: string[]
  created_at: Date
  paused_why: PauseReason | null
  failing_since: Date | null
  former_until: Date | null
  waiting: number
}

/** The maximum number of endpoints of a client. */
export const maxEndpoints = 10
/** More endpoints than the clients of an organization can have. */
const maxListed = 500
const maxCounted = 1_000

/** The endpoints the caller manages: a client's own, or all of an Admin's organization. */
export const managedBy = (ctx: Pick<Ctx, 'actor' | 'organization'>) =>
  ctx.actor.kind === 'client'
    ? { client_id: ctx.actor.client_id, organization_id: ctx.actor.organization_id }
    : { client_id: null, organization_id: ctx.organization.organization_id }

/** The caller's endpoints, without ended ones. */
export async function listEndpoints(ctx: Ctx): Promise<EndpointRow[]> {
  const { client_id, organization_id } = managedBy(ctx)
  return ctx.sql<EndpointRow>`
  select w.webhook_endpoint_id, w.client_id, c.name as client_name, w.url, w.event_types, w.created_at, w.paused_why,
         w.failing_since, case when w.former_until > platform.now() then w.former_until end as former_until, d.waiting
  from identity.webhook_endpoint w
  join identity.client c on c.client_id = w.client_id
  cross join lateral (
    select count(*)::int as waiting from (
      select from identity.webhook_delivery d
      where d.webhook_endpoint_id = w.webhook_endpoint_id and d.state = 'waiting' limit ${maxCounted}) first) d
  where w.organization_id = ${organization_id} and w.ended_at is null
    and (${client_id}::int is null or w.client_id = ${client_id})
  order by w.webhook_endpoint_id limit ${maxListed}`
}

export type Endpoint = {
  webhook_endpoint_id: number
  client_id: number
  organization_id: number
  url: string
  event_types: string[]
  paused_why: PauseReason | null
  /** The permissions of its client. */
  permissions: ClientPermission[]
}

/** An endpoint that the caller must manage; locks it. Throws notFound. */
export async function lockEndpoint(ctx: Ctx, webhook_endpoint_id: number): Promise<Endpoint> {
  const { client_id, organization_id } = managedBy(ctx)
  const [row] = await ctx.sql<Endpoint>`
    select webhook_endpoint_id, client_id, organization_id, url, event_types, paused_why,
           (select c.permissions from identity.client c where c.client_id = w.client_id) as permissions
    from identity.webhook_endpoint w
    where webhook_endpoint_id = ${webhook_endpoint_id} and organization_id = ${organization_id} and ended_at is null
      and (${client_id}::int is null or client_id = ${client_id})
    for update`
  if (!row) throw errors.notFound()
  return row
}

/**
 * An Admin can read everything that a client's endpoint receives. Throws cannotGrant for an Admin who lacks one of the
 * client's permissions. A client always has its own permissions.
 */
export function requireRights(ctx: Ctx, permissions: readonly ClientPermission[]): void {
  if (clientIdOf(ctx) === null && !permissions.every((key) => holds(ctx.actor, key))) throw identityErrors.cannotGrant()
}

/** Locked until the transaction ends, so that concurrent requests do not exceed the limit. */
export async function lockEndpointCount({ sql }: Ctx, client_id: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('identity.webhook_endpoint'), ${client_id})`
  const [row] = await sql<{ n: number }>`
    select count(*)::int as n from identity.webhook_endpoint
    where client_id = ${client_id} and ended_at is null`
  return row!.n
}

type NewEndpoint = {
  client_id: number
  organization_id: number
  url: string
  event_types: readonly string[]
  created_by: number | null
  client_key_id: number | null
}

/** Inserts an endpoint with its secret, which is sealed for its id. */
export async function insertEndpoint(ctx: Ctx, endpoint: NewEndpoint, secret: Uint8Array): Promise<number> {
  const { sql } = ctx
  const row = { ...endpoint, event_types: sql.array([...endpoint.event_types]), secret: Buffer.alloc(0) }
  const [insertedRow] = await sql<{ webhook_endpoint_id: number }>`
    insert into identity.webhook_endpoint (client_id, organization_id, url, event_types, created_by,
                                           client_key_id, secret)
    values (${row.client_id}, ${row.organization_id}, ${row.url}, ${row.event_types}::text[], ${row.created_by},
            ${row.client_key_id}, ${row.secret})
    returning webhook_endpoint_id`
  const { webhook_endpoint_id } = insertedRow!
  await sql`
    update identity.webhook_endpoint set secret = ${sealSecret(ctx, webhook_endpoint_id, secret)}
    where webhook_endpoint_id = ${webhook_endpoint_id}`
  return webhook_endpoint_id
}

const sealSecret = (ctx: Ctx, webhook_endpoint_id: number, secret: Uint8Array): Buffer =>
  ctx.use(sealPort).seal(secret, sealBinding(webhook_endpoint_id))

/** How long the former secret keeps signing. */
const overlapHours = 24

export const replaceSecret = (ctx: Ctx, webhook_endpoint_id: number, secret: Uint8Array) => ctx.sql`
  update identity.webhook_endpoint
  set former_secret = secret, former_until = platform.now() + make_interval(hours => ${overlapHours}),
      secret = ${sealSecret(ctx, webhook_endpoint_id, secret)}
  where webhook_endpoint_id = ${webhook_endpoint_id}`

export const updateEndpoint = (
  { sql }: Ctx,
  webhook_endpoint_id: number,
  { url, event_types }: { url: string; event_types: readonly string[] },
) => sql`
  update identity.webhook_endpoint set url = ${url}, event_types = ${sql.array([...event_types])}::text[]
  where webhook_endpoint_id = ${webhook_endpoint_id}`

/** Records the key that changed the address of an endpoint; null for staff. */
export const updateKey = ({ sql }: Ctx, webhook_endpoint_id: number, client_key_id: number | null) => sql`
  update identity.webhook_endpoint set client_key_id = ${client_key_id}
  where webhook_endpoint_id = ${webhook_endpoint_id}`

/** Resumes deliveries to an endpoint, and resets its failures. */
export const resumeEndpoint = ({ sql }: Ctx, webhook_endpoint_id: number) => sql`
  update identity.webhook_endpoint
  set paused_at = null, paused_why = null, failures = 0, failing_since = null, held_until = null
  where webhook_endpoint_id = ${webhook_endpoint_id}`

/** Ends an endpoint and discards its waiting deliveries. */
export async function endEndpoint({ sql }: Ctx, webhook_endpoint_id: number): Promise<void> {
  await sql`
    update identity.webhook_endpoint set ended_at = platform.now() where webhook_endpoint_id = ${webhook_endpoint_id}`
  await sql`
    delete from identity.webhook_delivery
    where webhook_endpoint_id = ${webhook_endpoint_id} and state = 'waiting'`
}
