import { type CourseVersion, selectCourseVersion } from '#modules/catalogue/index.ts'
import { methodsOf, securityOf } from '#modules/learning/due-check/options.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Check } from '#modules/learning/verification/check.sql.ts'
import type { Setup } from '#modules/learning/verification/setup.sql.ts'
import { codeSender } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { daysOf, isReachable, type Weekday } from './hours.shared.ts'
import { countUndelivered, findCode } from './phone-code.sql.ts'

/** Whether a course uses phone checks for this student on this installation. */
export const isPhoneRequired = (ctx: Ctx, version: CourseVersion, setup: Setup | null): boolean =>
  methodsOf(version).includes('phone') && !setup?.waivers.phone.waived_at && ctx.use(codeSender) !== null

/** Whether a code may be sent now, in the student's time zone. */
export async function isPhoneUsable(ctx: Ctx, version: CourseVersion, user_id: number, setup: Setup): Promise<boolean> {
  if (!isPhoneRequired(ctx, version, setup) || !setup.phone_proven_at) return false
  const { phone } = securityOf(version).methods
  const studentHours = phone.setAvailability ? setup.phone_hours : null
  return isReachable(daysOf(phone), studentHours, await localTime(ctx, user_id))
}

async function localTime({ sql }: Ctx, user_id: number): Promise<{ day: Weekday; time: string }> {
  const [local] = await sql<{ day: Weekday; time: string }>`
    select to_char(at, 'FMday') as day, to_char(at, 'HH24:MI') as time
    from (select platform.now() at time zone coalesce(
            (select timezone from identity.v_person where user_id = ${user_id}), 'America/New_York') as at) there`
  return local!
}

/** After this many undeliverable codes, another method is used. */
const maxUndelivered = 2

/** Whether a check can still continue by phone: a code is on its way, or another one may be sent. */
export async function canContinueByPhone(
  ctx: Ctx,
  course: StudentCourse,
  setup: Setup,
  check: Check,
): Promise<boolean> {
  const { user_id } = course
  const code = await findCode(ctx, setup, check.identity_check_id)
  if (code && !code.expired && code.state !== 'failed') return true
  if ((await countUndelivered(ctx, check)) >= maxUndelivered) return false
  return isPhoneUsable(ctx, await selectCourseVersion(ctx, course.course_version_id), user_id, setup)
}
