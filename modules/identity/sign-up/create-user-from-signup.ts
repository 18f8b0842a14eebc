import { operation } from '../../../platform/operation.ts'
import { anyone } from '../../../platform/permissions.ts'
import { flag, wording, z } from '../../../platform/schema.ts'
import { identityErrors } from '../errors.ts'
import { newPassword, samePasswords } from '../passwords/password.schema.ts'
import { peopleTexts } from '../people/people.texts.ts'
import { createStudent } from './create-student.ts'
import { emailAddress, firstName, ignoredRole, languageOf, lastName, SignedUp, signUpAnswer } from './sign-up.schema.ts'

export const createUserFromSignup = operation({
  call: 'POST /user/createUserFromSignup',
  summary: 'Sign up: a new student, signed in; the e-mail address is the login id',
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
      lk_language_id: languageOf(),
    })
    .superRefine(samePasswords('password')),
  gives: SignedUp,
  fails: [identityErrors.loginidInUse, identityErrors.weakPassword],
  audit: (_input, { user }) => ({
    action: 'user.signup',
    subject: `user_id:${user.user_id}`,
    subject_user_id: user.user_id,
  }),
  rate: 'sign-in',
  async run(ctx, { email, password, first_name, last_name, lk_language_id }) {
    const names = { first_name, last_name, lk_language_id: lk_language_id ?? undefined }
    return signUpAnswer(ctx, await createStudent(ctx, { loginid: email, email, password, ...names }))
  },
})
