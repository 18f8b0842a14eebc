import { identityErrors } from '#modules/identity/errors.ts'
import { newPassword } from '#modules/identity/passwords/password.schema.ts'
import { emailAddress, firstName, lastName } from '#modules/identity/people/person-fields.schema.ts'
import { captchaToken } from '#modules/identity/sign-in/captcha-token.schema.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { flag, z } from '#platform/schema.ts'
import { ignoredRole, SignedUp } from './sign-up.schema.ts'
import { signUp } from './sign-up.ts'

export const register = operation({
  call: 'POST /user/register',
  summary: 'Creates a student during checkout. The email address is the login id',
  may: anyone,
  takes: z.object({
    email: emailAddress(),
    password: newPassword(),
    first_name: firstName(),
    last_name: lastName(),
    role: ignoredRole(),
    isCheckout: flag().optional(),
    recaptchaToken: captchaToken(),
  }),
  gives: SignedUp,
  fails: [identityErrors.loginidInUse, identityErrors.weakPassword, identityErrors.notHuman],
  transaction: { own: 'no connection waits while a password is hashed' },
  rate: 'sign-in',
  run(ctx, { email, password, first_name, last_name, recaptchaToken }) {
    const options = { action: 'user.register', form: 'checkout', captcha: recaptchaToken } as const
    return signUp(ctx, options, { loginid: email, email, password, first_name, last_name })
  },
})
