import { operation } from '../../../platform/operation.ts'
import { anyone } from '../../../platform/permissions.ts'
import { flag, z } from '../../../platform/schema.ts'
import { identityErrors } from '../errors.ts'
import { newPassword } from '../passwords/password.schema.ts'
import { createStudent } from './create-student.ts'
import { emailAddress, firstName, ignoredRole, lastName, SignedUp, signUpAnswer } from './sign-up.schema.ts'

export const register = operation({
  call: 'POST /user/register',
  summary: 'Become a student in the course of a checkout; the e-mail address is the login id',
  may: anyone,
  takes: z.object({
    email: emailAddress(),
    password: newPassword(),
    first_name: firstName(),
    last_name: lastName(),
    role: ignoredRole(),
    isCheckout: flag().optional(),
  }),
  gives: SignedUp,
  fails: [identityErrors.loginidInUse, identityErrors.weakPassword],
  audit: (_input, { user }) => ({
    action: 'user.register',
    subject: `user_id:${user.user_id}`,
    subject_user_id: user.user_id,
  }),
  rate: 'sign-in',
  async run(ctx, { email, password, first_name, last_name }) {
    const user_id = await createStudent(ctx, { loginid: email, email, password, first_name, last_name })
    return signUpAnswer(ctx, user_id)
  },
})
