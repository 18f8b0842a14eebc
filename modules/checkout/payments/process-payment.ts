import { hashBuyerPassword } from '#modules/checkout/orders/prepare-cart-order.ts'
import { shopper } from '#modules/checkout/permissions.ts'
import { money } from '#modules/checkout/rates.ts'
import { paymentRefusals } from '#modules/checkout/refusals.ts'
import { operation } from '#platform/operation.ts'
import { beginPayment } from './begin-payment.ts'
import { refuseCardNumbers } from './card-number.ts'
import { completePayment } from './complete-payment.ts'
import { countAsAccountProbe } from './count-as-account-probe.ts'
import { requireHumanBuyer } from './human-buyer.ts'
import { PaymentResponse, ProcessPayment } from './payment.schema.ts'
import { linkAssessment, scheduleOutcomeReport } from './risk/link-assessment.ts'

export const processPayment = operation({
  call: 'POST /payment/process',
  summary: 'Buys the cart: order, charge and enrollments. The same intent_id is charged once',
  may: shopper,
  takes: ProcessPayment,
  gives: PaymentResponse,
  fails: paymentRefusals,
  transaction: { own: 'no transaction waits for the gateway' },
  rate: money,
  async run(ctx, input) {
    // A uuid of only digits may look like a card number.
    const { creditCard, intent_id: _, ...fields } = input
    refuseCardNumbers({ ...fields, creditCard: creditCard && { ...creditCard, dataValue: '' } })
    const assessment_id = await requireHumanBuyer(ctx, input)
    const password_hash = await hashBuyerPassword(ctx, input)
    const begin = (beforeAccountLookup?: () => void) =>
      ctx.tx(async (inner) => {
        const started = await beginPayment(inner, input, { password_hash, beforeAccountLookup })
        await linkAssessment(inner, started.order_id, assessment_id)
        if (assessment_id !== null) await scheduleOutcomeReport(inner, started)
        return started
      })
    return completePayment(ctx, await countAsAccountProbe(ctx, input, begin, { human: assessment_id !== null }))
  },
})
