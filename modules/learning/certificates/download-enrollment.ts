import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { ofCourse, staffOfCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { isEnrollment } from '#modules/learning/student-course/course-status.shared.ts'
import { type StudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { label } from '#platform/lookups.ts'
import { binary, operation } from '#platform/operation.ts'
import { either, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { type EnrollmentModel, letterLocale, verificationOfEnrollmentPdf } from './render/index.ts'

export const downloadEnrollment = operation({
  call: 'POST /certificate/download/enrollment',
  summary: 'Proof of enrollment as a PDF for a court or an insurer. It does not prove completion',
  may: either(ofCourse('student_course_id'), staffOfCourse('MANAGE_STUDENTS:READ', 'student_course_id')),
  takes: z.object({ student_course_id: id() }),
  gives: binary('application/pdf'),
  async run(ctx, { student_course_id }) {
    const course = await selectStudentCourse(ctx, student_course_id)
    if (!isEnrollment(course.lk_student_course_status_id)) throw errors.notFound()
    const body = await verificationOfEnrollmentPdf(await enrollmentModel(ctx, course))
    await ctx.audit({ action: 'certificate.enrollment', ...courseEvent(course) })
    const reader = await nameOf(ctx, userOf(ctx).user_id)
    return { body, type: 'application/pdf', name: `${reader} - Verification of Enrollment.pdf` }
  },
})

async function nameOf(ctx: Ctx, user_id: number): Promise<string> {
  const [row] = await ctx.sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from identity.v_person where user_id = ${user_id}`
  return row?.name ?? ''
}

async function enrollmentModel(ctx: Ctx, course: StudentCourse): Promise<EnrollmentModel> {
  const { user_id, organization_id, student_course_id, lk_student_course_status_id } = course
  const [row] = await ctx.sql<{
    name: string
    dob: string | null
    organization_name: string
    brand_color: string | null
    code: string
    time_zone: string
  }>`
    select trim(p.first_name || ' ' || p.last_name) as name, p.dob, o.name as organization_name, o.brand_color, o.code,
           o.time_zone
    from identity.v_person p join identity.v_organization o on o.organization_id = ${organization_id}
    where p.user_id = ${user_id}`
  if (!row) throw errors.notFound()
  return {
    organization_name: row.organization_name,
    brand_color: row.brand_color,
    student_name: row.name,
    dob: row.dob,
    course_name: course.course_name,
    language: letterLocale(ctx.locale),
    time_zone: row.time_zone,
    issued_at: ctx.now.toISOString(),
    enrolled_at: course.created_at.toISOString(),
    status: label(lk_student_course_status, lk_student_course_status_id, letterLocale(ctx.locale)),
    check_code: `${row.code}-${student_course_id}`,
  }
}
