import type { UserActor } from '../../../platform/actor.ts'
import type { Ctx, Organization } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { userOf } from '../../../platform/permissions.ts'

/** Who asked for a task, and for which organization, as the task keeps it: the history names them. */
export type Asker = Pick<UserActor, 'user_id' | 'role' | 'organization_id' | 'viewed_by'>

export function askerOf(ctx: Ctx): Asker {
  const { user_id, role, organization_id, viewed_by } = userOf(ctx)
  return { user_id, role, organization_id, viewed_by }
}

/**
 * The context of a job in the name of who asked, for one organization. What they may do was checked when they asked, so
 * they hold no key here.
 */
export async function asAsker(ctx: Ctx, asker: Asker, organization_id: number): Promise<Ctx> {
  const [organization] = await ctx.sql<Omit<Organization, 'scope'>>`
    select organization_id, code, name, time_zone from identity.v_organization where organization_id = ${organization_id}`
  if (!organization) throw errors.notFound()
  return ctx.as({
    actor: { kind: 'user', ...asker, session_id: 0, permissions: new Set() },
    organization: { ...organization, scope: [organization_id] },
  })
}
