import { afterEach, expect, test } from 'vitest'
import { agreed, demo, payment } from '#modules/checkout/checkout.fixture.ts'
import { openRefundShop } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { resolvePayments } from '#modules/checkout/payments/resolve-payments.ts'
import { sendRefusal } from './send-refusal.job.ts'

const shop = await openRefundShop()
const { app, simulator, staff } = shop
const minute = 60_000
const attempt = { id: 'one', number: 1, last: false, signal: new AbortController().signal }
const system = () => app.ctx({ kind: 'system', name: 'test' })

afterEach(async () => {
  simulator.clearScripts()
  expect(await shop.bookFaults()).toEqual([])
})

/** A buyer whose payment is pending; `again` pays the same order again. */
async function waiting(behavior: 'held' | 'reset-before-capture') {
  const buyer = await shop.newStudent()
  await buyer.post('/cart/addToCart', { course_website_id: demo.improvement })
  const send = await payment(buyer, shop)
  simulator.script(behavior)
  const { order_id, pending } = (await buyer.post('/payment/process', send)).body
  expect(pending).toBe(true)
  const payAgain = async () => buyer.post('/payment/process', { ...send, creditCard: shop.creditCard() })
  return { buyer, order_id: order_id as number, again: payAgain }
}

/** The emails that the job sends for the facts of the last operation; it runs twice. */
async function emails(operation: () => Promise<unknown>) {
  const before = app.facts.length
  await operation()
  const facts = app.facts.slice(before).filter(({ fact }) => fact === 'checkout.payment_refused')
  const sentCount = app.mail.sent.length
  for (const { data } of [...facts, ...facts]) await sendRefusal.run(await system(), data, attempt)
  return app.mail.sent.slice(sentCount)
}

const letExpire = async () => {
  await app.moveClock(16 * minute)
  await resolvePayments(await system())
}

test('emails the buyer in their language when staff decline a held payment', async () => {
  const { buyer, order_id } = await waiting('held')
  await app.database.read`update identity.person set lk_language_id = 2 where user_id = ${buyer.user_id}`
  const [paymentAttempt] = await app.database.read<{ payment_attempt_id: number }>`
    select payment_attempt_id from checkout.payment_attempt where order_id = ${order_id}`
  const [email] = await emails(() => staff.post('/payment/decideHeld', { ...paymentAttempt, decision: 'decline' }))
  expect(email).toMatchObject({ to: buyer.email, subject: 'Su pago en Sunshine Safe Driving no se realizó' })
})

test('emails the buyer once that nothing was charged when a payment never reached the bank', async () => {
  const { buyer } = await waiting('reset-before-capture')
  const [first, ...more] = await emails(letExpire)
  expect(more).toEqual([])
  expect(first).toMatchObject({
    to: buyer.email,
    subject: "Your payment at Sunshine Safe Driving didn't go through",
  })
  expect(first!.text).toContain("Your $19.95 payment didn't go through. You were not charged")
  expect(first!.text).toContain('Basic Driver Improvement')
  expect(first!.text).toMatch(/\/checkout\s/)
})

/** An order created by staff, whose payment is pending. */
async function waitingCharge() {
  const buyer = await shop.newStudent()
  const charge = { user_id: buyer.user_id, course_website_id: demo.improvement, note: '' }
  const { order_id } = (await staff.post('/student/addUnpaidStudentCourse', charge)).body
  const [order] = (await buyer.get('/order/open')).body.data
  const { intent_id, total } = order
  simulator.script('reset-before-capture')
  const send = { order_id, intent_id, total, creditCard: shop.creditCard(), agreement: agreed }
  expect((await buyer.post('/payment/process', send)).body.pending).toBe(true)
  return order_id as number
}

test('the email about an order created by staff links to the page of that order', async () => {
  const order_id = await waitingCharge()
  const [email] = await emails(letExpire)
  expect(email!.text).toContain(`/checkout/order/${order_id}`)
})

test('sends no email about an order that staff canceled in the meantime', async () => {
  const order_id = await waitingCharge()
  const cancel = async () => {
    await letExpire()
    expect((await staff.put('/order/cancel', { order_id })).status).toBe(200)
  }
  expect(await emails(cancel)).toEqual([])
})

test('sends no email to a buyer who saw the result on the page or has paid since', async () => {
  const buyer = await shop.newStudent()
  await buyer.post('/cart/addToCart', { course_website_id: demo.improvement })
  simulator.script('decline')
  const refusal = async () => buyer.post('/payment/process', await payment(buyer, shop))
  expect(await emails(refusal)).toEqual([])
  const { again } = await waiting('reset-before-capture')
  const payAgain = async () => {
    await letExpire()
    expect((await again()).body.pending).toBe(false)
  }
  expect(await emails(payAgain)).toEqual([])
})
