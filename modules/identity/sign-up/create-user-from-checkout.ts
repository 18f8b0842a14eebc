import { identityErrors } from '#modules/identity/errors.ts'
import { newPassword, samePasswords } from '#modules/identity/passwords/password.schema.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import {
  emailAddress,
  firstName,
  languageField,
  lastName,
  optionalLoginid,
  optionalName,
} from '#modules/identity/people/person-fields.schema.ts'
import { phoneNumbers } from '#modules/identity/people/phone.schema.ts'
import { captchaToken } from '#modules/identity/sign-in/captcha-token.schema.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { flag, wording, z } from '#platform/schema.ts'
import { SignedUp } from './sign-up.schema.ts'
import { signUp } from './sign-up.ts'

/** The checkout's student form; also the input of the checkout's own operations. */
export const checkoutStudent = {
  firstName: firstName(),
  middleName: optionalName(),
  lastName: lastName(),
  email: emailAddress(),
  loginid: optionalLoginid(),
  password: newPassword(),
  confirmPassword: z.string().max(1_000),
  emailSameAsLoginID: flag().nullish(),
  numbers: phoneNumbers(2).min(1, { error: wording(peopleTexts.noPhone) }),
  lk_language_id: languageField(),
}

/** The login id of a checkout form: the email address unless another one was entered. */
export const checkoutLoginid = (form: {
  loginid: string
  email: string
  emailSameAsLoginID?: boolean | null
}): string => (form.emailSameAsLoginID || form.loginid === '' ? form.email : form.loginid)

export const createUserFromCheckout = operation({
  call: 'POST /user/createUserFromCheckout',
  summary: 'Creates a student at checkout and signs them in',
  may: anyone,
  takes: z.object({ ...checkoutStudent, recaptchaToken: captchaToken() }).superRefine(samePasswords('password')),
  gives: SignedUp,
  fails: [identityErrors.loginidInUse, identityErrors.weakPassword, identityErrors.notHuman],
  transaction: { own: 'no connection waits while a password is hashed' },
  rate: 'sign-in',
  run(ctx, form) {
    const options = { action: 'user.checkout', form: 'checkout', captcha: form.recaptchaToken } as const
    return signUp(ctx, options, {
      loginid: checkoutLoginid(form),
      email: form.email,
      password: form.password,
      first_name: form.firstName,
      middle_name: form.middleName,
      last_name: form.lastName,
      lk_language_id: form.lk_language_id ?? undefined,
      phones: form.numbers,
    })
  },
})
