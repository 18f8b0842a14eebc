import { refuseCardNumbers } from '#modules/checkout/payments/card-number.ts'
import { requireHumanBuyer } from '#modules/checkout/payments/human-buyer.ts'
import { AuthorizeWallet } from '#modules/checkout/payments/payment.schema.ts'
import { linkAssessment } from '#modules/checkout/payments/risk/link-assessment.ts'
import { shopper } from '#modules/checkout/permissions.ts'
import { money } from '#modules/checkout/rates.ts'
import { paymentRefusals } from '#modules/checkout/refusals.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { z } from '#platform/schema.ts'
import { openWallet } from './open-wallet.ts'

export const authorizePaypal = operation({
  call: 'POST /payment/authorizePayPal',
  summary: 'Creates the order and opens it at PayPal. The buyer approves it at `redirect`. No money moves yet',
  may: shopper,
  takes: AuthorizeWallet,
  gives: z.object({ httpStatus: z.int(), wallet_order_id: z.string().nullable() }),
  fails: paymentRefusals,
  transaction: { own: 'no transaction waits for the gateway' },
  rate: money,
  async run(ctx, { amount, recaptchaToken, ...input }) {
    const { intent_id, ...fields } = input
    refuseCardNumbers(fields)
    const assessment_id = await requireHumanBuyer(ctx, { ...input, recaptchaToken })
    const human = assessment_id !== null
    const wallet = await openWallet(ctx, { ...input, recaptchaToken, total: amount }, { human })
    if (!wallet)
      return { httpStatus: 200, wallet_order_id: null, redirect: pathTo('/checkout', { query: { order: intent_id } }) }
    const { wallet_order_id, approve_url, order_id } = wallet
    await ctx.tx((inner) => linkAssessment(inner, order_id, assessment_id))
    return { httpStatus: 201, wallet_order_id, redirect: approve_url, external: true }
  },
})
