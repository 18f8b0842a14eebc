import { completeSignIn } from '#modules/identity/sign-in/complete-sign-in.ts'
import { type HumanCheckAction, humanCheck } from '#modules/identity/sign-in/human-check.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { z } from '#platform/schema.ts'
import { asGuess } from './account-guess.sql.ts'
import { addStudent, hashChosenPassword, type NewStudent } from './create-student.ts'
import type { SignedUp } from './sign-up.schema.ts'
import { termsAccepted } from './terms-accepted.ts'

type SignUpOptions = {
  /** The audit action. */
  action: string
  form: HumanCheckAction
  captcha: string
  /** The form required the Terms, and they were accepted. */
  agreed?: true
}

/**
 * Creates a student from a public form and signs them in, after the human check. Runs outside any transaction, so that
 * no connection waits for the captcha or argon2.
 */
export async function signUp(
  ctx: Ctx,
  { action, form, captcha, agreed }: SignUpOptions,
  student: NewStudent,
): Promise<z.input<typeof SignedUp>> {
  const check = ctx.use(humanCheck)
  const assessment_id = await check.require(ctx, { action: form, token: captcha, email: student.email })
  const password_hash = await hashChosenPassword(ctx, student)
  const create = async (inner: Ctx) => {
    const user_id = await addStudent(inner, student, password_hash)
    const { organization_id } = inner.organization
    await check.bind(inner, assessment_id, { user_id, organization_id, email: student.email })
    await inner.audit({ action, subject: `user_id:${user_id}`, subject_user_id: user_id })
    if (agreed) await inner.use(termsAccepted)(inner, user_id)
    const { token, expires_at, user } = await completeSignIn(inner, user_id)
    // A new student has no second factor to ask for.
    if (!user) throw errors.conflict()
    return { token, expires_at, user, data: { user: { ...user, token } } }
  }
  const guess = (reveals: () => void) => {
    reveals()
    return ctx.tx(create)
  }
  return asGuess(ctx, guess, { human: assessment_id !== null })
}
