import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Order } from '#modules/checkout/orders/order.sql.ts'
import { prepareOpenOrder } from '#modules/checkout/orders/prepare-open-order.ts'
import { insertAttempt } from '#modules/checkout/payments/attempt.sql.ts'
import { bookResult } from '#modules/checkout/payments/book-payment.ts'
import { chargeRequest } from '#modules/checkout/payments/charge-request.ts'
import { cardVault } from '#modules/checkout/payments/gateways/card-vault.ts'
import type { ChargeResult } from '#modules/checkout/payments/gateways/gateway.ts'
import { requireOffered } from '#modules/checkout/payments/offered-methods.ts'
import { requireFewDeclines } from '#modules/checkout/payments/risk/card-testing.ts'
import { money } from '#modules/checkout/rates.ts'
import { pageRefusals } from '#modules/checkout/refusals.ts'
import { isBegunByPartner } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import { flag, id, optionalText, z } from '#platform/schema.ts'
import { hostedReturn } from './get-profile-page.ts'
import { findCustomerProfile } from './payment-profile.sql.ts'

const PageRequest = z.object({
  order_id: id(),
  intent_id: z.uuid(),
  total: z.coerce.number(),
  user_id: id().nullish(),
  accepted: flag().nullish(),
  typed: optionalText(40),
  opened: flag().nullish(),
  dob: optionalText(10),
  dob_confirmed: flag().nullish(),
})
type PageRequest = z.output<typeof PageRequest>

/**
 * Does the same as `payment/process` for a card that is entered on the gateway's page. The attempt is stored first; its
 * number is passed to the page and later identifies the result, which is fetched from the gateway.
 */
export const getAcceptPaymentPage = operation({
  call: 'GET /payment/getAnAcceptPaymentPage',
  summary: "A token, valid for 15 minutes, for the gateway's page where the caller's own open order is paid",
  may: student,
  takes: PageRequest,
  gives: z.object({ token: z.string(), url: z.string() }),
  fails: pageRefusals,
  changes: true,
  transaction: { own: 'no transaction waits for the gateway' },
  rate: money,
  async run(ctx, input) {
    const { order, attempt, payment_attempt_id } = await ctx.tx((inner) => beginAttempt(inner, input))
    const { card: _, ...request } = await chargeRequest(ctx, order, { attempt, card: noCard, holder: null })
    const vault = ctx.use(cardVault)
    const returnUrls = hostedReturn(ctx, pathTo('/checkout/order/:orderId', { orderId: order.order_id }))
    // The page offers the saved cards of a profile, with which a session started by a client must not pay.
    const profile = (await isBegunByPartner(ctx)) ? null : await findCustomerProfile(ctx, order.user_id)
    const page = await vault.paymentPage(request, profile, returnUrls)
    if (page.outcome === 'done') return { token: page.token, url: vault.hosted.payment_url }
    // No page can pay this attempt, because no token was returned.
    await ctx.tx((inner) => bookResult(inner, payment_attempt_id, { ...failedCharge, reason: page.reason }))
    throw checkoutErrors.failed()
  },
})

/** A placeholder, because the card is entered on the gateway's page. */
const noCard = { kind: 'opaque', descriptor: '', value: '' } as const
const failedCharge: Omit<ChargeResult, 'reason'> = {
  outcome: 'error',
  transaction_id: null,
  auth_code: null,
  last_4: null,
  brand: null,
  avs: null,
  cvv: null,
}

type StartedAttempt = { order: Order; attempt: string; payment_attempt_id: number }

async function beginAttempt(ctx: Ctx, { accepted, typed, opened, ...input }: PageRequest): Promise<StartedAttempt> {
  const agreement = { accepted: Boolean(accepted), typed, opened: Boolean(opened), legal: '' }
  const { step, order } = await prepareOpenOrder(ctx, { ...input, agreement })
  if (step === 'pending') throw checkoutErrors.paymentRunning()
  if (step === 'paid' || order.total_cents === 0) throw checkoutErrors.orderClosed()
  await requireOffered(ctx, 'card')
  await requireFewDeclines(ctx, order.intent_id, order.user_id)
  const attempt = await insertAttempt(ctx, order, { provider: 'authorize_net', save_card_ind: false })
  const { order_id, user_id } = order
  await ctx.audit({ action: 'payment.begin', subject: `order_id:${order_id}`, subject_user_id: user_id })
  return { order, attempt: attempt.attempt, payment_attempt_id: attempt.payment_attempt_id }
}
