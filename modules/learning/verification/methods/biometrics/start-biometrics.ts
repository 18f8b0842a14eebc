import { BrowserOptions, creationOptions, requestOptions, selectPerson } from '#modules/identity/index.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import { type MethodContext, methodContext } from '#modules/learning/verification/method-context.ts'
import { tries } from '#modules/learning/verification/verify.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { findDevice } from './device.sql.ts'
import { replaceChallenge } from './device-challenge.sql.ts'

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
    const context = await methodContext(ctx, student_course_id, 'biometrics')
    const challenge = await replaceChallenge(ctx, context.course, context.check?.identity_check_id ?? null)
    if (!context.check) return optionsForSetup(ctx, context, challenge)
    const device = await findDevice(ctx, student_course_id)
    if (!device) throw verificationErrors.noVerification()
    return requestOptions(ctx, challenge, [device])
  },
})

/** Names the key after the course, so that people recognize it among their passkeys; it can't be used to sign in. */
async function optionsForSetup(ctx: Ctx, { course }: MethodContext, challenge: Buffer) {
  const { loginid } = await selectPerson(ctx, course.user_id)
  const owner = {
    handle: `student_course:${course.student_course_id}`,
    name: `${course.course_name}: ${loginid}`,
    displayName: course.course_name,
  }
  return creationOptions(ctx, owner, challenge, { platform: true })
}
