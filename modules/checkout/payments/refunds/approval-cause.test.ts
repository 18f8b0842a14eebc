import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findApprovalCause, findSoloLimit } from './approval-cause.ts'
import { endEnrollments } from './end-enrollments.ts'
import { lockPayment } from './payment.sql.ts'
import { insertRefund } from './refund-attempt.sql.ts'
import { openRefundShop, type Purchase } from './refunds.fixture.ts'

const shop = await openRefundShop()
const { app } = shop
const { read } = app.database

test.each([
  ['calling', true],
  ['unknown', true],
  ['approved', true],
  ['declined', false],
  ['failed', false],
] as const)('a refund that is %s counts toward the limits of one person: %s', async (state, counts) => {
  await read`
    insert into checkout.checkout_settings ${read({ organization_id: 1, refund_approval_cents: 10_00, refund_approval_day_cents: 10_00 })}
    on conflict (organization_id) do update
    set refund_approval_cents = 1000, refund_approval_ind = null, refund_approval_day_cents = 1000`
  const [purchase, anotherPurchase] = [await shop.buy(), await shop.buy()]
  const { user_id } = await shop.addSomeone('SSD', 1)
  const ctx = await app.ctx(await app.actorOf(user_id, 'SSD'), 'SSD')
  const [payment] = await read<{ payment_attempt_id: number }>`
    select payment_attempt_id from checkout.payment where payment_id = ${purchase.payment_id}`
  const { refund_attempt_id } = await ctx.tx((inner) =>
    insertRefund(inner, {
      organization_id: 1,
      payment_attempt_id: payment!.payment_attempt_id,
      payment_id: purchase.payment_id,
      origin: 'staff',
      asked: 'refund',
      request_id: randomUUID(),
      refunded_before_cents: 0,
      amount_cents: 6_00,
      created_by: user_id,
    }),
  )
  await read`update checkout.refund_attempt
    set state = ${state}, settled_at = case when ${!['calling', 'unknown'].includes(state)} then platform.now() end
    where refund_attempt_id = ${refund_attempt_id}`
  const causeOf = ({ payment_id }: Purchase) =>
    ctx.tx(async (inner) => findApprovalCause(inner, await lockPayment(inner, payment_id), 5_00))
  expect([await causeOf(purchase), await causeOf(anotherPurchase)]).toEqual(counts ? ['sum', 'day'] : [null, null])
})

test.each(['staff', 'gateway'] as const)(
  'refunds by %s: only those of staff count towards the limits, not those made at the gateway',
  async (origin) => {
    const purchase = await shop.buy()
    const { user_id } = await shop.addSomeone('SSD', 1)
    await read`
      insert into checkout.refund_attempt (organization_id, payment_attempt_id, payment_id, origin, asked, way, attempt,
                                           request_id, refunded_before_cents, state, amount_cents, created_by, settled_at)
      select 1, payment_attempt_id, payment_id, ${origin}, 'refund', 'refund', left(gen_random_uuid()::text, 20),
             gen_random_uuid(), 0, 'approved', 600, ${origin === 'staff' ? user_id : null}::int, platform.now()
      from checkout.payment where payment_id = ${purchase.payment_id}`
    const ctx = await app.ctx(await app.actorOf(user_id, 'SSD'), 'SSD')
    const [cause, limit] = await ctx.tx(async (inner) => {
      const payment = await lockPayment(inner, purchase.payment_id)
      return [await findApprovalCause(inner, payment, 500), await findSoloLimit(inner, payment)]
    })
    expect([cause, limit]).toEqual(origin === 'staff' ? ['sum', 400] : [null, 1000])
  },
)

test.each([
  { title: 'the limit of a payment', payment_cents: 800, day_cents: 900, refunded_cents: 0, limit: 800 },
  { title: 'the limit of a day', payment_cents: 900, day_cents: 800, refunded_cents: 0, limit: 800 },
  { title: 'the rest of both', payment_cents: 900, day_cents: 800, refunded_cents: 300, limit: 500 },
  { title: 'limits that were lowered since', payment_cents: 200, day_cents: 800, refunded_cents: 300, limit: 0 },
])(
  'the amount shown as needing no second person is the largest that needs none: $title',
  async ({ payment_cents, day_cents, refunded_cents, limit }) => {
    const setLimits = (cents: number, day: number) => read`
      update checkout.checkout_settings set refund_approval_cents = ${cents}, refund_approval_day_cents = ${day}
      where organization_id = 1`
    const purchase = await shop.buy()
    const someone = await shop.addSomeone('SSD', 1)
    await setLimits(1000, 1000)
    if (refunded_cents > 0)
      expect((await shop.refund(purchase, { amount: refunded_cents / 100 }, someone)).status).toBe(200)
    await setLimits(payment_cents, day_cents)
    const ctx = await app.ctx(await app.actorOf(someone.user_id, 'SSD'), 'SSD')
    const needsSecond = (amount_cents: number) =>
      ctx.tx(
        async (inner) =>
          (await findApprovalCause(inner, await lockPayment(inner, purchase.payment_id), amount_cents)) !== null,
      )
    const { payment } = (await someone.get(`/payment/refundable?payment_id=${purchase.payment_id}`)).body
    expect(payment.alone).toBe(limit / 100)
    expect([await needsSecond(limit), await needsSecond(limit + 1)]).toEqual([limit === 0, true])
  },
)

test('no amount of a payment of their own, and any amount where no second person is required, is shown', async () => {
  const purchase = await shop.buy()
  const someone = await shop.addSomeone('SSD', 1)
  const shown = async () =>
    (await someone.get(`/payment/refundable?payment_id=${purchase.payment_id}`)).body.payment.alone
  await read`update checkout.checkout_settings set refund_approval_ind = false where organization_id = 1`
  expect(await shown()).toBeNull()
  await read`
    insert into identity.linked_account (organization_id, user_id, related_user_id)
    values (1, ${someone.user_id}, ${purchase.buyer.user_id})`
  expect(await shown()).toBe(0)
  await read`update checkout.checkout_settings set refund_approval_ind = null where organization_id = 1`
  expect(await shown()).toBe(0)
})

test.each([
  [1, false, 16],
  [4, false, 16],
  [6, false, 6],
  [7, false, 7],
  [6, true, 16],
  [7, true, 16],
] as const)(
  'a course of status %i whose refund is booked (named as completed: %s) becomes %i',
  async (before, ends_completed, after) => {
    const { order_id } = await shop.buy()
    const [line] = await read<{ order_item_id: number; student_course_id: number }>`
    select order_item_id, student_course_id from checkout.order_item where order_id = ${order_id}`
    const { order_item_id, student_course_id } = line!
    await read`
    update learning.student_course set lk_student_course_status_id = ${before}
    where student_course_id = ${student_course_id}`
    const ctx = await app.ctx({ kind: 'system', name: 'test' }, 'SSD')
    const returned = { order_item_id, amount_cents: 1, ends_enrolment: true, ends_completed }
    await ctx.tx((inner) => endEnrollments(inner, [returned]))
    const [course] = await read`
    select lk_student_course_status_id as at from learning.student_course where student_course_id = ${student_course_id}`
    expect(course).toEqual({ at: after })
  },
)
