import { verificationErrors } from '#modules/learning/verification/errors.ts'
import { type Setup, sealedFor } from '#modules/learning/verification/setup.sql.ts'
import { hashAnswer, isSameHash } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { maxCodeTries } from './code-limits.ts'
import { findCode, type PhoneCode, updateCodeTries, updateCodeUsed } from './phone-code.sql.ts'

/**
 * Whether a code matches the last one sent for the setup or a check. The attempt is counted first; the course's lock
 * serializes concurrent attempts. Throws if no code can be entered.
 */
export async function tryCode(
  ctx: Ctx,
  setup: Setup,
  identity_check_id: number | null,
  code: string,
): Promise<boolean> {
  const phoneCode = await findCode(ctx, setup, identity_check_id)
  if (!phoneCode || !isValid(phoneCode)) throw verificationErrors.codeNotSent()
  await updateCodeTries(ctx, phoneCode)
  const context = `phone-code:${phoneCode.reference}`
  const isRight = isSameHash(phoneCode.code_hash, hashAnswer(ctx, sealedFor(setup), setup.answer_key, context, code))
  if (isRight) await updateCodeUsed(ctx, phoneCode)
  return isRight
}

const isValid = ({ expired, used_at, state, tries: usedTries }: PhoneCode): boolean =>
  !expired && !used_at && state !== 'failed' && usedTries < maxCodeTries
