import { createOwnReinstatement } from '#modules/checkout/charges/own-orders.ts'
import { findOrderFor } from '#modules/checkout/entry.ts'
import { reinstateStudentCourse } from '#modules/learning/enrollment/reinstate-student-course.ts'
import type { CourseEnd } from '#modules/learning/entry.ts'
import { formatMoney } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Facts } from '#platform/ui/parts.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { isPageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { EndPage, SupportContacts } from './course-end.tsx'
import { endAt, idOf } from './course-place.ts'
import { payTexts } from './pay.texts.ts'

/** Explains the reinstatement of an expired course and its price; the button does it, or leads to its order. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/reinstate',
  title: payTexts.reinstate,
  may: student,
  async load({ ctx, params }) {
    const end = await endAt(ctx, params.studentCourseId, 'expired')
    const order_id = isPageRedirect(end) ? null : await findOrderFor(ctx, end.student_course_id)
    // A reinstatement that was ordered before, or that staff have charged.
    return order_id === null
      ? end
      : redirect(pathTo('/checkout/order/:orderId', { orderId: order_id }), { status: 302 })
  },
  async submit({ ctx, params }) {
    const student_course_id = idOf(params.studentCourseId)
    const end = await endAt(ctx, params.studentCourseId, 'expired')
    if (isPageRedirect(end)) return end
    const { paid, fee_cents } = end.reinstatement
    const { redirect: to = pathTo('/dashboard'), message = '' } =
      paid || fee_cents === 0
        ? await reinstateStudentCourse.run(ctx, { params: { student_course_id } })
        : await createOwnReinstatement.run(ctx, { student_course_id })
    return redirect(to, { flash: { kind: 'success', text: message } })
  },
  view: (end, input) => <Reinstate end={end} input={input} />,
})

function Reinstate({ end, input: { frame, form, locale } }: { end: CourseEnd; input: ViewInput }) {
  const t = useTexts(payTexts)
  const { enabled, attempts_left, paid, fee_cents, action, days } = end.reinstatement
  const open = paid || (enabled && attempts_left > 0)
  const isFree = paid || fee_cents === 0
  return (
    <EndPage end={end} frame={frame} title={t('reinstate')}>
      <FormAlert message={form.message} />
      {open ? (
        <>
          <Facts
            facts={[
              [t('fee'), isFree ? t('free') : formatMoney(fee_cents, locale)],
              [t('records'), t(action)],
              ...(days === null ? [] : [[t('days'), t('inDays', { days })] as const]),
              ...(paid ? [] : [[t('left'), String(attempts_left)] as const]),
            ]}
          />
          <form method="post">
            <BusySubmit label={t(isFree ? 'reinstate' : 'payToReinstate')} busyLabel={t('reinstate')} />
          </form>
        </>
      ) : (
        <p>{t('closed')}</p>
      )}
      <SupportContacts frame={frame} />
    </EndPage>
  )
}
