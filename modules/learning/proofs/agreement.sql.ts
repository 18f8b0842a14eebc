import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { type Ctx, port } from '#platform/ctx.ts'

/** A student's agreement: its text, and the way it was given. */
export type Agreement = {
  /** The text that they typed; '' for a checkbox. */
  typed: string
  /** SHA-256 of the text, in hex; for an agreement at checkout, of all the order's texts together. */
  text_hash: string
  agreed_at: Date
  address: string | null
  user_agent: string | null
}

/** The agreement made when this order line was bought, or null. The composition root fills this port. */
export const purchaseAgreement =
  port<(ctx: Ctx, order_item_id: number) => Promise<Agreement | null>>('learning.purchase-agreement')

/** The agreement of a course: the registration's, or else the purchase's. Null if neither required one. */
export async function findAgreement(
  ctx: Ctx,
  { student_course_id }: Pick<StudentCourse, 'student_course_id'>,
): Promise<Agreement | null> {
  const [agreement] = await ctx.sql<Agreement>`
    select typed, text_hash, agreed_at, address, user_agent from learning.agreement
    where student_course_id = ${student_course_id}`
  if (agreement) return agreement
  const [course] = await ctx.sql<{ order_item_id: number | null }>`
    select order_item_id from learning.v_student_course where student_course_id = ${student_course_id}`
  return course?.order_item_id ? ctx.use(purchaseAgreement)(ctx, course.order_item_id) : null
}
