import { parseVoidForm } from '#modules/checkout/payments/refunds/refund-form.shared.ts'
import { refundTexts } from '#modules/checkout/payments/refunds/refunds.texts.ts'
import { voidPayment } from '#modules/checkout/payments/refunds/void-payment.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { finishRefund, loadRefund, RefundPage } from './payments-refund-form.tsx'

export default page({
  address: '/manage/payments/:payment_id{[0-9]{1,9}}/void',
  title: refundTexts.voidTitle,
  may: voidPayment.may,
  layout: BackOfficeLayout,
  load: ({ ctx, params }) => loadRefund(ctx, params.payment_id),
  async submit({ ctx, params, url, form: { values } }) {
    const { payment } = await loadRefund(ctx, params.payment_id)
    const { request_id } = values
    const input = {
      payment_id: payment.payment_id,
      lines: parseVoidForm(payment, values),
      ...(request_id && { request_id }),
    }
    return finishRefund(voidPayment.run(ctx, input), url.pathname)
  },
  view: (data, { form }) => <RefundPage {...data} action="void" form={form} />,
})
