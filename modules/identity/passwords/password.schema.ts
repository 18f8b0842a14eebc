import { wording, z } from '../../../platform/schema.ts'
import { type Locale, pick } from '../../../platform/texts.ts'
import { identityErrors } from '../errors.ts'
import { peopleTexts } from '../people/people.texts.ts'
import { passwordProblems, passwordTexts } from './password-rule.shared.ts'

/** A password that somebody chooses. More than its rule (the person's own names) is checked by `requireGoodPassword`. */
export const newPassword = () =>
  z
    .string({ error: wording(passwordTexts.rule) })
    .max(1_000)
    .superRefine((password, check) => {
      const [problem] = passwordProblems(password)
      if (problem) check.addIssue({ code: 'custom', message: wording(problem) })
    })
    .openapi({ type: 'string', description: passwordTexts.rule[0] })

/** The password typed to sign in or to confirm: any text but none. */
export const typedPassword = () =>
  z
    .string({ error: wording(peopleTexts.password) })
    .min(1, { error: wording(peopleTexts.password) })
    .max(1_000)

/** Object check: `confirmPassword` repeats the field `name`. */
export const samePasswords =
  (name: string) =>
  (value: Record<string, unknown>, check: z.RefinementCtx): void => {
    if (value[name] === value.confirmPassword) return
    check.addIssue({ code: 'custom', path: ['confirmPassword'], message: wording(passwordTexts.notSame) })
  }

/** Throws weakPassword, with an issue at the field, for a password that breaks the rule or repeats the person's names. */
export function requireGoodPassword(
  locale: Locale,
  password: string,
  own: readonly string[],
  field = 'password',
): void {
  const issues = passwordProblems(password, own).map((text) => ({ path: field, message: pick(locale, text) }))
  if (issues.length > 0) throw identityErrors.weakPassword({}, {}, issues)
}
