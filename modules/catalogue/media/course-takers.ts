import { type Ctx, port } from '#platform/ctx.ts'

/** Whether the actor takes one of these versions of a course. Enrollments are known only above the catalogue. */
export type CourseTakers = (ctx: Pick<Ctx, 'sql' | 'actor'>, course_version_ids: readonly number[]) => Promise<boolean>

export const courseTakers = port<CourseTakers>('catalogue.course-takers')
