import { requesterContext } from '#modules/identity/rights/acting-for.sql.ts'
import type { ClientActor, UserActor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { holds, type PermissionKey } from '#platform/permissions.ts'
import { resolveProvenClient } from './resolve-client.sql.ts'

/**
 * Whether the caller still has permissions for an organization of the visited site, for work that lasts longer than a
 * request: their session, client or key may have ended since, and their rights may have been taken.
 */
export async function stillHasPermissions(
  ctx: Ctx,
  organization_id: number,
  keys: readonly PermissionKey[],
): Promise<boolean> {
  const actor = await findCurrentActor(ctx)
  if (!actor || !keys.every((key) => holds(actor, key))) return false
  return actor.assigned_organizations?.includes(organization_id) ?? true
}

async function findCurrentActor(ctx: Ctx): Promise<ClientActor | UserActor | null> {
  const { actor } = ctx
  if (actor.kind === 'client') return findClient(ctx, actor)
  return actor.kind === 'user' ? findUser(ctx, actor) : null
}

async function findClient(ctx: Ctx, { client_id, client_key_id }: ClientActor): Promise<ClientActor | null> {
  const current = await resolveProvenClient(ctx, client_id, ctx.request.address)
  if (!current?.allowed) return null
  if (client_key_id === undefined) return current.actor
  // Unscoped: the client may belong to a parent organization.
  const rows = await ctx.unscoped.sql`
    select from identity.client_key where client_key_id = ${client_key_id} and ended_at is null`
  return rows.length > 0 ? current.actor : null
}

async function findUser(ctx: Ctx, { user_id, session_id }: UserActor): Promise<UserActor | null> {
  // Unscoped: staff of parent organizations work here, too.
  const rows = await ctx.unscoped.sql`
    select from identity.session where session_id = ${session_id} and ended_at is null`
  const current = rows.length > 0 ? await requesterContext(ctx, user_id, ctx.organization.organization_id) : null
  return current?.actor.kind === 'user' ? current.actor : null
}
