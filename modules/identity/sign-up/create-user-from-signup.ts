import { identityErrors } from '#modules/identity/errors.ts'
import { newPassword, samePasswords } from '#modules/identity/passwords/password.schema.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { emailAddress, firstName, languageField, lastName } from '#modules/identity/people/person-fields.schema.ts'
import { captchaToken } from '#modules/identity/sign-in/captcha-token.schema.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { flag, wording, z } from '#platform/schema.ts'
import { ignoredRole, SignedUp } from './sign-up.schema.ts'
import { signUp } from './sign-up.ts'

export const createUserFromSignup = operation({
  call: 'POST /user/createUserFromSignup',
  summary: 'Creates a student and signs them in. The email address is the login id',
  may: anyone,
  takes: z
    .object({
      email: emailAddress(),
      password: newPassword(),
      confirmPassword: z.string().max(1_000),
      agreeTerms: flag().refine((agreed) => agreed, { error: wording(peopleTexts.agreeTerms) }),
      first_name: firstName(),
      last_name: lastName(),
      role: ignoredRole(),
      lk_language_id: languageField(),
      recaptchaToken: captchaToken(),
    })
    .superRefine(samePasswords('password')),
  gives: SignedUp,
  fails: [identityErrors.loginidInUse, identityErrors.weakPassword, identityErrors.notHuman],
  transaction: { own: 'no connection waits while a password is hashed' },
  rate: 'sign-in',
  run(ctx, { email, password, first_name, last_name, lk_language_id, recaptchaToken }) {
    const student = { loginid: email, email, password, first_name, last_name }
    const options = { action: 'user.signup', form: 'signup', captcha: recaptchaToken, agreed: true } as const
    return signUp(ctx, options, { ...student, lk_language_id: lk_language_id ?? undefined })
  },
})
