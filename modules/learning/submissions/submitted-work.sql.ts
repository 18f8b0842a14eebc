import { staffOfCourse } from '#modules/learning/permissions.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { z } from '#platform/schema.ts'
import type { SubmittedWork } from './submission.schema.ts'

/** The submitted course and its student; 404 if there is none. Callers must check the access. */
export async function selectSubmittedWork({ sql }: Pick<Ctx, 'sql'>, student_course_id: number) {
  const [row] = await sql<z.output<typeof SubmittedWork>>`
    select sc.student_course_id, sc.user_id, p.first_name, p.last_name, p.email, o.name as organization_name,
           v.name as course_name, sc.lk_student_course_status_id
    from learning.student_course sc
    join catalogue.v_course_version v using (course_version_id)
    join identity.v_person p on p.user_id = sc.user_id
    join identity.v_organization o on o.organization_id = sc.organization_id
    where sc.student_course_id = ${student_course_id}`
  if (!row) throw errors.notFound()
  return row
}

/** The submitted course and its student, for staff who may send the student a request. Checks the access. */
export async function readSubmittedWork(ctx: Ctx, student_course_id: number) {
  await staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id').scope!(ctx, { student_course_id })
  return selectSubmittedWork(ctx, student_course_id)
}
