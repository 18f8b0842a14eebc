import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { challengeOf, RegistrationResponse, verifyCreatedKey } from '#modules/identity/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import { finishSetup, requireSetupOpen, SetupSaved } from '#modules/learning/verification/finish-setup.ts'
import { isDeviceRequired, isThisDevice } from '#modules/learning/verification/methods/biometrics.ts'
import { openSetup } from '#modules/learning/verification/setup.sql.ts'
import { tries } from '#modules/learning/verification/verify.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { biometricsTexts } from './biometrics.texts.ts'
import { replaceDevice } from './device.sql.ts'
import { consumeChallenge } from './device-challenge.sql.ts'

export const enrollBiometrics = operation({
  call: 'POST /security/enrollBiometrics',
  summary:
    'Keeps the key that the device of a student has made for one course; its fingerprint or face never leaves it',
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id(), response: RegistrationResponse }),
  gives: SetupSaved,
  fails: [
    verificationErrors.setupClosed,
    verificationErrors.deviceAgain,
    verificationErrors.deviceRefused,
    learningErrors.cannotEnter,
  ],
  rate: tries,
  async run(ctx, { student_course_id, response }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    const version = await selectCourseVersion(ctx, course.course_version_id)
    await requireSetupOpen(ctx, course, version)
    if (!isDeviceRequired(version, await openSetup(ctx, course))) throw errors.notFound()
    const challenge = challengeOf(response.response.clientDataJSON)
    if (!(await consumeChallenge(ctx, student_course_id, null, challenge))) throw verificationErrors.deviceAgain()
    const key = isThisDevice(response) ? await verifyCreatedKey(ctx, response) : null
    if (!key || !(await replaceDevice(ctx, course, key))) throw verificationErrors.deviceRefused()
    await ctx.audit({ action: 'security.device', ...courseEvent(course), after: { backed_up: key.backed_up } })
    return { message: localText(ctx.locale, biometricsTexts, 'kept'), ...(await finishSetup(ctx, course, version)) }
  },
})
