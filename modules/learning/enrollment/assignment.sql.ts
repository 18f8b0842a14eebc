import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Absent values stay as they are; null removes one. */
type AssignmentChange = { group?: string | null | undefined; due_on?: string | null | undefined }
type Assignment = { group: string | null; due_on: string | null }
type Course = Pick<StudentCourse, 'student_course_id' | 'organization_id' | 'user_id'>

export async function findAssignment({ sql }: Ctx, student_course_id: number): Promise<Assignment> {
  const [row] = await sql<Assignment>`
    select group_name as group, due_on::text as due_on from learning.course_assignment
    where student_course_id = ${student_course_id}`
  return row ?? { group: null, due_on: null }
}

/**
 * Gives an enrollment a group and a due date, audited if anything changes. A due date within a week gets no reminder a
 * week before, and one in the past none at all. Callers must lock the enrollment, and check whose it is.
 */
export async function assignEnrollment(ctx: Ctx, course: Course, change: AssignmentChange): Promise<Assignment> {
  const { student_course_id, organization_id } = course
  const before = await findAssignment(ctx, student_course_id)
  const { group = before.group, due_on = before.due_on } = change
  const after = { group, due_on }
  if (group === before.group && due_on === before.due_on) return after
  await ctx.sql`
    insert into learning.course_assignment as a
      (student_course_id, organization_id, group_name, due_on, week_reminded_for, day_reminded_for)
    select ${student_course_id}, ${organization_id}, ${group}::text, new.due_on,
           case when new.due_on - new.today < 7 then new.due_on end, case when new.due_on <= new.today then new.due_on end
    from (select ${due_on}::date as due_on, (platform.now() at time zone o.time_zone)::date as today
          from identity.v_organization o where o.organization_id = ${organization_id}) new
    on conflict (student_course_id) do update set
      group_name = excluded.group_name, due_on = excluded.due_on, updated_at = platform.now(),
      week_reminded_for = case when a.due_on = excluded.due_on then a.week_reminded_for else excluded.week_reminded_for end,
      day_reminded_for = case when a.due_on = excluded.due_on then a.day_reminded_for else excluded.day_reminded_for end`
  await ctx.audit({ action: 'course.assign', ...courseEvent(course), before, after })
  return after
}
