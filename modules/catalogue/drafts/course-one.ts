import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { AuthoredCourse } from './course.schema.ts'
import { readCourse } from './course.sql.ts'
import { type CourseKey, selectWork } from './draft.sql.ts'

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

export const courseOne = operation({
  call: 'POST /course/one',
  summary: 'A course as its authors read it: its draft, or the published version where there is none',
  may: author,
  takes: z.object(named),
  gives: z.object({ error: z.literal(false), course: AuthoredCourse }),
  fails: [errors.notFound],
  changes: false,
  run: async (ctx, input) => ({
    error: false as const,
    course: await readCourse(ctx, await selectWork(ctx, keyOf(input))),
  }),
})

export const courseVersion = operation({
  call: 'GET /course/one',
  summary: 'A course as its authors read it, under the name courseVersion',
  may: author,
  takes: z.object({ course_id: id() }),
  gives: z.object({ courseVersion: AuthoredCourse }),
  fails: [errors.notFound],
  run: async (ctx, input) => ({ courseVersion: await readCourse(ctx, await selectWork(ctx, input)) }),
})

export const courseOverview = operation({
  call: 'POST /course/overview',
  summary: 'What the overview and the outline of a course show',
  may: author,
  takes: z.object(named),
  gives: z.object({ course: AuthoredCourse }),
  fails: [errors.notFound],
  changes: false,
  run: async (ctx, input) => ({ course: await readCourse(ctx, await selectWork(ctx, keyOf(input))) }),
})
