import { asksSecondFactor, selectFactors } from '#modules/identity/credentials/factors.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'

const FRESH = 15 * 60_000

/** How a person can prove who they are; nothing for people who sign in elsewhere: they must sign in again. */
export type ProofWay = 'password' | 'code' | 'passkey'

/**
 * Throws proofNeeded unless the person of the session has proved who they are in the last 15 minutes: a browser that
 * was left open, or a stolen session, must not be enough for what is dangerous. `POST /user/prove` renews the proof.
 */
export async function requireFreshProof(ctx: Ctx): Promise<void> {
  const { user_id, session_id } = userOf(ctx)
  const [session] = await ctx.sql<{ proved_at: Date | null }>`
    select proved_at from identity.session where session_id = ${session_id}`
  const proved = session?.proved_at?.getTime() ?? 0
  if (proved > ctx.now.getTime() - FRESH) return
  throw identityErrors.proofNeeded({}, { ways: await proofWays(ctx, user_id) })
}

/** Whether an operation was refused for want of a proof, and of nothing else. */
export const isProofNeeded = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.kind.code === identityErrors.proofNeeded.code

/** The ways that a person has. Who signs in with a second factor proves themselves with it: a password gets stolen. */
export async function proofWays(ctx: Ctx, user_id: number): Promise<ProofWay[]> {
  const factors = await selectFactors(ctx, user_id)
  const ways: [ProofWay, boolean][] = [
    ['password', factors.has_password && !asksSecondFactor(factors)],
    ['code', factors.tfa_enabled],
    ['passkey', factors.passkeys > 0],
  ]
  return ways.filter(([, there]) => there).map(([way]) => way)
}
