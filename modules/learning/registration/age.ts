import { type CourseVersion, selectCourseVersion } from '#modules/catalogue/index.ts'
import { type AgeRule, ageOn, meetsAge } from '#modules/catalogue/versions/age-rule.shared.ts'
import { selectPerson } from '#modules/identity/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localize, type Text } from '#platform/texts.ts'
import { todayOf } from '#platform/zone.ts'

/** Whether a course has age limits. */
export const hasAgeLimit = ({
  course_registration_options,
}: Pick<CourseVersion, 'course_registration_options'>): boolean => Boolean(course_registration_options.ageEnabled)

/** The errors of `requireAge`. */
export const ageErrors = [learningErrors.ageUnknown, learningErrors.tooYoung, learningErrors.tooOld]

type TakenCourse = Pick<StudentCourse, 'user_id' | 'course_version_id' | 'created_at' | 'started_at'>
type ReadContext = Pick<Ctx, 'sql' | 'now' | 'organization'>

/** Throws 422 unless the student is within the course's age limits; `ageOptional` accepts an unknown one. */
export async function requireAge(ctx: ReadContext, course: TakenCourse, { ageOptional = false } = {}): Promise<void> {
  const version = await selectCourseVersion(ctx, course.course_version_id)
  if (!hasAgeLimit(version)) return
  const rule = version.course_registration_options
  const { dob } = await selectPerson(ctx, course.user_id)
  if (!dob && ageOptional) return
  if (!dob) throw learningErrors.ageUnknown()
  if (isOfAge(ctx, course, rule, dob)) return
  const { tooYoung, tooOld } = learningErrors
  throw (rule.aboveOrBelowAge === 'Above' ? tooYoung : tooOld)({ age: rule.age })
}

/** The reason why a student is outside the course's age limits, or null; an unknown date of birth is a reason, too. */
export async function findAgeProblem(ctx: ReadContext, course: TakenCourse): Promise<Text | null> {
  const { course_registration_options: rule } = await selectCourseVersion(ctx, course.course_version_id)
  const { dob } = rule.ageEnabled ? await selectPerson(ctx, course.user_id) : { dob: null }
  if (!dob || isOfAge(ctx, course, rule, dob)) return null
  const { text } = rule.aboveOrBelowAge === 'Above' ? learningErrors.tooYoung : learningErrors.tooOld
  const [english, spanish] = [localize('en-us', text, { age: rule.age }), localize('es-es', text, { age: rule.age })]
  return [english, spanish]
}

/**
 * A student who was old enough on the day of purchase keeps the course; one who reaches the age later starts it then.
 */
function isOfAge(ctx: Pick<Ctx, 'now' | 'organization'>, course: TakenCourse, rule: AgeRule, dob: string): boolean {
  const { created_at, started_at } = course
  return [created_at, started_at ?? ctx.now].some((instant) =>
    meetsAge(rule, ageOn(todayOf({ ...ctx, now: instant }), dob)),
  )
}
