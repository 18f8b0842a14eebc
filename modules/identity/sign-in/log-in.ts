import { verifyPassword } from '#modules/identity/credentials/password-hash.ts'
import { renewHash } from '#modules/identity/credentials/renew-hash.ts'
import { typedPassword } from '#modules/identity/credentials/typed-password.schema.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { findPersonByLogin } from '#modules/identity/people/person.sql.ts'
import { userStatus } from '#modules/identity/people/roles.ts'
import { awaitEnding } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { flag, id, optionalText, requiredText, z } from '#platform/schema.ts'
import { captchaToken } from './captcha-token.schema.ts'
import { completeSignIn, SignInResponse } from './complete-sign-in.ts'
import { provesHuman } from './proves-human.ts'
import { beginTry, forgetFailures } from './throttle.sql.ts'

export const logIn = operation({
  call: 'POST /user/login',
  summary: 'Signs in with a login id and password',
  may: anyone,
  takes: z.object({
    loginid: requiredText(peopleTexts.username),
    password: typedPassword(),
    isRememberMe: flag().optional(),
    /** Optional filter: a person of another role is refused. */
    lk_user_role_id: id().nullish(),
    // Fields in the contract; none of them ever replaces the password.
    email: optionalText(254),
    dob: optionalText(20),
    passwordless: flag().nullish(),
    /** The token of the human check, required after failed attempts (`captcha: true` in the refusal). */
    captcha: captchaToken(),
  }),
  gives: SignInResponse,
  fails: [identityErrors.invalidCredentials, identityErrors.tooManySignIns, identityErrors.signInGuarded],
  transaction: { own: 'a failed try must stay counted, and no connection waits while a password is hashed' },
  rate: 'sign-in',
  async run(ctx, { loginid, password, isRememberMe, lk_user_role_id, captcha }) {
    await beginTry(ctx, loginid, { human: await provesHuman(ctx, captcha) })
    const person = await findPersonByLogin(ctx, loginid)
    const isMatch = await verifyPassword(person?.password_hash ?? null, password)
    const isAdmitted = person && isMatch && person.lk_user_status_id !== userStatus.Disabled
    if (!isAdmitted || (lk_user_role_id && lk_user_role_id !== person.lk_user_role_id)) {
      await ctx.audit({ action: 'user.login_failed', subject_user_id: person?.user_id ?? null })
      throw identityErrors.invalidCredentials()
    }
    // Unscoped: the person, found by the login id, may belong to a parent organization.
    const result = await ctx.unscoped.tx(async (inner) => {
      await Promise.all([requireSamePassword(inner, person), forgetFailures(inner, person.loginid)])
      return completeSignIn(inner, person.user_id, { remember_me: isRememberMe ?? false })
    })
    await renewHash(ctx, person, password)
    return result
  },
})

type Verified = { user_id: number; password_hash: string | null }

/** A password that was changed while it was being verified is refused: its sessions have just been ended. */
async function requireSamePassword(ctx: Ctx, { user_id, password_hash }: Verified): Promise<void> {
  // Two statements: a row lock that does not conflict on the key returns the row in its state before the wait.
  const [, unchanged] = await Promise.all([
    awaitEnding(ctx, user_id),
    ctx.sql`select from identity.person where user_id = ${user_id} and password_hash = ${password_hash}`,
  ])
  if (unchanged.length === 0) throw identityErrors.invalidCredentials()
}
