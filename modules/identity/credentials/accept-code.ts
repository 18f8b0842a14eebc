import { identityErrors } from '#modules/identity/errors.ts'
import { securityChanged } from '#modules/identity/facts.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Refusal } from '#platform/errors.ts'
import { secondsInWindow } from '#platform/event-window.ts'
import { isRecoveryCode, spendRecoveryCode } from './recovery-codes.sql.ts'
import { spendTotpCode } from './totp.sql.ts'

const maxTriesPerDay = 20

/**
 * The accepted method, or the reason for refusing a code. Not thrown: the failure must stay counted when the
 * transaction ends.
 */
export type CodeResult = { method: 'totp' | 'recovery' } | { refusal: Refusal }

/**
 * Checks a code from the authenticator app or a recovery code. The caller must hold the person's row lock. Twenty wrong
 * codes a day block the app's codes; recovery codes are too long to guess, so they and passkeys still work.
 */
export async function acceptCode(ctx: Ctx, user_id: number, text: string): Promise<CodeResult> {
  if (isRecoveryCode(text)) {
    if (!(await spendRecoveryCode(ctx, user_id, text))) return countWrongCode(ctx, user_id)
    await ctx.emit(securityChanged, { user_id, kind: 'recovery_code_used' })
    return { method: 'recovery' }
  }
  const seconds = await findSecondsBlocked(ctx, user_id)
  if (seconds !== null) return { refusal: identityErrors.tooManyCodes(seconds) }
  const isRight = await spendTotpCode(ctx, user_id, text.replace(/\s/g, ''))
  return isRight ? { method: 'totp' } : countWrongCode(ctx, user_id)
}

const dayBefore = (now: Date) => new Date(now.getTime() - 24 * 60 * 60_000)

/** Seconds until the app's codes are accepted again; null if they are now. */
async function findSecondsBlocked({ sql, now }: Ctx, user_id: number): Promise<number | null> {
  const since = dayBefore(now)
  const [earliest] = await sql<{ at: Date }>`
    select at from identity.code_failure where user_id = ${user_id} and at > ${since}
    order by at desc offset ${maxTriesPerDay - 1} limit 1`
  return earliest ? secondsInWindow(since, earliest.at) : null
}

async function countFailures({ sql, now }: Ctx, user_id: number): Promise<number> {
  const [row] = await sql<{ failures: number }>`
    select count(*)::int as failures from identity.code_failure where user_id = ${user_id} and at > ${dayBefore(now)}`
  return row!.failures
}

async function countWrongCode(ctx: Ctx, user_id: number): Promise<{ refusal: Refusal }> {
  await ctx.sql`
    insert into identity.code_failure (user_id, organization_id, at)
    select user_id, organization_id, ${ctx.now} from identity.person where user_id = ${user_id}`
  await ctx.audit({ action: 'user.wrong_code', subject: `user_id:${user_id}`, subject_user_id: user_id })
  // A caller who gets this far knows the password, so its owner must be notified.
  const failures = await countFailures(ctx, user_id)
  if (failures === maxTriesPerDay) await ctx.emit(securityChanged, { user_id, kind: 'codes_refused' })
  return { refusal: identityErrors.wrongCode() }
}
