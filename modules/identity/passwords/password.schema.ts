import { identityErrors } from '#modules/identity/errors.ts'
import { composed } from '#platform/composed.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { wording, z } from '#platform/schema.ts'
import { localize, type Text } from '#platform/texts.ts'
import { breachedPasswords } from './breached-passwords.ts'
import { isEasyPassword } from './easy-password.ts'
import { brokenRule, passwordTexts } from './password-rule.shared.ts'

/** The error of a new password, or null. `personal` contains the person's login id, email address and names. */
export function passwordProblem(password: string, personal: readonly string[] = []): Text | null {
  return brokenRule(password) ?? (isEasyPassword(composed(password), personal) ? passwordTexts.tooEasy : null)
}

/** A chosen password. Checks that need more context (names, breaches) are in `requireGoodPassword`. */
export const newPassword = () =>
  z
    .string({ error: wording(passwordTexts.rule) })
    .max(1_000)
    .superRefine((password, check) => {
      const problem = passwordProblem(password)
      if (problem) check.addIssue({ code: 'custom', message: wording(problem) })
    })
    .openapi({ type: 'string', description: passwordTexts.rule[0] })

/** A new password, or null if left empty to be chosen later. */
export const passwordOrLater = () =>
  z.preprocess((input) => (input === '' ? null : input), newPassword().nullable()).openapi({ type: 'string' })

/** Object check: `confirmPassword` repeats the field `name`. */
export const samePasswords =
  (name: string) =>
  (value: Record<string, unknown>, check: z.RefinementCtx): void => {
    if ((value[name] ?? '') === value.confirmPassword) return
    check.addIssue({ code: 'custom', path: ['confirmPassword'], message: wording(passwordTexts.notSame) })
  }

/**
 * Throws weakPassword, with an issue at the field, for a password that breaks the rule, is easy to guess (also from
 * words of the person or the organization), or is known from a breach, if that is checked.
 */
export async function requireGoodPassword(
  ctx: Pick<Ctx, 'locale' | 'organization' | 'use'>,
  password: string,
  personal: readonly string[],
  field = 'password',
): Promise<void> {
  const { name, code } = ctx.organization
  const problem = passwordProblem(password, [...personal, name, code]) ?? (await findBreachProblem(ctx, password))
  if (problem) throw identityErrors.weakPassword({}, {}, [{ path: field, message: localize(ctx.locale, problem) }])
}

const findBreachProblem = async (ctx: Pick<Ctx, 'use'>, password: string): Promise<Text | null> =>
  (await ctx.use(breachedPasswords)(composed(password))) ? passwordTexts.breached : null
