import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { securityOf } from '#modules/learning/due-check/options.ts'
import type { Setup } from '#modules/learning/verification/setup.sql.ts'
import { openSetup } from '#modules/learning/verification/setup.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'
import { type CurrentCheck, measuringMethod, type Verdict } from './method.ts'
import { countWrongCodes } from './phone/phone-code.sql.ts'
import { endingOf, openNumber } from './phone/phone-number.ts'
import { canContinueByPhone, isPhoneRequired, isPhoneUsable } from './phone/reach-student.ts'
import { PhoneSetup, showPhoneSetup } from './phone/save-phone.ts'
import { PhoneShown, showPhone } from './phone/show-phone.ts'
import { tryCode } from './phone/try-code.ts'
import { phoneRecords, phoneWords } from './phone.texts.ts'

/** A code sent to the student's phone by text message or call. */
export const phone = measuringMethod({
  words: phoneWords,
  recordTexts: phoneRecords,
  setup: {
    part: 'phone',
    place: 2,
    isMissing: async (ctx, { version, setup }) => isPhoneRequired(ctx, version, setup) && !setup?.phone_proven_at,
    /** The phone that receives codes, and the course hours to choose from; null if no phone is required. */
    shape: { phone: PhoneSetup.nullable() },
    read: async (ctx, { version, setup }) => ({
      phone: isPhoneRequired(ctx, version, setup) ? await showPhoneSetup(ctx, version, setup) : null,
    }),
  },
  content: {
    /** The number that receives the check's code, and its delivery state. */
    shape: { phone: PhoneShown.nullable() },
    read: async (ctx, { course, check, options }) => ({
      phone: await showPhone(ctx, await openSetup(ctx, course), check.identity_check_id, options.methods.phone.content),
    }),
  },
  moments: () => null,
  questions: null,
  isUsable: (ctx, { course, version, setup }) => isPhoneUsable(ctx, version, course.user_id, setup),
  canContinue: (ctx, { course, setup }, check) => canContinueByPhone(ctx, course, setup, check),
  judge,
  doubt: null,
  waiver: {
    action: 'security.waive-phone',
    skipped: null,
    evidence: {
      shape: { ending: z.string().nullable(), proven_at: z.string().nullable() },
      async read(ctx, { setup }) {
        const number = setup && openNumber(ctx, setup)
        const proven_at = setup?.phone_proven_at?.toISOString() ?? null
        return { ending: number ? endingOf(number) : null, proven_at }
      },
    },
  },
  reset: ({ sql }, student_course_id) => sql`
    update learning.identity_setup set phone = null, phone_proven_at = null, phone_hours = null
    where student_course_id = ${student_course_id}`,
})

async function judge(
  ctx: Ctx,
  { check, course }: CurrentCheck,
  input: { setup: Setup; code: string },
): Promise<Verdict> {
  if (await tryCode(ctx, input.setup, check.identity_check_id, input.code)) return { result: 'right' }
  const { threshold } = securityOf(await selectCourseVersion(ctx, course.course_version_id)).methods.phone
  // `threshold` is the number of wrong codes per check that use up no attempt.
  return { result: 'wrong', forgiven: threshold > 0 && (await countWrongCodes(ctx, check)) < threshold }
}
