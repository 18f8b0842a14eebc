import { lockRightsChanges } from '#modules/identity/rights/lock-rights-changes.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

type AccountState = { lk_user_status_id: number; removed: boolean; changed_at: string }

/**
 * What enabling, disabling, removing and restoring change about a person in scope; also of a removed one. No one else
 * changes it until the end of the caller's transaction.
 */
export async function accountStateOf(ctx: Ctx, user_id: number): Promise<AccountState | null> {
  await lockRightsChanges(ctx)
  const [state] = await ctx.sql<AccountState>`
    select lk_user_status_id, deleted_at is not null as removed, updated_at::text as changed_at
    from identity.person
    where user_id = ${user_id} and organization_id = any(${ctx.sql.array(ctx.organization.scope)}::int[])`
  return state ?? null
}
