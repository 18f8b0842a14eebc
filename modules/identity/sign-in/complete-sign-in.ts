import { needsSecondFactor, selectFactors, twoFactorMethods } from '#modules/identity/credentials/factors.sql.ts'
import { CurrentUser } from '#modules/identity/people/current-user.schema.ts'
import { type SessionOptions, startSession } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'
import { selectCurrentUser } from './current-user.ts'
import { rememberDevice } from './device.sql.ts'
import { openSignInStep, type SignInStep } from './sign-in-step.sql.ts'

/** The response of every sign-in method. */
export const SignInResponse = z.object({
  needs2fa: z.boolean(),
  /** The session's reference; if `needs2fa` is true, the handle of the next step, valid only for that. */
  token: z.string(),
  expires_at: z.iso.datetime(),
  /** Whether the browser keeps the session after closing: requested, and a student. */
  isRememberMe: z.boolean(),
  /** The next step: a code or passkey, or setting up a second factor. */
  step: z.enum(['code', 'set-up']).nullable(),
  /** Null until sign-in is complete: a password alone reveals nothing about its person. */
  user: CurrentUser.nullable(),
})
export type SignInResponse = z.output<typeof SignInResponse>

/**
 * The common end of every sign-in method: the person has proved their identity by `method`. Runs in the caller's
 * transaction and writes the audit row. The caller must check that the person may sign in on the visited site.
 */
export async function completeSignIn(
  visitedCtx: Ctx,
  user_id: number,
  { remember_me = false, method = 'password', client_id = null }: SessionOptions = {},
): Promise<SignInResponse> {
  // Unscoped: the person, their factors and their devices may belong to a parent organization.
  const ctx = visitedCtx.unscoped
  const kind = twoFactorMethods.includes(method) ? null : await nextStep(ctx, user_id)
  return kind
    ? openStep(ctx, user_id, { kind, method, remember_me, client_id })
    : beginSession(ctx, user_id, { method, remember_me, client_id })
}

async function nextStep(ctx: Ctx, user_id: number): Promise<SignInStep['kind'] | null> {
  const factors = await selectFactors(ctx, user_id)
  if (needsSecondFactor(factors)) return 'code'
  return factors.required ? 'set-up' : null
}

async function openStep(
  ctx: Ctx,
  user_id: number,
  step: Pick<SignInStep, 'kind' | 'method' | 'remember_me' | 'client_id'>,
): Promise<SignInResponse> {
  const { token, expires_at } = await openSignInStep(ctx, user_id, step)
  const subject = { subject: `user_id:${user_id}`, subject_user_id: user_id }
  await ctx.audit({ action: 'user.login_step', ...subject, after: { ...originOf(step), step: step.kind } })
  return {
    needs2fa: true,
    token,
    expires_at: expires_at.toISOString(),
    isRememberMe: false,
    step: step.kind,
    user: null,
  }
}

const originOf = ({ method, client_id }: Pick<SignInStep, 'method' | 'client_id'>) => ({
  method,
  ...(client_id !== null && { client_id }),
})

async function beginSession(ctx: Ctx, user_id: number, options: Required<SessionOptions>): Promise<SignInResponse> {
  // Remembers the device first, because starting the session would make its place a known one.
  const [, { token, expires_at }, user] = await Promise.all([
    rememberDevice(ctx, user_id, options.method),
    startSession(ctx, user_id, options),
    selectCurrentUser(ctx, user_id),
  ])
  const subject = { subject: `user_id:${user_id}`, subject_user_id: user_id }
  await ctx.audit({ action: 'user.login', ...subject, after: originOf(options) })
  const isRememberMe = options.remember_me && user.role === 'Student'
  return { needs2fa: false, token, expires_at: expires_at.toISOString(), isRememberMe, step: null, user }
}
