import { errors } from '#platform/errors.ts'
import { staff } from '#platform/permissions.ts'
import { id } from '#platform/schema.ts'
import type { CourseKey } from './draft.sql.ts'

/** People who read a course as its authors do. */
export const author = staff('MANAGE_COURSES:READ')
/** People who write one. */
export const writer = staff('MANAGE_COURSES:UPDATE')

export const named = { course_id: id().optional(), course_version_id: id().optional() }

/** The course that an input names, by its own id or by that of one of its versions; one of the two must be there. */
export function keyOf({ course_id, course_version_id }: { course_id?: number; course_version_id?: number }): CourseKey {
  if (course_id) return { course_id }
  if (course_version_id) return { course_version_id }
  throw errors.invalid()
}
