import type { Ctx } from '#platform/ctx.ts'

/** Whether the course has a valid certificate, neither replaced nor withdrawn. */
export async function hasCertificate(ctx: Ctx, student_course_id: number): Promise<boolean> {
  const [row] = await ctx.sql`
    select 1 from (
      select deleted_at from learning.student_certificate
      where student_course_id = ${student_course_id} order by version desc limit 1) last
    where deleted_at is null`
  return row !== undefined
}
