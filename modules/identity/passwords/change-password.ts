import { hashPassword, verifyPassword } from '#modules/identity/credentials/password-hash.ts'
import { typedPassword } from '#modules/identity/credentials/typed-password.schema.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { beginTry, forgetFailures } from '#modules/identity/sign-in/throttle.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { newPassword, requireGoodPassword, samePasswords } from './password.schema.ts'
import { storePassword } from './store-password.ts'

type PasswordOwner = {
  loginid: string
  email: string
  first_name: string
  last_name: string
  password_hash: string | null
}

export const changePassword = operation({
  call: 'POST /user/changePassword',
  summary: "Changes the caller's password and ends every other session",
  may: signedIn,
  takes: z
    .object({
      oldPassword: typedPassword(),
      newPassword: newPassword(),
      confirmPassword: z.string().max(1_000),
    })
    .superRefine(samePasswords('newPassword')),
  gives: z.object({}),
  fails: [
    identityErrors.wrongPassword,
    identityErrors.tooManySignIns,
    identityErrors.signInGuarded,
    identityErrors.weakPassword,
  ],
  transaction: { own: 'a failed try must stay counted: a stolen session must not become a way to guess the password' },
  rate: 'sign-in',
  async run(ctx, { oldPassword, newPassword }) {
    const { user_id, session_id } = userOf(ctx)
    const person = await selectOwn(ctx, user_id)
    await beginTry(ctx, person.loginid)
    if (!(await verifyPassword(person.password_hash, oldPassword))) {
      await ctx.audit({ action: 'user.prove_failed', subject: `user_id:${user_id}`, subject_user_id: user_id })
      throw identityErrors.wrongPassword()
    }
    const personalWords = [person.loginid, person.email, person.first_name, person.last_name]
    await requireGoodPassword(ctx, newPassword, personalWords, 'newPassword')
    const password_hash = await hashPassword(newPassword)
    await ctx.tx(async (inner) => {
      await forgetFailures(inner, person.loginid)
      await storePassword(inner, user_id, password_hash, { keep: session_id })
      await inner.audit({ action: 'user.changePassword', subject: `user_id:${user_id}` })
    })
    return {}
  },
})

async function selectOwn(ctx: Ctx, user_id: number): Promise<PasswordOwner> {
  const [passwordOwner] = await ctx.sql<PasswordOwner>`
    select loginid, email, first_name, last_name, password_hash from identity.person where user_id = ${user_id}`
  if (!passwordOwner) throw errors.notFound()
  return passwordOwner
}
