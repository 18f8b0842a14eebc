import { afterEach, expect, test } from 'vitest'
import { openRefundShop } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { buyWithPaypal, openGatewayDesk } from './settlement.fixture.ts'

const shop = await openRefundShop()
const { app, paypal } = shop
const { wallet } = app.paypal
const { compare, disputes } = openGatewayDesk(shop)
const sql = app.database.read

afterEach(() => {
  paypal.clearScripts()
  paypal.reports.delay_ms = 0
})

/** Someone signed in to PayPal itself. */
const refundAtPaypal = async (transaction_id: string, amount_cents: number) => {
  const attempt = `desk${Math.random().toString(36).slice(2, 10)}`
  return (await wallet.refund({ transaction_id, amount_cents, last_4: '', attempt })).transaction_id!
}
/** Moves a call so far back that PayPal's list must contain it. */
const passListDelay = () => sql`update checkout.payment_attempt set called_at = called_at - interval '4 hours'`

test("a transaction not yet in PayPal's list is not missing", async () => {
  await buyWithPaypal(shop)
  await passListDelay()
  paypal.reports.delay_ms = 5 * 3_600_000
  expect([await compare(), await disputes()]).toEqual([0, []])
})

test('reports nothing when PayPal and the books agree about paid, partly refunded and fully refunded orders', async () => {
  const [, part, full] = [await buyWithPaypal(shop), await buyWithPaypal(shop), await buyWithPaypal(shop)]
  await shop.refund(part, { amount: 5 })
  await shop.refund(full)
  await passListDelay()
  expect([await compare(), await disputes()]).toEqual([0, []])
})

test('a refund made at PayPal without a notification is found and booked once', async () => {
  const purchase = await buyWithPaypal(shop)
  await refundAtPaypal(purchase.transaction_id, 500)
  expect(await compare()).toBe(1)
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 6, refunded: 500, courses: [1] })
  await refundAtPaypal(purchase.transaction_id, Math.round(purchase.total * 100) - 500)
  expect(await Promise.all([compare(), compare()])).toContain(1)
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 3, order: 4, courses: [16] })
  expect(await shop.attempts(purchase)).toEqual(Array(2).fill({ state: 'approved', way: 'refund', origin: 'gateway' }))
  expect([await compare(), await disputes(), await shop.bookFaults()]).toEqual([0, [], []])
})

test('a capture without an order, and one of ours unknown to PayPal, await staff', async () => {
  const purchase = await buyWithPaypal(shop)
  const { transaction_id } = purchase
  await passListDelay()
  const setTransactionId = (id: string, from: string) =>
    sql`update checkout.payment_attempt set transaction_id = ${id}, attempt = ${`x${id}`} where transaction_id = ${from}`
  await setTransactionId('NOWHERE', transaction_id)
  await compare()
  await compare()
  const discrepancies = (await disputes()).map(({ kind, transaction_id: id }) => [kind, id]).toSorted()
  expect(discrepancies).toEqual([
    ['missing', 'NOWHERE'],
    ['unknown_capture', transaction_id],
  ])
  await setTransactionId(transaction_id, 'NOWHERE')
  await sql`update checkout.discrepancy set resolved_at = platform.now() where transaction_id = 'NOWHERE'`
  await compare()
  expect(await disputes()).toEqual([])
})

test("a reversal by the buyer's bank is shown, and remains after it leaves the list", async () => {
  const { transaction_id, total } = await buyWithPaypal(shop)
  const reversalId = paypal.takeBack(transaction_id, 'T1201')
  await compare()
  const expected = { kind: 'unknown_refund', transaction_id: reversalId, gateway_amount: total, provider: 'paypal' }
  expect(await disputes()).toMatchObject([expected])
  await app.moveClock(9 * 86_400_000)
  await shop.prove()
  await sql`update checkout.settlement_comparison set compared_until = platform.now()`
  await compare()
  expect(await disputes()).toMatchObject([expected])
  await sql`update checkout.discrepancy set resolved_at = platform.now()`
  await app.moveClock(-9 * 86_400_000)
})
