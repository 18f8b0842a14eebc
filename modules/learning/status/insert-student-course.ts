import type { StudentCourseStatus } from '#modules/learning/student-course/course-status.shared.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'

export type NewStudentCourse = {
  user_id: number
  organization_id: number
  course_website_id: number
  course_version_id: number
  lk_shipping_type_id: number | null
  audio_ind: boolean
  order_item_id: number
  purchased_via: string | null
  expires_at: Date | null
}

/** Inserts the course of an order line with its first status; null if the line already has one. */
export async function insertStudentCourse(
  ctx: Ctx,
  course: NewStudentCourse,
  { paid }: { paid: boolean },
): Promise<{ student_course_id: number } | null> {
  const lk_student_course_status_id: StudentCourseStatus = paid ? status.paidNotRegistered : status.notPaid
  const [row] = await ctx.sql<{ student_course_id: number }>`
    insert into learning.student_course ${ctx.sql({ ...course, lk_student_course_status_id })}
    on conflict (order_item_id) do nothing
    returning student_course_id`
  return row ?? null
}
