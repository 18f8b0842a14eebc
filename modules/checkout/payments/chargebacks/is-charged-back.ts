import type { Ctx } from '#platform/ctx.ts'

/** Whether a course's payment was or may be charged back, which staff see beside its certificate. */
export async function isCourseChargedBack({ unscoped }: Ctx, student_course_id: number): Promise<boolean> {
  // The sale may be on a different site than the course.
  const rows = await unscoped.sql`
    select from checkout.v_charged_back_course where student_course_id = ${student_course_id} limit 1`
  return rows.length > 0
}
