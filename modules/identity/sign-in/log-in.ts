import type { Ctx } from '../../../platform/ctx.ts'
import { operation } from '../../../platform/operation.ts'
import { anyone } from '../../../platform/permissions.ts'
import { flag, id, optionalText, requiredText, z } from '../../../platform/schema.ts'
import { identityErrors } from '../errors.ts'
import { typedPassword } from '../passwords/password.schema.ts'
import { verifyPassword } from '../passwords/password-hash.ts'
import { peopleTexts } from '../people/people.texts.ts'
import { findPersonByLogin, type Person } from '../people/person.sql.ts'
import { userStatus } from '../people/roles.ts'
import { startSession } from '../sessions/session.sql.ts'
import { CurrentUser, selectCurrentUser } from './current-user.ts'
import { beginTry, forgetFailures } from './throttle.sql.ts'

export const logIn = operation({
  call: 'POST /user/login',
  summary: 'Sign in by login id and password',
  may: anyone,
  takes: z.object({
    loginid: requiredText(peopleTexts.username),
    password: typedPassword(),
    isRememberMe: flag().optional(),
    /** Narrows: a person of another role is refused. */
    lk_user_role_id: id().nullish(),
    // Named by the contract; none of them ever stands in for the password.
    email: optionalText(254),
    dob: optionalText(20),
    passwordless: flag().nullish(),
  }),
  gives: z.object({
    needs2fa: z.boolean(),
    token: z.string(),
    expires_at: z.iso.datetime(),
    /** Whether the browser keeps the session when it is closed: asked for, and a student. */
    isRememberMe: z.boolean(),
    user: CurrentUser,
  }),
  fails: [identityErrors.invalidCredentials, identityErrors.tooManySignIns],
  // A failed try must stay counted, and no connection waits while a password is hashed.
  transaction: 'own',
  rate: 'sign-in',
  async run(ctx, { loginid, password, isRememberMe, lk_user_role_id }) {
    await beginTry(ctx, loginid)
    const found = await findPersonByLogin(ctx, loginid)
    const fits = await verifyPassword(found?.password_hash ?? null, password)
    const admitted = found && fits && found.lk_user_status_id !== userStatus.Disabled
    if (!admitted || (lk_user_role_id && lk_user_role_id !== found.lk_user_role_id)) {
      await ctx.audit({ action: 'user.login_failed', subject_user_id: found?.user_id ?? null })
      throw identityErrors.invalidCredentials()
    }
    return ctx.tx((inner) => open(inner, found, isRememberMe ?? false))
  },
})

async function open(ctx: Ctx, { user_id, loginid }: Person, remember_me: boolean) {
  await forgetFailures(ctx, loginid)
  const { token, expires_at } = await startSession(ctx, user_id, { remember_me })
  const user = await selectCurrentUser(ctx, user_id)
  await ctx.audit({ action: 'user.login', subject: `user_id:${user_id}`, subject_user_id: user_id })
  const isRememberMe = remember_me && user.role === 'Student'
  return { needs2fa: false, token, expires_at: expires_at.toISOString(), isRememberMe, user }
}
