import { AuthenticationResponse, challengeOf, readSigned } from '#modules/identity/index.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { updateCheckTries } from '#modules/learning/verification/check.sql.ts'
import { decide, replaceTask } from '#modules/learning/verification/decide.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import { openCheck } from '#modules/learning/verification/open-check.ts'
import { courseGoesOn } from '#modules/learning/verification/serve-task.ts'
import { Outcome, outcomeOf, tries } from '#modules/learning/verification/verify.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, z } from '#platform/schema.ts'
import { type CourseDevice, countDeviceUse, findDevice } from './device.sql.ts'
import { spendChallenge } from './device-challenge.sql.ts'
import { isOfDevice } from './enroll-biometrics.ts'

export const verifyBiometrics = operation({
  call: 'POST /security/verifyBiometrics',
  summary: 'Takes what the device of the setup signed after it verified its user. A wrong signature counts as a try',
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({
    student_course_id: id(),
    response: AuthenticationResponse.nullish(),
    /** This device is another one, or cannot be used: another method is asked instead. */
    unavailable: flag().nullish(),
  }),
  gives: Outcome,
  fails: [verificationErrors.noVerification, verificationErrors.deviceAgain],
  rate: tries,
  async run(ctx, { student_course_id, response, unavailable }) {
    const { course, check } = await openCheck(ctx, student_course_id, { begin: false })
    if (!check || check.tasks[check.position]!.method !== 'biometrics')
      throw verificationErrors.noVerification({}, { redirect: await courseGoesOn(ctx, student_course_id) })
    const device = await findDevice(ctx, student_course_id)
    const answer = (decision: Awaited<ReturnType<typeof decide>>) => outcomeOf(ctx, student_course_id, decision)
    if (unavailable) return answer(await replaceTask(ctx, course, check, 'chosen'))
    if (!device) return answer(await replaceTask(ctx, course, check, 'unusable'))
    if (!response) throw verificationErrors.deviceAgain()
    // A challenge that is over, of another check or session, or signed before measures nothing, so that nothing is counted.
    const challenge = challengeOf(response.response.clientDataJSON)
    if (!(await spendChallenge(ctx, student_course_id, check.identity_check_id, challenge)))
      throw verificationErrors.deviceAgain()
    const counted = await updateCheckTries(ctx, check)
    const fault = await faultIn(ctx, device, response)
    return answer(await decide(ctx, course, counted, fault ? 'wrong' : 'right', fault ? { detail: fault } : {}))
  },
})

/** Why an answer is not the one of the student's device; null for one that is. */
async function faultIn(
  ctx: Ctx,
  device: CourseDevice,
  response: z.output<typeof AuthenticationResponse>,
): Promise<'foreign' | 'unsigned' | 'cloned' | null> {
  if (!isOfDevice(response) || !Buffer.from(response.id, 'base64url').equals(device.credential_id)) return 'foreign'
  const signed = await readSigned(ctx, response, device)
  if (!signed) return 'unsigned'
  return (await countDeviceUse(ctx, device, signed)) ? null : 'cloned'
}
