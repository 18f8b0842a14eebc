import { cancelOrder } from '#modules/checkout/charges/cancel-order.ts'
import { handleGeneralPayment } from '#modules/checkout/charges/handle-general-payment.ts'
import { parsePayBy } from '#modules/checkout/payments/form/pay-by.shared.ts'
import { authorizePaypal } from '#modules/checkout/payments/paypal/authorize-paypal.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { sentDay } from '#platform/typed-day.ts'
import type { SentForm } from '#platform/web/form.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { words } from './checkout.texts.ts'
import { toReceipt } from './checkout-load.ts'
import { agreementOf, isDobConfirmed, methodOf } from './checkout-submit.ts'

/** Handles one of an open order's forms: pays it, or cancels a student's own order. */
export async function submitOrder(ctx: Ctx, order_id: number, { values }: SentForm): Promise<PageRedirect> {
  if (values.action === 'cancel') {
    const { message = '' } = await cancelOrder.run(ctx, { order_id })
    return redirect(pathTo('/dashboard'), { flash: { kind: 'success', text: message } })
  }
  const { intent_id = '', total = '', recaptchaToken, dob } = values
  const form = {
    order_id,
    intent_id,
    recaptchaToken,
    agreement: agreementOf(values),
    dob: sentDay(dob, ctx.locale),
    dob_confirmed: isDobConfirmed(values),
  }
  const payBy = parsePayBy(values.pay_by)
  if (payBy.kind === 'paypal') {
    const { redirect: to } = await authorizePaypal.run(ctx, { ...form, amount: total })
    return redirect(to!)
  }
  const result = await handleGeneralPayment.run(ctx, { ...form, total, ...methodOf(payBy, values) })
  const transaction = result.transactionResponse
  if (transaction) return toReceipt(ctx, transaction.transId, null)
  return redirect(pathTo('/checkout/order/:orderId', { orderId: order_id }), {
    flash: { kind: 'info', text: localize(ctx.locale, words.pendingText) },
  })
}
