import { findOrderFor } from '#modules/checkout/entry.ts'
import { readCourseContinuation } from '#modules/learning/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { notFound, redirect } from '#platform/web/page-redirect.ts'
import { idOf } from './course-place.ts'
import { payTexts } from './pay.texts.ts'

/** A course awaiting payment: leads to its order. Has no content itself. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/pay',
  title: payTexts.title,
  may: student,
  async load({ ctx, params }) {
    const student_course_id = idOf(params.studentCourseId)
    const { place, path } = await readCourseContinuation(ctx, student_course_id)
    const order_id = await findOrderFor(ctx, student_course_id)
    if (order_id !== null) return redirect(pathTo('/checkout/order/:orderId', { orderId: order_id }), { status: 302 })
    // Enrolled without an order of ours: there is nothing that could be paid here.
    return place === 'cart' ? notFound() : redirect(path, { status: 302 })
  },
  view: () => null,
})
