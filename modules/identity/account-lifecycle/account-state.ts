import { lockRightsChanges } from '#modules/identity/rights/lock-rights-changes.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

type AccountState = { lk_user_status_id: number; removed: boolean; changed_at: string }

/**
 * Reads the values that enabling, disabling, removing and restoring change about a person in scope, removed or not.
 * They stay locked until the end of the caller's transaction.
 */
export async function accountStateOf(ctx: Ctx, user_id: number): Promise<AccountState | null> {
  await lockRightsChanges(ctx)
  const [state] = await ctx.sql<AccountState>`
    select lk_user_status_id, deleted_at is not null as removed, updated_at::text as changed_at
    from identity.person
    where user_id = ${user_id} and organization_id = any(${ctx.sql.array(ctx.organization.scope)}::int[])`
  return state ?? null
}
