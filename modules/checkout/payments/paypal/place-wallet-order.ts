import { checkoutErrors } from '#modules/checkout/errors.ts'
import { refuseCardNumbers } from '#modules/checkout/payments/card-number.ts'
import { completePayment } from '#modules/checkout/payments/complete-payment.ts'
import { PaymentResponse, PlaceWallet } from '#modules/checkout/payments/payment.schema.ts'
import { scheduleOutcomeReport } from '#modules/checkout/payments/risk/link-assessment.ts'
import { shopper } from '#modules/checkout/permissions.ts'
import { money } from '#modules/checkout/rates.ts'
import { paymentRefusals } from '#modules/checkout/refusals.ts'
import { operation } from '#platform/operation.ts'
import { type Policy, student } from '#platform/permissions.ts'
import { beginWallet } from './begin-wallet.ts'

const placeOperation = (call: 'POST /order/checkout' | 'POST /order/guestCheckout', may: Policy, subject: string) =>
  operation({
    call,
    summary: `Captures the payment that ${subject} approved in the wallet, and enrolls. The same intent_id is charged once`,
    may,
    takes: PlaceWallet,
    gives: PaymentResponse,
    fails: [...paymentRefusals, checkoutErrors.walletNotApproved],
    transaction: { own: 'no transaction waits for the gateway' },
    rate: money,
    async run(ctx, input) {
      const { intent_id: _, wallet_order_id: __, ...fields } = input
      refuseCardNumbers(fields)
      const startedPayment = await ctx.tx(async (inner) => {
        const payment = await beginWallet(inner, input)
        await scheduleOutcomeReport(inner, payment)
        return payment
      })
      return completePayment(ctx, startedPayment)
    },
  })

export const placeOrder = placeOperation('POST /order/checkout', student, 'the student')
export const placeGuestOrder = placeOperation('POST /order/guestCheckout', shopper, 'a guest')
