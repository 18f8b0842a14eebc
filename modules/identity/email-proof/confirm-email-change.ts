import { lockSignInMethods } from '#modules/identity/credentials/sign-in-methods.sql.ts'
import { insertEmail } from '#modules/identity/emails/email.sql.ts'
import { dropEmailChange, type EmailChange, findEmailChange } from '#modules/identity/emails/email-change.sql.ts'
import { isFreeLoginid } from '#modules/identity/people/availability.sql.ts'
import { type Person, selectPerson } from '#modules/identity/people/person.sql.ts'
import { endSessionsOf } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { userOf } from '#platform/permissions.ts'
import { isAddressProven, markAddressProven } from './email-proof.sql.ts'

/**
 * Gives the caller the address whose link they hold: it is proven, links sent to the old address are void, other
 * sessions end, and the old address is notified. False for a token that does not belong to the caller's request.
 */
export async function confirmEmailChange(visitedCtx: Ctx, token: string): Promise<boolean> {
  const { user_id, session_id } = userOf(visitedCtx)
  // Unscoped: the person may belong to a parent organization.
  const ctx = visitedCtx.unscoped
  await lockSignInMethods(ctx, user_id)
  const change = await findEmailChange(visitedCtx, token)
  if (change?.user_id !== user_id) return false
  const before = await selectPerson(ctx, user_id)
  await updateSignIn(ctx, before, change)
  await markAddressProven(visitedCtx, user_id, { keep: session_id })
  await endSessionsOf(ctx, user_id, { except: session_id })
  await dropEmailChange(ctx, user_id)
  const { organization_id } = before
  await insertEmail(ctx, { user_id, organization_id, kind: 'sign-in-changed', to_email: before.email })
  return true
}

async function updateSignIn(ctx: Ctx, before: Person, { email, with_loginid }: EmailChange): Promise<void> {
  const { user_id } = before
  // If the login id was taken in the meantime, the old one stays.
  const loginid = with_loginid && (await isFreeLoginid(ctx, email, user_id)) ? email : before.loginid
  // If the old address was never proven, this is the first proof, which `markAddressProven` records.
  const email_proven_at = (await isAddressProven(ctx, user_id)) ? ctx.now : null
  await ctx.sql`
    update identity.person set ${ctx.sql({ email, loginid, email_proven_at })}, updated_at = platform.now()
    where user_id = ${user_id}`
  await ctx.sql`
    update identity.password_reset set used_at = ${ctx.now} where user_id = ${user_id} and used_at is null`
  await ctx.audit({
    action: 'user.changeEmail',
    subject: `user_id:${user_id}`,
    subject_user_id: user_id,
    before: { email: before.email, loginid: before.loginid },
    after: { email, loginid },
  })
}
