import { demo, payment } from '#modules/checkout/checkout.fixture.ts'
import type { Purchase, RefundShop } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { compareSettlement } from './compare-settlement.ts'
import { handleDueNotifications } from './read-notifications.ts'

export const events = {
  refund: 'net.authorize.payment.refund.created',
  void: 'net.authorize.payment.void.created',
  capture: 'net.authorize.payment.authcapture.created',
  approved: 'net.authorize.payment.fraud.approved',
} as const

/** The gateway's notifications, actions in its console, and the resulting books. */
export function openGatewayDesk({ app, simulator, staff }: RefundShop) {
  const { gateway } = app.gateway
  const system = () => app.ctx({ kind: 'system', name: 'test' })
  return {
    /** Someone signed in to the gateway itself. */
    console: {
      void: (transaction_id: string) => gateway.void(transaction_id),
      refund: async (transaction_id: string, amount_cents: number) => {
        const attempt = `console${Math.random().toString(36).slice(2, 10)}`
        const { transaction_id: refund } = await gateway.refund({
          transaction_id,
          amount_cents,
          last_4: '1111',
          attempt,
        })
        return refund!
      },
    },
    notify: (transaction_id: string, event: keyof typeof events) =>
      simulator.notification(transaction_id, events[event]),
    deliver: async (body: string, signature?: string) => {
      const headers = { 'content-type': 'application/json', ...(signature && { 'x-anet-signature': signature }) }
      return (await app.app.request('http://localhost:3000/webhooks/authorize-net', { method: 'POST', headers, body }))
        .status
    },
    read: async () => handleDueNotifications(await system()),
    compare: async () => compareSettlement(await system()),
    disputes: async (): Promise<{ kind: string; transaction_id: string; discrepancy_id: number }[]> =>
      (await staff.get('/payment/discrepancies')).body.discrepancies,
  }
}

/** A new student's PayPal payment, with an order opened and approved there; `place` pays it. */
export async function approveAtPaypal(desk: RefundShop) {
  const buyer = await desk.newStudent()
  await buyer.post('/cart/addToCart', { course_website_id: demo.improvement })
  const { creditCard: _, total: amount, ...form } = await payment(buyer, desk)
  const response = await buyer.post('/payment/authorizePayPal', { ...form, amount, lk_payment_type_id: 3 })
  desk.paypal.approve(response.body.wallet_order_id)
  const orderBody = { intent_id: form.intent_id, amount, lk_payment_type_id: 3, payer_id: 'SIMPAYER00001' }
  return { buyer, place: () => buyer.post('/order/checkout', orderBody) }
}

export async function buyWithPaypal(desk: RefundShop): Promise<Purchase> {
  const { buyer, place } = await approveAtPaypal(desk)
  const response = await place()
  return desk.boughtBy(buyer, response.body.transactionResponse.transId)
}
