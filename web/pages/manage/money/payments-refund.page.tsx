import { parseRefundForm } from '#modules/checkout/payments/refunds/refund-form.shared.ts'
import { refundPayment } from '#modules/checkout/payments/refunds/refund-payment.ts'
import { refundTexts } from '#modules/checkout/payments/refunds/refunds.texts.ts'
import { localText } from '#platform/texts.ts'
import { invalid } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { finishRefund, loadRefund, RefundPage } from './payments-refund-form.tsx'

export default page({
  address: '/manage/payments/:payment_id{[0-9]{1,9}}/refund',
  title: refundTexts.title,
  may: refundPayment.may,
  layout: BackOfficeLayout,
  load: ({ ctx, params }) => loadRefund(ctx, params.payment_id),
  async submit({ ctx, params, url, form: { values } }) {
    const { payment } = await loadRefund(ctx, params.payment_id)
    const refundForm = parseRefundForm(payment, values)
    if ('invalidFields' in refundForm) {
      const notMoney = localText(ctx.locale, refundTexts, 'notMoney')
      return invalid(Object.fromEntries(refundForm.invalidFields.map((name) => [name, notMoney])))
    }
    if (refundForm.amount === 0) return invalid({}, localText(ctx.locale, refundTexts, 'nothing'))
    // The values that the page showed, not the current ones: someone may have refunded in the meantime.
    const { existing_refund_amount = '', total = '', request_id } = values
    const { payment_id } = payment
    const input = { payment_id, existing_refund_amount, total, ...refundForm, ...(request_id && { request_id }) }
    return finishRefund(refundPayment.run(ctx, input), url.pathname)
  },
  view: (data, { form }) => (
    <RefundPage {...data} action="refund" form={form}>
      <input type="hidden" name="existing_refund_amount" value={data.payment.existing_refund_amount} />
      <input type="hidden" name="total" value={data.payment.total} />
    </RefundPage>
  ),
})
