import { withStudent } from '#modules/learning/status/with-student.sql.ts'
import { columnsOfStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

type Listed = StudentCourse & { last_active_at: Date | null; sent_back: boolean; due_on: string | null }

/** A person's courses, most recently used first; 100 at most. */
export async function listStudentCourses(ctx: Ctx, user_id: number): Promise<Listed[]> {
  return ctx.sql<Listed>`
    select ${columnsOfStudentCourse(ctx)}, v.course_id, v.name as course_name, a.last_active_at, ${withStudent(ctx, ctx.sql`sc.student_course_id`)} as sent_back,
           d.due_on::text as due_on
    from learning.student_course sc
    join catalogue.v_course_version v using (course_version_id)
    left join lateral (
      select max(r.to_at) as last_active_at from learning.seat_range r where r.student_course_id = sc.student_course_id
    ) a on true
    left join learning.course_assignment d on d.student_course_id = sc.student_course_id
    where sc.user_id = ${user_id}
    order by greatest(a.last_active_at, sc.updated_at, sc.created_at) desc, sc.student_course_id desc
    limit 100`
}
