import { hashPassword } from '#modules/identity/credentials/password-hash.ts'
import { findLinkHolder, type LinkHolder, spendResetLink } from '#modules/identity/credentials/reset-link.sql.ts'
import { confirmAddress } from '#modules/identity/email-proof/email-proof.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { completeSignIn, SignInResponse } from '#modules/identity/sign-in/complete-sign-in.ts'
import { forgetAllFailures } from '#modules/identity/sign-in/throttle.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { newPassword, requireGoodPassword, samePasswords } from './password.schema.ts'
import { storePassword } from './store-password.ts'

export const setPassword = operation({
  call: 'POST /user/setPassword',
  summary:
    "Sets a password with a link's token, or the first password of a signed-in user. Signs in and ends every other session",
  may: anyone,
  takes: z
    .object({
      token: z.string().max(200).optional(),
      newPassword: newPassword(),
      confirmPassword: z.string().max(1_000),
    })
    .superRefine(samePasswords('newPassword')),
  gives: SignInResponse,
  fails: [identityErrors.linkExpired, identityErrors.weakPassword, identityErrors.proofNeeded],
  transaction: {
    own: 'no connection waits and no row is locked while a password is checked elsewhere and hashed',
  },
  rate: 'sign-in',
  async run(ctx, { token, newPassword }) {
    const holder = token ? await findLinkHolder(ctx, token) : await lockPersonWithoutPassword(ctx)
    if (!holder) throw identityErrors.linkExpired()
    const { loginid, email, first_name, last_name } = holder
    await requireGoodPassword(ctx, newPassword, [loginid, email, first_name, last_name], 'newPassword')
    const password_hash = await hashPassword(newPassword)
    return ctx.tx((inner) => choosePassword(inner, token, password_hash))
  },
})

async function choosePassword(
  visitedCtx: Ctx,
  token: string | undefined,
  password_hash: string,
): Promise<SignInResponse> {
  const { user_id, loginid } = token
    ? await spendResetLink(visitedCtx, token)
    : await lockPersonWithoutPassword(visitedCtx)
  // Unscoped from here on: the link's holder may belong to a parent organization.
  const ctx = visitedCtx.unscoped
  await storePassword(ctx, user_id, password_hash)
  if (token) await confirmAddress(ctx, user_id)
  await forgetAllFailures(ctx, loginid)
  await ctx.audit({ action: 'user.setPassword', subject: `user_id:${user_id}`, subject_user_id: user_id })
  return completeSignIn(ctx, user_id, { method: 'link' })
}

/** A person who signed up without a password may set one without a link after a recent proof; no one else may. */
async function lockPersonWithoutPassword(ctx: Ctx): Promise<LinkHolder> {
  if (ctx.actor.kind !== 'user') throw identityErrors.linkExpired()
  const [person] = await ctx.sql<LinkHolder>`
    select user_id, loginid, email, first_name, last_name, false as has_password from identity.person
    where user_id = ${ctx.actor.user_id} and password_hash is null for update`
  if (!person) throw identityErrors.linkExpired()
  await requireFreshProof(ctx)
  return person
}
