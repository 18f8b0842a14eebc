import { identityErrors } from '#modules/identity/errors.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { hashReference } from '#modules/identity/sessions/reference.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { admin, holds, ofVisited, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { lockClient } from './client.sql.ts'
import { newCredential, startOf } from './credential.ts'

/** The old and the new key, while a program changes from one to the other. */
const maxKeys = 2

export const addClientKey = operation({
  call: 'POST /client/addKey',
  added: true,
  summary:
    'Creates a key of a client. It is returned once; a client has two at most, so that one can replace the other',
  may: ofVisited(admin),
  takes: z.object({ client_id: id() }),
  gives: z.object({ client_key_id: z.int(), key: z.string() }),
  fails: [errors.notFound, identityErrors.cannotGrant, identityErrors.tooManyClientKeys, identityErrors.proofNeeded],
  async run(ctx, { client_id }) {
    await requireFreshProof(ctx)
    const { permissions } = await lockClient(ctx, client_id)
    if (!permissions.every((key) => holds(ctx.actor, key))) throw identityErrors.cannotGrant()
    const { sql, organization } = ctx
    const [count] = await sql<{ n: number }>`
      select count(*)::int as n from identity.client_key where client_id = ${client_id} and ended_at is null`
    if (count!.n >= maxKeys) throw identityErrors.tooManyClientKeys()
    const key = newCredential('live')
    const [row] = await sql<{ client_key_id: number }>`
      insert into identity.client_key ${sql({
        client_id,
        organization_id: organization.organization_id,
        start: startOf(key),
        key_hash: hashReference(key),
        created_by: userOf(ctx).user_id,
        created_at: ctx.now,
      })} returning client_key_id`
    await ctx.audit({
      action: 'client.addKey',
      subject: `client_id:${client_id}`,
      after: { client_key_id: row!.client_key_id, start: startOf(key) },
    })
    return { client_key_id: row!.client_key_id, key }
  },
})

/** Someone who stole a key may have redirected events to their own address, so these endpoints wait for an Admin. */
async function pauseEndpoints(ctx: Ctx, client_key_id: number): Promise<void> {
  const paused = await ctx.sql<{ webhook_endpoint_id: number }>`
    update identity.webhook_endpoint set paused_at = ${ctx.now}, paused_why = 'key_ended'
    where client_key_id = ${client_key_id} and organization_id = ${ctx.organization.organization_id}
      and ended_at is null and (paused_why is null or paused_why in ('staff', 'failing'))
    returning webhook_endpoint_id`
  for (const { webhook_endpoint_id } of paused)
    await ctx.audit({
      action: 'webhook.pause',
      subject: `webhook_endpoint_id:${webhook_endpoint_id}`,
      after: { why: 'key_ended' },
    })
}

export const endClientKey = operation({
  call: 'POST /client/endKey',
  added: true,
  summary: 'Revokes a key of a client with the tokens requested with it, and pauses the webhook endpoints that it set',
  may: ofVisited(admin),
  takes: z.object({ client_key_id: id() }),
  gives: z.object({}),
  fails: [errors.notFound],
  async run(ctx, { client_key_id }) {
    const { sql, now, organization } = ctx
    const [key] = await sql<{ client_id: number; start: string }>`
      update identity.client_key set ended_at = ${now}
      where client_key_id = ${client_key_id} and organization_id = ${organization.organization_id} and ended_at is null
      returning client_id, start`
    if (!key) throw errors.notFound()
    await sql`delete from identity.client_token where client_key_id = ${client_key_id}`
    await ctx.audit({
      action: 'client.endKey',
      subject: `client_id:${key.client_id}`,
      before: { client_key_id, start: key.start },
    })
    await pauseEndpoints(ctx, client_key_id)
    return {}
  },
})
