import { AuthenticationResponse } from '#modules/identity/index.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { settleVerdict } from '#modules/learning/verification/decide.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import { checkByMethod } from '#modules/learning/verification/method-context.ts'
import { biometrics } from '#modules/learning/verification/methods/biometrics.ts'
import { Outcome, outcomeOf, tries } from '#modules/learning/verification/verify.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, z } from '#platform/schema.ts'

export const verifyBiometrics = operation({
  call: 'POST /security/verifyBiometrics',
  summary:
    'Verifies the signature of the device from the setup, made after it verified its user. A wrong signature counts as a try',
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({
    student_course_id: id(),
    response: AuthenticationResponse.nullish(),
    /** Set if this is a different device, or it can't be used; another method is used instead. */
    unavailable: flag().nullish(),
  }),
  gives: Outcome,
  fails: [verificationErrors.noVerification, verificationErrors.deviceAgain],
  rate: tries,
  async run(ctx, { student_course_id, response, unavailable }) {
    const current = await checkByMethod(ctx, student_course_id, 'biometrics')
    const verdict = unavailable
      ? ({ replaced: 'chosen' } as const)
      : await biometrics.judge(ctx, current, response ?? null)
    return outcomeOf(ctx, student_course_id, await settleVerdict(ctx, current, verdict))
  },
})
