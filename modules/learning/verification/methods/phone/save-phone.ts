import type { CourseVersion } from '#modules/catalogue/index.ts'
import { securityOf } from '#modules/learning/due-check/options.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Setup } from '#modules/learning/verification/setup.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { phoneProblems, readPhone } from '#platform/phone.ts'
import { wording, z } from '#platform/schema.ts'
import { localize, type PlainKey } from '#platform/texts.ts'
import { daysOf, overlap, type PhoneHours, type Weekday, weekdays } from './hours.shared.ts'
import { phoneTexts } from './phone.texts.ts'
import { endingOf, openNumber, sealNumber } from './phone-number.ts'
import { isPhoneRequired } from './reach-student.ts'
import { PhoneShown, showPhone } from './show-phone.ts'

const time = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: wording(phoneTexts.hoursOutside) })

/** A number, and the hours when its owner can be reached, if the course offers that choice. */
export const PhoneInput = z.object({
  number: z.string().max(60),
  hours: z.partialRecord(z.enum(weekdays), z.object({ from: time(), to: time() })).nullish(),
})

/** Stores the number, sealed; it is valid once a code has verified it. The caller must hold the course's lock. */
export async function savePhone(
  ctx: Ctx,
  course: StudentCourse,
  version: CourseVersion,
  setup: Setup,
  { number, hours }: z.output<typeof PhoneInput>,
): Promise<void> {
  if (!isPhoneRequired(ctx, version, setup)) throw errors.notFound()
  const digits = digitsOf(ctx, number)
  const { phone } = securityOf(version).methods
  const phoneHours = phone.setAvailability ? requireReachableHours(ctx, daysOf(phone), hours ?? {}) : null
  const isSame = openNumber(ctx, setup) === `+1${digits}`
  await ctx.sql`
    update learning.identity_setup
    set phone = ${sealNumber(ctx, course, digits)}, phone_hours = ${phoneHours && ctx.sql.json(phoneHours)},
        phone_proven_at = case when ${isSame} then phone_proven_at end
    where student_course_id = ${course.student_course_id}`
  await ctx.audit({ action: 'security.phone', ...courseEvent(course), after: { number_ending: endingOf(digits) } })
}

function digitsOf(ctx: Ctx, text: string): string {
  const { digits, problem } = readPhone(text)
  if (digits !== null) return digits
  if (problem === 'wrong') throw invalid(ctx, 'number', 'numberRequired')
  throw errors.invalid({}, {}, [{ path: 'number', message: localize(ctx.locale, phoneProblems.foreign) }])
}

const invalid = (ctx: Ctx, path: string, key: PlainKey<typeof phoneTexts>) =>
  errors.invalid({}, {}, [{ path, message: localize(ctx.locale, phoneTexts[key]) }])

/** Throws unless every chosen day overlaps with the course's hours, so that phone checks are possible. */
function requireReachableHours(ctx: Ctx, course: PhoneHours, phoneHours: PhoneHours): PhoneHours {
  const days = Object.entries(phoneHours) as [Weekday, { from: string; to: string }][]
  if (days.length === 0) throw invalid(ctx, 'days', 'daysRequired')
  if (days.some(([day, hours]) => !overlap(course[day], hours))) throw invalid(ctx, 'from', 'hoursOutside')
  return phoneHours
}

/** The phone part of a setup, and the course hours that the student chooses from. */
export const PhoneSetup = PhoneShown.extend({
  hours: z.record(z.string(), z.object({ from: z.string(), to: z.string() })).nullable(),
})

/** The phone part of the setup; `hours` are the hours to choose from. */
export async function showPhoneSetup(ctx: Ctx, version: CourseVersion, setup: Setup | null) {
  const { phone } = securityOf(version).methods
  const view = await showPhone(ctx, setup, null, phone.content)
  return { ...view, hours: phone.setAvailability ? daysOf(phone) : null }
}
