import { operation } from '../../../../platform/operation.ts'
import { type Policy, student } from '../../../../platform/permissions.ts'
import { checkoutErrors } from '../../errors.ts'
import { shopper } from '../../permissions.ts'
import { money } from '../../rates.ts'
import { refuseCardNumbers } from '../card-number.ts'
import { completePayment } from '../complete-payment.ts'
import { PaymentAnswer, PlaceWallet } from '../payment.schema.ts'
import { oweOutcome } from '../risk/keep-assessment.ts'
import { beginWallet } from './begin-wallet.ts'

const place = (call: 'POST /order/checkout' | 'POST /order/guestCheckout', may: Policy, whose: string) =>
  operation({
    call,
    summary: `Captures the payment that ${whose} approved in the wallet, and enrolls. The same intent_id is charged once`,
    may,
    takes: PlaceWallet,
    gives: PaymentAnswer,
    fails: Object.values(checkoutErrors),
    transaction: { own: 'no transaction waits for the gateway' },
    rate: money,
    async run(ctx, input) {
      const { intent_id: _, wallet_order_id: __, ...rest } = input
      refuseCardNumbers(rest)
      const begun = await ctx.tx(async (inner) => {
        const ready = await beginWallet(inner, input)
        await oweOutcome(inner, ready)
        return ready
      })
      return completePayment(ctx, begun)
    },
  })

export const placeOrder = place('POST /order/checkout', student, 'the student')
export const placeGuestOrder = place('POST /order/guestCheckout', shopper, 'a guest')
