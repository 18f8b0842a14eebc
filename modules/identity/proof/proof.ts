import { needsSecondFactor, selectFactors } from '#modules/identity/credentials/factors.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { partnerMethods } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'

const freshMs = 15 * 60_000

/**
 * The ways in which a person can prove their identity; none for people who sign in elsewhere, who must sign in again.
 */
export type ProofMethod = 'password' | 'code' | 'passkey'

/**
 * Throws proofNeeded unless the session's person has proved their identity in the last 15 minutes: an unattended
 * browser or a stolen session must not be enough for dangerous actions. `POST /user/prove` renews the proof.
 */
export async function requireFreshProof(ctx: Ctx): Promise<void> {
  const { user_id, session_id } = userOf(ctx)
  const [session] = await ctx.sql<{ proved_at: Date | null }>`
    select proved_at from identity.session where session_id = ${session_id}`
  const proved = session?.proved_at?.getTime() ?? 0
  if (proved > ctx.now.getTime() - freshMs) return
  throw identityErrors.proofNeeded({}, { ways: await proofWays(ctx, user_id) })
}

/**
 * Whether a client's link or the organization's own provider began the session, and its person has proved nothing
 * since.
 */
export async function isBegunByPartner({ actor, sql }: Pick<Ctx, 'actor' | 'sql'>): Promise<boolean> {
  if (actor.kind !== 'user') return false
  const [session] = await sql<{ unproven: boolean }>`
    select method = any(${sql.array([...partnerMethods])}) and proved_at is null as unproven
    from identity.session where session_id = ${actor.session_id}`
  return session?.unproven ?? false
}

/**
 * Throws proofNeeded in such a session: a partner signs its students in for their courses, and must not spend their
 * money. One proof is enough, however long ago, as in a session that the student began.
 */
export async function requireOwnProof(ctx: Ctx): Promise<void> {
  if (!(await isBegunByPartner(ctx))) return
  throw identityErrors.proofNeeded({}, { ways: await proofWays(ctx, userOf(ctx).user_id) })
}

/** Whether an operation was refused only because a proof is missing. */
export const isProofNeeded = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.kind.code === identityErrors.proofNeeded.code

/**
 * A person's ways of proving their identity. Someone who signs in with a second factor must use it: passwords get
 * stolen.
 */
export async function proofWays(ctx: Ctx, user_id: number): Promise<ProofMethod[]> {
  const factors = await selectFactors(ctx, user_id)
  const ways: [ProofMethod, boolean][] = [
    ['password', factors.has_password && !needsSecondFactor(factors)],
    ['code', factors.tfa_enabled],
    ['passkey', factors.passkeys > 0],
  ]
  return ways.filter(([, there]) => there).map(([way]) => way)
}
