import { createHmac, randomBytes } from 'node:crypto'
import { hashReference, isReference } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { secretPort } from '#platform/ports.ts'

type Owner = { organization_id: number; user_id: number }

/** The token of a link, derived from its seed and the server's key, so that neither alone reveals it. */
const tokenOf = ({ use }: Pick<Ctx, 'use'>, seed: Uint8Array): string =>
  createHmac('sha256', use(secretPort)).update('calendar link').update(seed).digest('base64url')

/** Creates a person's link at an organization and ends the previous one. The lock ensures that only one remains. */
export async function replaceCalendarLink(ctx: Ctx, owner: Owner): Promise<{ calendar_link_id: number }> {
  await ctx.sql`select pg_advisory_xact_lock(hashtext('learning.calendar_link'), ${owner.user_id})`
  await endCalendarLink(ctx, owner)
  const seed = randomBytes(32)
  const [row] = await ctx.sql<{ calendar_link_id: number }>`
    insert into learning.calendar_link (organization_id, user_id, seed, token_hash, created_at)
    values (${owner.organization_id}, ${owner.user_id}, ${seed}, ${hashReference(tokenOf(ctx, seed))}, ${ctx.now})
    returning calendar_link_id`
  return row!
}

/** Ends the link of a person and returns its id; null if there is none. */
export async function endCalendarLink(ctx: Ctx, { organization_id, user_id }: Owner): Promise<number | null> {
  const [row] = await ctx.sql<{ calendar_link_id: number }>`
    update learning.calendar_link set ended_at = ${ctx.now}
    where organization_id = ${organization_id} and user_id = ${user_id} and ended_at is null
    returning calendar_link_id`
  return row?.calendar_link_id ?? null
}

/** The link of a person; its token is null if the server's secret has changed since. */
export async function findCalendarLink(
  ctx: Ctx,
  { organization_id, user_id }: Owner,
): Promise<{ created_at: Date; token: string | null } | null> {
  const [row] = await ctx.sql<{ created_at: Date; seed: Buffer; token_hash: Buffer }>`
    select created_at, seed, token_hash from learning.calendar_link
    where organization_id = ${organization_id} and user_id = ${user_id} and ended_at is null`
  if (!row) return null
  const token = tokenOf(ctx, row.seed)
  return { created_at: row.created_at, token: hashReference(token).equals(row.token_hash) ? token : null }
}

/** The person and organization of a working link. Unscoped: the token is the secret, and works on every site. */
export async function findCalendarOwner(ctx: Ctx, token: string): Promise<Owner | null> {
  if (!isReference(token)) return null
  const [row] = await ctx.unscoped.sql<Owner>`
    select organization_id, user_id from learning.calendar_link
    where token_hash = ${hashReference(token)} and ended_at is null`
  return row ?? null
}
