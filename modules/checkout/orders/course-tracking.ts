import type { Ctx } from '../../../platform/ctx.ts'

/** The tracking number of the order line that a course was bought with; null without one. For jobs. */
export async function findCourseTracking({ sql }: Pick<Ctx, 'sql'>, student_course_id: number): Promise<string | null> {
  const [line] = await sql<{ tracking_number: string | null }>`
    select tracking_number from checkout.order_item where student_course_id = ${student_course_id}`
  return line?.tracking_number ?? null
}
