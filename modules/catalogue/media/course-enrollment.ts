import { type Ctx, port } from '#platform/ctx.ts'

/**
 * Whether the actor is enrolled in one of these versions of a course. A port, because only higher modules know
 * enrollments.
 */
export type CourseEnrollment = (
  ctx: Pick<Ctx, 'sql' | 'actor'>,
  course_version_ids: readonly number[],
) => Promise<boolean>

export const courseEnrollment = port<CourseEnrollment>('catalogue.course-takers')
