import type { Ctx } from '../../platform/ctx.ts'
import { errors } from '../../platform/errors.ts'
import type { StudentCourseStatus } from './status/transitions.ts'

export type StudentCourse = {
  student_course_id: number
  organization_id: number
  user_id: number
  course_version_id: number
  course_website_id: number
  lk_student_course_status_id: StudentCourseStatus
  lk_student_course_status_reason_id: number | null
  current_component_id: number | null
  lk_shipping_type_id: number | null
  audio_ind: boolean
  purchased_via: string | null
  registered_at: Date | null
  agreed_at: Date | null
  started_at: Date | null
  completed_at: Date | null
  passed_at: Date | null
  expires_at: Date | null
  created_at: Date
  course_id: number
  course_name: string
}

/** The student course of this id, of any organization: callers have checked whose it is. Throws 404. */
export async function selectStudentCourse(ctx: Ctx, student_course_id: number): Promise<StudentCourse> {
  const [course] = await ctx.sql<StudentCourse>`
    select * from learning.v_student_course where student_course_id = ${student_course_id}`
  if (!course) throw errors.notFound()
  return course
}

/** The same, locked until the transaction ends: everything that changes progress or status takes this lock first. */
export async function lockStudentCourse(ctx: Ctx, student_course_id: number): Promise<StudentCourse> {
  // Not `for update`: rows that refer to the course (the ledger's) would wait for it, and it for them.
  const [course] = await ctx.sql<StudentCourse>`
    select sc.*, v.course_id, v.name as course_name
    from learning.student_course sc join catalogue.v_course_version v using (course_version_id)
    where sc.student_course_id = ${student_course_id}
    for no key update of sc`
  if (!course) throw errors.notFound()
  return course
}
