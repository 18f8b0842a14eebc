import { canManage } from '#modules/identity/people/people-scope.ts'
import type { Person } from '#modules/identity/people/person.sql.ts'
import { roleOf } from '#modules/identity/people/roles.ts'
import { lockRightsChanges } from '#modules/identity/rights/lock-rights-changes.sql.ts'
import { endSessionsOf } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

type Erasable = Pick<Person, 'user_id' | 'organization_id' | 'lk_user_role_id' | 'loginid' | 'email'>

/** The login id of an erased person: it reveals nothing and is unique. */
export const erasedLoginid = (user_id: number): string => `erased-${user_id}`

/** A student whom the caller may erase, including removed ones. Throws notFound. */
export async function selectErasable(ctx: Ctx, user_id: number): Promise<Erasable> {
  const [person] = await ctx.sql<Erasable>`
    select user_id, organization_id, lk_user_role_id, loginid, email from identity.person where user_id = ${user_id}`
  const isStudent = person && roleOf(person.lk_user_role_id) === 'Student'
  if (!isStudent || !canManage(ctx, person, 'DELETE')) throw errors.notFound()
  return person
}

/**
 * Removes a student permanently, in the caller's transaction: their sessions end, and no one can sign in or buy as
 * them.
 */
export async function closeForErasure(ctx: Ctx, user_id: number): Promise<void> {
  await lockRightsChanges(ctx)
  await ctx.sql`
    update identity.person set deleted_at = coalesce(deleted_at, platform.now()), updated_at = platform.now()
    where user_id = ${user_id}`
  await endSessionsOf(ctx, user_id)
}
