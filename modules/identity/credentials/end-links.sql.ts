import { securityChanged } from '#modules/identity/facts.ts'
import type { Ctx } from '#platform/ctx.ts'

/** `user_id` may switch to `related_user_id`. */
export type Link = { user_id: number; related_user_id: number }

/**
 * Ends one link and notifies both owners; false if there is none. The caller must check the access to one end.
 * Unscoped: the link may be stored with the other end.
 */
export async function endLink(ctx: Ctx, { user_id, related_user_id }: Link): Promise<boolean> {
  const endedRows = await ctx.unscoped.sql`
    update identity.linked_account set ended_at = ${ctx.now}
    where user_id = ${user_id} and related_user_id = ${related_user_id} and ended_at is null
    returning user_id`
  if (endedRows.length === 0) return false
  for (const owner of [user_id, related_user_id])
    await ctx.emit(securityChanged, { user_id: owner, kind: 'account_unlinked' })
  return true
}

/**
 * Ends every link by which others switch to an account: the links were proved with the old password or factors.
 * Unscoped: the links belong to the other accounts.
 */
export async function endLinksTo(ctx: Ctx, related_user_id: number): Promise<void> {
  const endedRows = await ctx.unscoped.sql<{ user_id: number }>`
    update identity.linked_account set ended_at = ${ctx.now}
    where related_user_id = ${related_user_id} and ended_at is null
    returning user_id`
  for (const { user_id } of endedRows) await ctx.emit(securityChanged, { user_id, kind: 'account_unlinked' })
}

/** Ends all links of an account in both directions and notifies the other owners; returns how many. */
export async function endLinksOf(ctx: Ctx, user_id: number): Promise<number> {
  // Unscoped: a link is stored with the account that it starts from.
  const endedRows = await ctx.unscoped.sql<{ other: number }>`
    update identity.linked_account set ended_at = ${ctx.now}
    where (user_id = ${user_id} or related_user_id = ${user_id}) and ended_at is null
    returning case when user_id = ${user_id} then related_user_id else user_id end as other`
  for (const { other } of endedRows) await ctx.emit(securityChanged, { user_id: other, kind: 'account_unlinked' })
  return endedRows.length
}
