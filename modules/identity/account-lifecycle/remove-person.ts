import { dropEmailChange } from '#modules/identity/emails/email-change.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { canManage } from '#modules/identity/people/people-scope.ts'
import { lockPerson, type Person } from '#modules/identity/people/person.sql.ts'
import { lockRightsChanges } from '#modules/identity/rights/lock-rights-changes.sql.ts'
import { isWithinRights } from '#modules/identity/rights/within-rights.ts'
import { endSessionsOf } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { SqlError } from '#platform/db/errors.ts'
import { errors } from '#platform/errors.ts'
import { erasedLoginid } from './erase-person.ts'

/**
 * Removes a person of the visited organization or one below it: their sessions end, and they can't be found until
 * restored. Callers must check the permission. Throws notFound for a person out of scope, ownRemoval for one's own
 * account, cannotRemove for a person with more rights.
 */
export async function removePerson(ctx: Ctx, user_id: number): Promise<Person> {
  if (ctx.actor.kind === 'user' && ctx.actor.user_id === user_id) throw identityErrors.ownRemoval()
  return ctx.tx(async (inner) => {
    await lockRightsChanges(inner)
    const person = await lockPerson(inner, user_id)
    if (!inner.organization.scope.includes(person.organization_id)) throw errors.notFound()
    if (!(await isWithinRights(inner, person))) throw identityErrors.cannotRemove()
    await inner.sql`
      update identity.person set deleted_at = platform.now(), updated_at = platform.now() where user_id = ${user_id}`
    await endSessionsOf(inner, user_id)
    await dropEmailChange(inner, user_id)
    return person
  })
}

type Removed = Pick<Person, 'user_id' | 'organization_id' | 'lk_user_role_id' | 'first_name' | 'last_name' | 'loginid'>

/** A removed person whose role the caller may remove. Throws notFound. */
export async function selectRemoved(ctx: Ctx, user_id: number): Promise<Removed> {
  const [row] = await ctx.sql<Removed>`
    select user_id, organization_id, lk_user_role_id, first_name, last_name, loginid from identity.person
    where user_id = ${user_id} and deleted_at is not null and loginid <> ${erasedLoginid(user_id)}`
  if (!row || !canManage(ctx, row, 'DELETE')) throw errors.notFound()
  return row
}

/**
 * Restores a removed person unchanged; they must sign in again. Throws notFound, cannotRemove for a person with more
 * rights, loginidInUse if someone else has taken the login id.
 */
export async function restorePerson(ctx: Ctx, user_id: number): Promise<Removed> {
  return ctx.tx(async (inner) => {
    await lockRightsChanges(inner)
    const removedPerson = await selectRemoved(inner, user_id)
    if (!(await isWithinRights(inner, removedPerson))) throw identityErrors.cannotRemove()
    try {
      const restored = await inner.sql`
        update identity.person set deleted_at = null, updated_at = platform.now()
        where user_id = ${user_id} and deleted_at is not null returning user_id`
      if (restored.length === 0) throw errors.notFound()
    } catch (error) {
      throw error instanceof SqlError && error.constraint === 'person_loginid' ? identityErrors.loginidInUse() : error
    }
    return removedPerson
  })
}
