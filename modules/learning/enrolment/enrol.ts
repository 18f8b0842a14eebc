import type { Ctx } from '../../../platform/ctx.ts'
import { selectCourseVersion } from '../../catalogue/index.ts'
import { enrolled } from '../facts.ts'
import { status } from '../status/transitions.ts'

export type Enrolment = {
  user_id: number
  organization_id: number
  course_website_id: number
  /** The version that was on sale: the student keeps it. */
  course_version_id: number
  lk_shipping_type_id: number | null
  audio_ind: boolean
  /** The order line that was paid; the same line enrols once. */
  order_item_id: number
  paid: boolean
  purchased_via?: string | null
}

/** Opens the course that an order line bought. Idempotent: the same order line always gives the same student course. */
export async function enrol(ctx: Ctx, enrolment: Enrolment): Promise<{ student_course_id: number }> {
  const { paid, purchased_via = null, ...bought } = enrolment
  const lk_student_course_status_id = paid ? status.paidNotRegistered : status.notPaid
  const { registration_expires_after_days: days } = await selectCourseVersion(ctx, enrolment.course_version_id)
  const expires_at = days ? new Date(ctx.now.getTime() + days * 86_400_000) : null
  const row = { ...bought, purchased_via, expires_at, lk_student_course_status_id }
  const [created] = await ctx.sql<{ student_course_id: number }>`
    insert into learning.student_course ${ctx.sql(row)}
    on conflict (order_item_id) do nothing
    returning student_course_id`
  if (created) {
    await ctx.emit(enrolled, created)
    return created
  }
  const [existing] = await ctx.sql<{ student_course_id: number }>`
    select student_course_id from learning.student_course where order_item_id = ${enrolment.order_item_id}`
  return existing!
}
