import type { Ctx } from '#platform/ctx.ts'

/** The tracking number of a course's order line, and when its student was notified; null without one. */
export type CourseTracking = { tracking_number: string; notified_at: Date | null }

/** Finds the tracking of a course's order line. For jobs. */
export async function findCourseTracking(
  { sql }: Pick<Ctx, 'sql'>,
  student_course_id: number,
): Promise<CourseTracking | null> {
  const [line] = await sql<CourseTracking>`
    select tracking_number, tracking_set_at as notified_at from checkout.order_item
    where student_course_id = ${student_course_id} and tracking_number is not null`
  return line ?? null
}
