import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

/** The student of a course, and its organization. */
export type ProvenPerson = {
  student_name: string
  email: string
  dob: string | null
  organization_name: string
  brand_color: string | null
  organization_code: string
  time_zone: string
}

/** Throws notFound for a person who is not on file. */
export async function selectProvenPerson({ sql }: Ctx, course: StudentCourse): Promise<ProvenPerson> {
  const [person] = await sql<ProvenPerson>`
    select concat_ws(' ', nullif(p.first_name, ''), nullif(p.middle_name, ''), nullif(p.last_name, '')) as student_name,
           p.email, p.dob, o.name as organization_name, o.brand_color, o.code as organization_code,
           o.time_zone
    from identity.v_person p join identity.v_organization o on o.organization_id = ${course.organization_id}
    where p.user_id = ${course.user_id}`
  if (!person) throw errors.notFound()
  return person
}
