import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse, staffOfCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { isEnrollment } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { either } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText, texts } from '#platform/texts.ts'
import { DeliveryMethod, readDelivery } from './delivery.ts'

const messages = texts({ saved: ['Your changes were saved.', 'Se guardaron los cambios.'] })

export const updateStudentCourseData = operation({
  call: 'POST /student/updateStudentCourseData',
  summary: 'Changes how the certificate of a student course is delivered, until it is issued',
  may: either(
    ofCourse('student_course_id'),
    staffOfCourse<'student_course_id'>('MANAGE_STUDENTS:UPDATE', 'student_course_id'),
  ),
  takes: z.object({ student_course_id: id(), lk_shipping_type_id: id() }),
  gives: z.object({ student_course_id: z.number(), shippingMethod: DeliveryMethod.nullable() }),
  fails: [learningErrors.shippingInvalid, learningErrors.deliveryFixed],
  async run(ctx, { student_course_id, lk_shipping_type_id }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    if (lk_shipping_type_id !== course.lk_shipping_type_id) await updateDelivery(ctx, course, lk_shipping_type_id)
    const { chosen } = await readDelivery(ctx, { ...course, lk_shipping_type_id })
    return { student_course_id, shippingMethod: chosen, message: localText(ctx.locale, messages, 'saved') }
  },
})

async function updateDelivery(ctx: Ctx, course: StudentCourse, lk_shipping_type_id: number): Promise<void> {
  const { student_course_id } = course
  if (!isEnrollment(course.lk_student_course_status_id) || (await isReserved(ctx, student_course_id)))
    throw learningErrors.deliveryFixed()
  const { choices } = await readDelivery(ctx, course)
  if (!choices.some((method) => method.lk_shipping_type_id === lk_shipping_type_id))
    throw learningErrors.shippingInvalid()
  await ctx.sql`
    update learning.student_course set lk_shipping_type_id = ${lk_shipping_type_id}, updated_at = platform.now()
    where student_course_id = ${student_course_id}`
  await ctx.audit({
    action: 'course.delivery',
    ...courseEvent(course),
    before: { lk_shipping_type_id: course.lk_shipping_type_id },
    after: { lk_shipping_type_id },
  })
}

/** Whether a number is reserved: the certificate is then being made, and its delivery can't change. */
async function isReserved({ sql }: Ctx, student_course_id: number): Promise<boolean> {
  const [reserved] = await sql`
    select 1 from learning.certificate_reservation where student_course_id = ${student_course_id} limit 1`
  return reserved !== undefined
}
