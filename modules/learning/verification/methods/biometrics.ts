import type { CourseVersion } from '#modules/catalogue/index.ts'
import { type AuthenticationResponse, challengeOf, verifySignedChallenge } from '#modules/identity/index.ts'
import { methodsOf } from '#modules/learning/due-check/options.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import type { Setup } from '#modules/learning/verification/setup.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'
import { biometricsTexts } from './biometrics/biometrics.texts.ts'
import { type CourseDevice, countDeviceUse, deleteDevice, findDevice } from './biometrics/device.sql.ts'
import { consumeChallenge } from './biometrics/device-challenge.sql.ts'
import { biometricsRecords, biometricsWords } from './biometrics.texts.ts'
import { type CurrentCheck, measuringMethod, type SetupContext, type Verdict } from './method.ts'

/** Whether a course requires this student to use a device. */
export const isDeviceRequired = (version: CourseVersion, setup: Setup | null): boolean =>
  methodsOf(version).includes('biometrics') && !setup?.waivers.biometrics.waived_at

/** Whether a device is set up. */
const isUsable = async (ctx: Ctx, { version, setup }: { version: CourseVersion; setup: Setup }): Promise<boolean> =>
  isDeviceRequired(version, setup) && (await findDevice(ctx, setup.student_course_id)) !== null

const isMissing = async (ctx: Ctx, { version, setup }: SetupContext): Promise<boolean> =>
  isDeviceRequired(version, setup) && !(setup && (await isUsable(ctx, { version, setup })))

/** Whether the response is from this device, not from a security key or a nearby phone. */
export const isThisDevice = ({
  authenticatorAttachment: attachment,
}: {
  authenticatorAttachment?: string | undefined
}): boolean => attachment !== 'cross-platform'

/** The student's device, which verifies its user by fingerprint, face or PIN. */
export const biometrics = measuringMethod({
  words: biometricsWords,
  recordTexts: biometricsRecords,
  setup: { part: 'device', place: 3, isMissing, shape: {}, read: async () => ({}) },
  content: { shape: {}, read: async () => ({}) },
  moments: (methods) => methods.biometrics,
  questions: null,
  isUsable,
  canContinue: isUsable,
  judge,
  doubt: null,
  waiver: {
    action: 'security.waive-device',
    skipped: biometricsTexts.skipped,
    evidence: {
      /** `backed_up`: its key is synced to other devices. */
      shape: { made_at: z.string().nullable(), backed_up: z.boolean() },
      async read(ctx, { student_course_id }) {
        const { made_at, backed_up = false } = (await findDevice(ctx, student_course_id)) ?? {}
        return { made_at: made_at?.toISOString() ?? null, backed_up }
      },
    },
  },
  reset: deleteDevice,
})

type Response = z.output<typeof AuthenticationResponse>

async function judge(ctx: Ctx, { course, check }: CurrentCheck, response: Response | null): Promise<Verdict> {
  const { student_course_id } = course
  const device = await findDevice(ctx, student_course_id)
  if (!device) return { replaced: 'unusable' }
  if (!response) throw verificationErrors.deviceAgain()
  // An expired or used challenge, or one for another check or session, does not count as an attempt.
  const challenge = challengeOf(response.response.clientDataJSON)
  if (!(await consumeChallenge(ctx, student_course_id, check.identity_check_id, challenge)))
    throw verificationErrors.deviceAgain()
  const fault = await findFault(ctx, device, response)
  return fault ? { result: 'wrong', detail: fault } : { result: 'right' }
}

/** The reason why a response is not from the student's device; null if it is. */
async function findFault(
  ctx: Ctx,
  device: CourseDevice,
  response: Response,
): Promise<'foreign' | 'unsigned' | 'cloned' | null> {
  if (!isThisDevice(response) || !Buffer.from(response.id, 'base64url').equals(device.credential_id)) return 'foreign'
  const signature = await verifySignedChallenge(ctx, response, device)
  if (!signature) return 'unsigned'
  return (await countDeviceUse(ctx, device, signature)) ? null : 'cloned'
}
