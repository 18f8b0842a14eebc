import type { Ctx } from '#platform/ctx.ts'

/** Whether the payment of a course was taken back by a bank, or may be: staff see it at its certificate. */
export async function isCourseChargedBack({ unscoped }: Ctx, student_course_id: number): Promise<boolean> {
  // The sale may belong to another site than the course.
  const rows = await unscoped.sql`
    select from checkout.v_charged_back_course where student_course_id = ${student_course_id} limit 1`
  return rows.length > 0
}
