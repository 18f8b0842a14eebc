import type { Ctx } from '../../../platform/ctx.ts'
import { z } from '../../../platform/schema.ts'
import { type SessionOptions, startSession } from '../sessions/session.sql.ts'
import { CurrentUser, selectCurrentUser } from './current-user.ts'

/** What every way of signing in answers. */
export const SignInAnswer = z.object({
  needs2fa: z.boolean(),
  token: z.string(),
  expires_at: z.iso.datetime(),
  /** Whether the browser keeps the session when it is closed: asked for, and a student. */
  isRememberMe: z.boolean(),
  user: CurrentUser,
})
export type SignInAnswer = z.output<typeof SignInAnswer>

/**
 * The common end of every way of signing in: the person has proved who they are by `method`. Runs in the caller's
 * transaction and writes the audit row. The caller has checked that the person may sign in on the visited site.
 */
export async function completeSignIn(
  visited: Ctx,
  user_id: number,
  { remember_me = false, method = 'password' }: SessionOptions = {},
): Promise<SignInAnswer> {
  // Beyond the visited site: the person may belong to an organization above it, and so do their session and its like.
  const ctx = visited.beyond
  const { token, expires_at } = await startSession(ctx, user_id, { remember_me, method })
  const user = await selectCurrentUser(ctx, user_id)
  await ctx.audit({
    action: 'user.login',
    subject: `user_id:${user_id}`,
    subject_user_id: user_id,
    after: { method },
  })
  const isRememberMe = remember_me && user.role === 'Student'
  return { needs2fa: false, token, expires_at: expires_at.toISOString(), isRememberMe, user }
}
