import type { Ctx } from '../../../platform/ctx.ts'
import { holds } from '../../../platform/permissions.ts'
import { identityErrors } from '../errors.ts'
import { insertLetter } from '../letters/letter.sql.ts'
import type { Person } from '../people/person.sql.ts'
import { roleOf } from '../people/roles.ts'
import { effectivePermissions } from '../permissions.ts'
import { selectPermissionRows } from '../rights/permission-rows.sql.ts'
import { requireFreshProof } from '../sessions/proof.ts'

type SignInData = Pick<Person, 'email' | 'loginid'>

/** Whether somebody holds nothing that the caller lacks: links for a new password go to the e-mail address. */
export async function isWithinRights(ctx: Ctx, person: Pick<Person, 'user_id' | 'lk_user_role_id'>): Promise<boolean> {
  const held = effectivePermissions(roleOf(person.lk_user_role_id), await selectPermissionRows(ctx, person.user_id))
  return [...held].every((key) => holds(ctx.actor, key))
}

/**
 * Before somebody's e-mail address or login id is changed. The person proves once more who they are; staff may do it for
 * nobody who holds more than they do: whoever reads the mail can choose the password.
 */
export async function requireSignInChange(ctx: Ctx, person: Person): Promise<void> {
  if (ctx.actor.kind === 'user' && ctx.actor.user_id === person.user_id) return requireFreshProof(ctx)
  if (!(await isWithinRights(ctx, person))) throw identityErrors.aboveYou()
}

/** After it: links that were sent before are void, and both addresses hear of it. */
export async function tellOfSignInChange(ctx: Ctx, before: Person, after: SignInData): Promise<void> {
  const { user_id, organization_id } = before
  await ctx.sql`
    update identity.password_reset set used_at = ${ctx.now} where user_id = ${user_id} and used_at is null`
  for (const to_email of new Set([before.email, after.email])) {
    await insertLetter(ctx, { user_id, organization_id, kind: 'sign-in-changed', to_email })
  }
}
