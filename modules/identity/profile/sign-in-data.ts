import type { Ctx } from '../../../platform/ctx.ts'
import { insertLetter } from '../letters/letter.sql.ts'
import type { Person } from '../people/person.sql.ts'
import { requireWithinRights } from '../rights/within-rights.ts'
import { requireFreshProof } from '../sessions/proof.ts'

type SignInData = Pick<Person, 'email' | 'loginid'>

/**
 * Before somebody's e-mail address or login id is changed. Staff may do it for nobody who may do more than they, for
 * whoever reads the mail can choose the password; and whoever does it proves once more who they are.
 */
export async function requireSignInChange(ctx: Ctx, person: Person): Promise<void> {
  if (ctx.actor.kind !== 'user' || ctx.actor.user_id !== person.user_id) await requireWithinRights(ctx, person)
  await requireFreshProof(ctx)
}

/** After it: links that were sent before are void, another address is unproven, and both addresses hear of it. */
export async function tellOfSignInChange(ctx: Ctx, before: Person, after: SignInData): Promise<void> {
  const { user_id, organization_id } = before
  await ctx.sql`
    update identity.password_reset set used_at = ${ctx.now} where user_id = ${user_id} and used_at is null`
  if (before.email.toLowerCase() !== after.email.toLowerCase())
    await ctx.sql`update identity.person set email_proven_at = null where user_id = ${user_id}`
  for (const to_email of new Set([before.email, after.email])) {
    await insertLetter(ctx, { user_id, organization_id, kind: 'sign-in-changed', to_email })
  }
}
