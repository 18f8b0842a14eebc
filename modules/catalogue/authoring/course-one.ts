import { author, courseIdFields, keyOf } from '#modules/catalogue/drafts/course-key.ts'
import { selectWorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { AuthoredCourse } from './course.schema.ts'
import { readCourse } from './course.sql.ts'

export const courseOne = operation({
  call: 'POST /course/one',
  summary: 'A course as its authors read it: its draft, or the published version where there is none',
  may: author,
  takes: z.object(courseIdFields),
  gives: z.object({ error: z.literal(false), course: AuthoredCourse }),
  fails: [errors.notFound],
  changes: false,
  run: async (ctx, input) => ({
    error: false as const,
    course: await readCourse(ctx, await selectWorkingVersion(ctx, keyOf(input))),
  }),
})

export const courseVersion = operation({
  call: 'GET /course/one',
  summary: 'A course as its authors read it, under the name courseVersion',
  may: author,
  takes: z.object({ course_id: id() }),
  gives: z.object({ courseVersion: AuthoredCourse }),
  fails: [errors.notFound],
  run: async (ctx, input) => ({ courseVersion: await readCourse(ctx, await selectWorkingVersion(ctx, input)) }),
})

export const courseOverview = operation({
  call: 'POST /course/overview',
  summary: 'The overview and the outline of a course',
  may: author,
  takes: z.object(courseIdFields),
  gives: z.object({ course: AuthoredCourse }),
  fails: [errors.notFound],
  changes: false,
  run: async (ctx, input) => ({ course: await readCourse(ctx, await selectWorkingVersion(ctx, keyOf(input))) }),
})
