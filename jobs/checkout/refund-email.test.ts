import { expect, test } from 'vitest'
import { demo } from '#modules/checkout/checkout.fixture.ts'
import { openRefundShop, type Purchase } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { sendRefund } from './send-refund.job.ts'

const shop = await openRefundShop()
const { app } = shop
const attempt = { id: 'one', number: 1, last: false, signal: new AbortController().signal }

const send = async ({ payment_id }: Pick<Purchase, 'payment_id'>) => {
  const [refund] = await app.database.read<{ refund_attempt_id: number }>`
    select refund_attempt_id from checkout.refund_attempt where payment_id = ${payment_id} order by 1 desc limit 1`
  await sendRefund.run(await app.ctx({ kind: 'system', name: 'test' }), refund!, attempt)
  return app.mail.sent.at(-1)!
}

test('a refund email states the amount, and keeps its message id when the job runs twice', async () => {
  const purchase = await shop.buy()
  await shop.refund(purchase, { amount: 5 })
  const [first, second] = [await send(purchase), await send(purchase)]
  expect(first).toMatchObject({ to: purchase.buyer.email, subject: 'Your refund from Sunshine Safe Driving' })
  expect(first.text).toContain(`We're refunding $5.00 of your $${purchase.total} payment`)
  expect(first.text).toContain('/settings?tab=payments')
  expect(first.text).not.toContain('no longer have access')
  expect(second.message_id).toBe(first.message_id)
})

test("a void email is in the buyer's language and lists the courses that ended", async () => {
  const purchase = await shop.buy([demo.improvement], false)
  await app.database.read`update identity.person set lk_language_id = 2 where user_id = ${purchase.buyer.user_id}`
  await shop.void(purchase)
  const email = await send(purchase)
  expect(email.subject).toBe('Su reembolso de Sunshine Safe Driving')
  expect(email.text).toContain('antes de que su banco lo liquidara')
  expect(email.text).toContain('Ya no tiene acceso a: Basic Driver Improvement.')
})

test('sends no email for a refused refund', async () => {
  const purchase = await shop.buy([demo.improvement], false)
  await shop.refund(purchase, { amount: 1 })
  const before = app.mail.sent.length
  await send(purchase)
  expect(app.mail.sent).toHaveLength(before)
})
