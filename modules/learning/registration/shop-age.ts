import type { Ctx } from '../../../platform/ctx.ts'
import { todayOf } from '../../../platform/zone.ts'
import { type CourseVersion, selectCourseVersion } from '../../catalogue/index.ts'
import { ageOn, meetsAge } from '../../catalogue/versions/age-rule.shared.ts'
import { selectPerson } from '../../identity/index.ts'
import { learningErrors } from '../errors.ts'
import type { StudentCourse } from '../student-course.sql.ts'

/** A shop that sells by itself asks no one's age; the checkout has asked everyone else's. */
export const asksAge = (
  { purchased_via }: Pick<StudentCourse, 'purchased_via'>,
  { course_registration_options }: CourseVersion,
): boolean => purchased_via !== null && Boolean(course_registration_options.ageEnabled)

/** What `requireShopAge` refuses with. */
export const ageErrors = [learningErrors.ageUnknown, learningErrors.tooYoung, learningErrors.tooOld]

/** Throws 422 unless the student of a course that a shop sold is of the age that the course is for. */
export async function requireShopAge(ctx: Ctx, course: StudentCourse): Promise<void> {
  const version = await selectCourseVersion(ctx, course.course_version_id)
  if (!asksAge(course, version)) return
  const rule = version.course_registration_options
  const { dob } = await selectPerson(ctx, course.user_id)
  if (!dob) throw learningErrors.ageUnknown()
  if (meetsAge(rule, ageOn(todayOf(ctx), dob))) return
  const { tooYoung, tooOld } = learningErrors
  throw (rule.aboveOrBelowAge === 'Above' ? tooYoung : tooOld)({ age: rule.age })
}
