import type { CourseVersion } from '#modules/catalogue/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'

/** Whether the course's questions must be answered before its first lesson and have not been. */
export function registrationIsDue(course: Pick<StudentCourse, 'registered_at'>, version: CourseVersion): boolean {
  const { enabled, requiredBefore } = version.course_registration_options
  return Boolean(enabled && requiredBefore) && course.registered_at === null
}

/**
 * Whether the student still must accept the disclaimer in the course. Normally the checkout requires it; an external
 * shop does not.
 */
export function agreementIsDue(
  { agreed_at, purchased_via }: Pick<StudentCourse, 'agreed_at' | 'purchased_via'>,
  version: CourseVersion,
): boolean {
  const { iAgreeLocation } = version.course_registration_options
  const isRequired = iAgreeLocation === 'registration' || purchased_via !== null
  return isRequired && agreed_at === null && version.disclaimer.trim() !== ''
}
