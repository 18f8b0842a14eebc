import type { CourseVersion } from '#modules/catalogue/index.ts'
import { type AuthenticationResponse, challengeOf, verifySignedChallenge } from '#modules/identity/index.ts'
import { methodsOf } from '#modules/learning/due-check/options.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import type { Setup } from '#modules/learning/verification/setup.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'
import { biometricsTexts } from './biometrics/biometrics.texts.ts'
import { type CourseDevice, countDeviceUse, deleteDevice, findDevice } from './biometrics/device.sql.ts'
import { spendChallenge } from './biometrics/device-challenge.sql.ts'
import { biometricsRecords, biometricsWords } from './biometrics.texts.ts'
import { type CurrentCheck, measuringMethod, type Starting, type Verdict } from './method.ts'

/** Whether a course requires this student to use a device. */
export const requiresDevice = (version: CourseVersion, setup: Setup | null): boolean =>
  methodsOf(version).includes('biometrics') && !setup?.waivers.biometrics.waived_at

/** Whether a device is set up. */
const isUsable = async (ctx: Ctx, { version, setup }: { version: CourseVersion; setup: Setup }): Promise<boolean> =>
  requiresDevice(version, setup) && (await findDevice(ctx, setup.student_course_id)) !== null

const isMissing = async (ctx: Ctx, { version, setup }: Starting): Promise<boolean> =>
  requiresDevice(version, setup) && !(setup && (await isUsable(ctx, { version, setup })))

/** Only this device, not a security key or a nearby phone. */
export const isOfDevice = ({
  authenticatorAttachment: at,
}: {
  authenticatorAttachment?: string | undefined
}): boolean => at !== 'cross-platform'

/** The student's device, which verifies its user by fingerprint, face or PIN. */
export const biometrics = measuringMethod({
  words: biometricsWords,
  recorded: biometricsRecords,
  setup: { part: 'device', place: 3, isMissing, shape: {}, read: async () => ({}) },
  content: { shape: {}, read: async () => ({}) },
  moments: (methods) => methods.biometrics,
  questions: null,
  isUsable,
  goesOn: isUsable,
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
  // An expired or used challenge, or one for another check or session, counts as no attempt.
  const challenge = challengeOf(response.response.clientDataJSON)
  if (!(await spendChallenge(ctx, student_course_id, check.identity_check_id, challenge)))
    throw verificationErrors.deviceAgain()
  const fault = await faultIn(ctx, device, response)
  return fault ? { result: 'wrong', detail: fault } : { result: 'right' }
}

/** The reason why a response is not from the student's device; null if it is. */
async function faultIn(
  ctx: Ctx,
  device: CourseDevice,
  response: Response,
): Promise<'foreign' | 'unsigned' | 'cloned' | null> {
  if (!isOfDevice(response) || !Buffer.from(response.id, 'base64url').equals(device.credential_id)) return 'foreign'
  const signed = await verifySignedChallenge(ctx, response, device)
  if (!signed) return 'unsigned'
  return (await countDeviceUse(ctx, device, signed)) ? null : 'cloned'
}
