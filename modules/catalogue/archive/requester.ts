import { requesterContext } from '#modules/identity/index.ts'
import type { UserActor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { holds, type PermissionKey, userOf, worksForVisited } from '#platform/permissions.ts'
import { ArchiveRefused } from './archive-refused.ts'

/** A task's requester, as stored in the task and shown in the history. */
export type Requester = Pick<UserActor, 'user_id' | 'viewed_by'>

export function requesterOf(ctx: Ctx): Requester {
  const { user_id, viewed_by } = userOf(ctx)
  return { user_id, viewed_by }
}

/**
 * The context of a job in the requester's name, for one organization, with current permissions. Throws ArchiveRefused
 * if they no longer hold this permission there.
 */
export async function asRequester(
  ctx: Ctx,
  requester: Requester,
  organization_id: number,
  key: PermissionKey,
): Promise<Ctx> {
  const ctxOfRequester = await requesterContext(ctx, requester.user_id, organization_id)
  if (!ctxOfRequester || !holds(ctxOfRequester.actor, key) || !worksForVisited(ctxOfRequester))
    throw new ArchiveRefused('noRight')
  return ctxOfRequester.as({
    actor: { ...userOf(ctxOfRequester), viewed_by: requester.viewed_by },
    organization: { ...ctxOfRequester.organization, scope: [organization_id] },
  })
}
