import { payments } from '#modules/checkout/payments/grid/payments.grid.ts'
import { paymentWords } from '#modules/checkout/payments/grid/payments.texts.ts'
import { fetchRefundable } from '#modules/checkout/payments/refunds/fetch-refundable.ts'
import { pathTo } from '#platform/path-to.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

/** Leads from a payment's row to related pages: its receipt and the payer's profile. */
export default page({
  address: '/manage/payments/:payment_id{[0-9]{1,9}}/:what{receipt|payer}',
  title: paymentWords.title,
  may: payments.may,
  layout: BackOfficeLayout,
  async load({ ctx, params }) {
    const { payment } = await fetchRefundable.run(ctx, { payment_id: Number(params.payment_id) })
    const { transaction_id, user_id } = payment
    return redirect(
      params.what === 'receipt'
        ? pathTo('/checkout/success/:transactionId', { transactionId: transaction_id })
        : pathTo('/manage/student/:id/account', { id: user_id }),
    )
  },
  view: () => null,
})
