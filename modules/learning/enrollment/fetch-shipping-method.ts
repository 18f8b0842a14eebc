import { readerOf } from '#modules/learning/progress/read-course.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { DeliveryMethod, readDelivery } from './delivery.ts'

export const fetchShippingMethodByStudentCourseId = operation({
  call: 'GET /course/fetchShippingMethodByStudentCourseId',
  summary: "The delivery of a student course's certificate, and the possible changes",
  may: readerOf('studentCourseId'),
  takes: z.object({ studentCourseId: id() }),
  gives: z.object({
    shippingMethod: DeliveryMethod.nullable(),
    shippingMethods: z.array(DeliveryMethod),
    data: z.object({ shippingMethod: DeliveryMethod.nullable() }),
  }),
  async run(ctx, { studentCourseId }) {
    const { chosen, choices } = await readDelivery(ctx, await selectStudentCourse(ctx, studentCourseId))
    return { shippingMethod: chosen, shippingMethods: choices, data: { shippingMethod: chosen } }
  },
})
