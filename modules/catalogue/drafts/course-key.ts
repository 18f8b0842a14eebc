import { errors } from '#platform/errors.ts'
import { staff } from '#platform/permissions.ts'
import { id } from '#platform/schema.ts'
import type { CourseKey } from './draft.sql.ts'

/** People who may read a course like its authors. */
export const author = staff('MANAGE_COURSES:READ')
/** People who may edit a course. */
export const writer = staff('MANAGE_COURSES:UPDATE')

export const courseIdFields = { course_id: id().optional(), course_version_id: id().optional() }

/** The course in an input, by its own id or a version's; one of them is required. */
export function keyOf({ course_id, course_version_id }: { course_id?: number; course_version_id?: number }): CourseKey {
  if (course_id) return { course_id }
  if (course_version_id) return { course_version_id }
  throw errors.invalid()
}
