import { afterEach, expect, test } from 'vitest'
import { deliverFromPaypal, demo, payment } from '#modules/checkout/checkout.fixture.ts'
import { handleDueNotifications } from '#modules/checkout/payments/settlement/read-notifications.ts'
import { openRefundShop, type Purchase } from './refunds.fixture.ts'

const shop = await openRefundShop()
const { app, paypal } = shop

afterEach(async () => {
  paypal.clearScripts()
  expect(await shop.bookFaults()).toEqual([])
})

/** A payment through the wallet. */
async function buy(): Promise<Purchase> {
  const buyer = await shop.newStudent()
  await buyer.post('/cart/addToCart', { course_website_id: demo.improvement })
  const { creditCard: _, total: amount, ...form } = await payment(buyer, shop)
  const openedResponse = await buyer.post('/payment/authorizePayPal', { ...form, amount, lk_payment_type_id: 3 })
  paypal.approve(openedResponse.body.wallet_order_id)
  const orderBody = { intent_id: form.intent_id, amount, lk_payment_type_id: 3, payer_id: 'SIMPAYER00001' }
  const response = await buyer.post('/order/checkout', orderBody)
  return shop.boughtBy(buyer, response.body.transactionResponse.transId)
}
const amounts = () => paypal.ledger().refunds.map(({ amount_cents }) => amount_cents)

test('returns a PayPal payment through PayPal, in parts and whole', async () => {
  const purchase = await buy()
  expect((await shop.refund(purchase, { amount: 5 })).body).toMatchObject({ refund_amount: 5, lk_payment_status_id: 6 })
  const remaining = Math.round(purchase.total * 100 - 500) / 100
  expect((await shop.refund(purchase, { amount: remaining, existing_refund_amount: 5 })).status).toBe(200)
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 3, order: 4, courses: [16] })
  expect(amounts()).toEqual([500, Math.round(remaining * 100)])
})

test('refuses to void a PayPal capture, which must be refunded', async () => {
  const purchase = await buy()
  expect((await shop.void(purchase)).body.code).toBe('VOID_SETTLED')
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 1 })
})

test('a refund with a lost response is found at its capture, and not repeated', async () => {
  const purchase = await buy()
  const before = amounts().length
  paypal.script('reset-after-capture')
  expect((await shop.refund(purchase, { amount: 5 })).body.pending).toBe(true)
  expect(await Promise.all([shop.sweep(), shop.sweep()])).toContain(1)
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 6, refunded: 500 })
  expect(amounts()).toHaveLength(before + 1)
})

test('T-36: stores a verified notification of PayPal once, and refuses others', async () => {
  const purchase = await buy()
  const { body, headers } = paypal.notification(purchase.transaction_id, 'PAYMENT.CAPTURE.COMPLETED')
  const deliver = async (signed: Record<string, string>) => (await deliverFromPaypal(shop, body, signed)).status
  expect(await deliver({ ...headers, 'paypal-transmission-sig': 'forged' })).toBe(401)
  expect(await deliver({})).toBe(401)
  expect([await deliver(headers), await deliver(headers)]).toEqual([200, 200])
  expect(await handleDueNotifications(await app.ctx({ kind: 'system', name: 'test' }))).toBe(1)
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 1, courses: [1] })
})
