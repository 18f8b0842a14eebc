import { BrowserOptions, creationOptions, requestOptions, selectPerson } from '#modules/identity/index.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import { type MethodPlace, methodPlace } from '#modules/learning/verification/method-place.ts'
import { tries } from '#modules/learning/verification/verify.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { findDevice } from './device.sql.ts'
import { putChallenge } from './device-challenge.sql.ts'

export const startBiometrics = operation({
  call: 'POST /security/startBiometrics',
  summary: 'The browser options for the device: to create a key in the setup, or to sign for the current check',
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id() }),
  gives: BrowserOptions,
  fails: [verificationErrors.noVerification],
  rate: tries,
  async run(ctx, { student_course_id }) {
    const place = await methodPlace(ctx, student_course_id, 'biometrics')
    const challenge = await putChallenge(ctx, place.course, place.check?.identity_check_id ?? null)
    if (!place.check) return optionsForSetup(ctx, place, challenge)
    const device = await findDevice(ctx, student_course_id)
    if (!device) throw verificationErrors.noVerification()
    return requestOptions(ctx, challenge, [device])
  },
})

/**
 * Names the key after the course, so that people recognize it among their passkeys, since it can't be used to sign in.
 */
async function optionsForSetup(ctx: Ctx, { course }: MethodPlace, challenge: Buffer) {
  const { loginid } = await selectPerson(ctx, course.user_id)
  const owner = {
    handle: `student_course:${course.student_course_id}`,
    name: `${course.course_name}: ${loginid}`,
    displayName: course.course_name,
  }
  return creationOptions(ctx, owner, challenge, { platform: true })
}
