import { beforeEach, expect, test } from 'vitest'
import { openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { hasUnsettledMoney } from '#modules/checkout/index.ts'
import { findRefusedPayment } from '#modules/checkout/payments/find-refused-payment.ts'

/** The orders and payments that keep an account from being deleted, and the last refused payment as support sees it. */
const shop = await openShop()
const { app } = shop
const { read } = app.database

let user_id: number
let order_id: number
let payment_attempt_id: number
beforeEach(async () => {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: 1001 })
  const { body } = await student.post('/payment/process', await payment(student, shop))
  user_id = student.user_id
  order_id = body.order_id
  const [attempt] = await read<{ payment_attempt_id: number }>`
    select payment_attempt_id from checkout.payment_attempt where order_id = ${order_id}`
  payment_attempt_id = attempt!.payment_attempt_id
})
const unsettled = async () => hasUnsettledMoney(await app.ctx({ kind: 'system', name: 'test' }), user_id)
const setAttempt = (state: string) => read`
  update checkout.payment_attempt
  set state = ${state}, reason_text = 'Refused.',
      settled_at = case when ${['calling', 'unknown', 'held'].includes(state)} then null else platform.now() end
  where payment_attempt_id = ${payment_attempt_id}`

const attempts = [
  { state: 'calling', open: true, refused: false },
  { state: 'unknown', open: true, refused: false },
  { state: 'held', open: true, refused: false },
  { state: 'approved', open: false, refused: false },
  { state: 'surplus', open: false, refused: false },
  { state: 'declined', open: false, refused: true },
  { state: 'failed', open: false, refused: true },
]
test.each(attempts)('an attempt that is $state is unsettled: $open, and was refused: $refused', async (attempt) => {
  await setAttempt(attempt.state)
  expect(await unsettled()).toBe(attempt.open)
  const refusal = await findRefusedPayment(await app.ctx({ kind: 'system', name: 'test' }), user_id)
  expect(refusal).toEqual(attempt.refused ? { at: expect.any(Date), reason: 'Refused.', paid: true } : null)
})

test.each([
  [1, true],
  [2, false],
  [3, false],
  [4, false],
  [5, false],
])('an order of status %i is unsettled: %s', async (status, expected) => {
  await read`
    update checkout.customer_order
    set lk_order_status_id = ${status}, paid_at = case when ${![1, 3].includes(status)} then paid_at end
    where order_id = ${order_id}`
  expect(await unsettled()).toBe(expected)
})

test.each([
  ['calling', true],
  ['unknown', true],
  ['approved', false],
  ['declined', false],
  ['failed', false],
])('a refund that is %s is unsettled: %s', async (state, expected) => {
  await read`
    insert into checkout.refund_attempt (organization_id, payment_attempt_id, payment_id, origin, asked, way, attempt,
                                         request_id, refunded_before_cents, state, amount_cents, settled_at)
    select 1, payment_attempt_id, payment_id, 'gateway', 'refund', 'refund', left(gen_random_uuid()::text, 20),
           gen_random_uuid(), 0, ${state}, 100, case when ${expected} then null else platform.now() end
    from checkout.payment where order_id = ${order_id}`
  expect(await unsettled()).toBe(expected)
})

test('a card saved at the gateway is unsettled', async () => {
  expect(await unsettled()).toBe(false)
  await read`
    with owner as (
      insert into checkout.customer_profile (user_id, organization_id, customer_profile_id)
      select user_id, organization_id, 'customer' from identity.person where user_id = ${user_id}
      returning user_id, organization_id)
    insert into checkout.payment_profile (organization_id, user_id, gateway_profile_id, last_4)
    select organization_id, user_id, 'card', '1111' from owner`
  expect(await unsettled()).toBe(true)
})
