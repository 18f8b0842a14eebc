import { expect, test } from 'vitest'
import { demo } from '#modules/checkout/checkout.fixture.ts'
import type { Outcome } from '#modules/checkout/payments/gateways/gateway.ts'
import { bookReversal } from './book-reversal.ts'
import { cancelRefund } from './cancel-refund.ts'
import { insertRefund, insertRefundLines, type RefundState, type Way } from './refund-attempt.sql.ts'
import { openRefundShop, type Purchase } from './refunds.fixture.ts'

/** Walks the states of a refund: what each one reserves, and what follows from each result. */
const shop = await openRefundShop()
const { app, staff } = shop
const { read } = app.database
const system = await app.ctx({ kind: 'system', name: 'test' }, 'SSD')

const states = ['awaiting', 'dropped', 'calling', 'unknown', 'approved', 'declined', 'failed', 'cancelled'] as const
const outcomes = ['approved', 'declined', 'error', 'held', 'unknown'] as const
const pending: readonly RefundState[] = ['awaiting', 'calling', 'unknown']

type Draft = { state: RefundState; way?: Way; amount_cents?: number; request_id?: string }

/** Inserts a refund of the first line of a purchase. Books nothing on the payment. */
async function insertIn(
  { payment_id, order_id }: Purchase,
  { state, way = 'refund', amount_cents = 500, ...draft }: Draft,
) {
  const [row] = await read<{ payment_attempt_id: number; order_item_id: number }>`
    select p.payment_attempt_id, min(i.order_item_id)::int as order_item_id
    from checkout.payment p join checkout.order_item i using (order_id)
    where order_id = ${order_id} group by p.payment_attempt_id`
  const { payment_attempt_id, order_item_id } = row!
  const { refund_attempt_id } = await system.tx(async (inner) => {
    const refund = await insertRefund(inner, {
      organization_id: 1,
      payment_attempt_id,
      payment_id,
      origin: 'staff',
      asked: way,
      request_id: draft.request_id ?? crypto.randomUUID(),
      refunded_before_cents: 0,
      amount_cents,
      created_by: staff.user_id,
    })
    await insertRefundLines(inner, refund, [
      { order_item_id, amount_cents, ends_enrolment: false, ends_completed: false },
    ])
    return refund
  })
  await read`
    update checkout.refund_attempt
    set state = ${state}, settled_at = case when ${!pending.includes(state)} then platform.now() end,
        cancelled_at = case when ${state === 'cancelled'} then platform.now() end
    where refund_attempt_id = ${refund_attempt_id}`
  return refund_attempt_id
}
const remove = async ({ payment_id }: Purchase) => {
  await read`delete from checkout.refund_line where refund_attempt_id in (
    select refund_attempt_id from checkout.refund_attempt where payment_id = ${payment_id})`
  await read`delete from checkout.refund_attempt where payment_id = ${payment_id}`
}

const purchase = await shop.buy([demo.improvement, demo.spanish])

test.each(states)(
  'a refund that is %s reserves its amount of payment and line only while it is open',
  async (state) => {
    await insertIn(purchase, { state })
    const { lines, ...payment } = await shop.refundable(purchase)
    await remove(purchase)
    const [first, second] = lines
    const reserved = pending.includes(state) ? 5 : 0
    expect(payment).toMatchObject({
      existing_refund_amount: reserved,
      pending_refund_amount: reserved,
      awaiting_refund_amount: state === 'awaiting' ? 5 : 0,
      can: { refund: true, void: reserved === 0 },
    })
    expect([first.paid - first.rest, second.paid - second.rest]).toEqual([expect.closeTo(reserved), 0])
  },
)

test('a line that awaits a second person is not refunded a second time', async () => {
  await insertIn(purchase, { state: 'awaiting', amount_cents: 1500 })
  const [{ order_item_id }] = (await shop.refundable(purchase)).lines
  const repeatRefund = (amount: number) =>
    shop.refund(purchase, { amount, existing_refund_amount: 15, lines: [{ order_item_id, amount }] })
  const response = await repeatRefund(4.96)
  expect([response.status, response.body.code]).toEqual([422, 'REFUND_LINES'])
  await remove(purchase)
})

/** The states after a result. An attempt that was given up is queried again if its call ended without one. */
const settled = (state: RefundState) =>
  ({ approved: state, declined: state, error: state, held: state, unknown: state }) as const
const open = {
  approved: 'approved',
  declined: 'declined',
  error: 'failed',
  held: 'unknown',
  unknown: 'unknown',
} as const
const after: Record<RefundState, Record<Outcome, RefundState>> = {
  awaiting: settled('awaiting'),
  dropped: settled('dropped'),
  calling: open,
  unknown: open,
  approved: settled('approved'),
  declined: { ...settled('declined'), approved: 'approved' },
  failed: { ...settled('failed'), approved: 'approved', held: 'unknown', unknown: 'unknown' },
  cancelled: settled('cancelled'),
}
const results = states.flatMap((state) => outcomes.map((outcome) => ({ state, outcome, next: after[state][outcome] })))

test.each(results)(
  'a refund that is $state with the result $outcome becomes $next',
  async ({ state, outcome, next }) => {
    const { payment_id } = purchase
    const refund_attempt_id = await insertIn(purchase, { state })
    const actions = async () =>
      (
        await read<{ action: string }>`
        select action from platform.audit_event where subject = ${`payment_id:${payment_id}`} order by audit_event_id`
      ).map(({ action }) => action)
    const before = await actions()
    const result = { outcome, transaction_id: null, reason: { code: 'test', text: 'Test.' } }
    const booked = await system.tx((inner) => bookReversal(inner, refund_attempt_id, result))
    const [row] = await read<{ state: string; refund_cents: number }>`
    select r.state, p.refund_cents from checkout.refund_attempt r join checkout.payment p using (payment_id)
    where refund_attempt_id = ${refund_attempt_id}`
    const events = (await actions()).slice(before.length)
    await remove(purchase)
    await read`
    update checkout.payment set refund_cents = 0, lk_payment_status_id = 1 where payment_id = ${payment_id}`
    await read`update checkout.order_item set refund_cents = 0 where order_id = ${purchase.order_id}`
    const isBooked = next === 'approved' && state !== 'approved'
    const isRefused = (next === 'declined' || next === 'failed') && next !== state
    expect([booked, row!.state, row!.refund_cents]).toEqual([next, next, isBooked ? 500 : 0])
    expect(events).toEqual([...(isBooked ? ['payment.refund'] : []), ...(isRefused ? ['refund.refused'] : [])])
  },
)

test.each(states)(
  'a refund that was given up is not queried again if a later one is open or approved: %s',
  async (state) => {
    const refund_attempt_id = await insertIn(purchase, { state: 'failed' })
    await insertIn(purchase, { state })
    const result = { outcome: 'unknown', transaction_id: null, reason: { code: 'test', text: '' } } as const
    const next = await system.tx((inner) => bookReversal(inner, refund_attempt_id, result))
    await remove(purchase)
    expect(next).toBe([...pending, 'approved'].includes(state) ? 'failed' : 'unknown')
  },
)

const [paid, refunded, partly, chargedBack] = [1, 3, 6, 8]
const [orderPaid, orderRefunded, orderChargedBack] = [2, 4, 5]
const cancellations = states.flatMap((state) =>
  [
    { before: [refunded, orderRefunded], others: 0, becomes: [paid, orderPaid] },
    { before: [refunded, orderRefunded], others: 100, becomes: [partly, orderPaid] },
    { before: [chargedBack, orderChargedBack], others: 100, becomes: [chargedBack, orderChargedBack] },
  ].map((input) => ({ state, ...input })),
)
test.each(cancellations)(
  'a refund that is $state and canceled at the gateway, of a payment that is $before with $others cents of others',
  async ({ state, before, others, becomes }) => {
    const { payment_id, order_id } = purchase
    const refund_attempt_id = await insertIn(purchase, { state })
    const set = async ([payment, order]: number[], cents: number) => {
      await read`
        update checkout.payment set refund_cents = ${cents}, lk_payment_status_id = ${payment!}
        where payment_id = ${payment_id}`
      await read`update checkout.customer_order set lk_order_status_id = ${order!} where order_id = ${order_id}`
      await read`
        update checkout.order_item set refund_cents = ${cents}
        where order_item_id = (select min(order_item_id) from checkout.order_item where order_id = ${order_id})`
    }
    await set(before, 500 + others)
    await system.tx((inner) => cancelRefund(inner, refund_attempt_id, { code: 'test', text: 'Test.' }))
    const row = await shop.statuses(purchase)
    const [lines] = await read<{ cents: number }>`
      select sum(refund_cents)::int as cents from checkout.order_item where order_id = ${order_id}`
    await remove(purchase)
    await set([paid, orderPaid], 0)
    const cents = state === 'approved' ? others : 500 + others
    expect([row.payment, row.order]).toEqual(state === 'approved' ? becomes : before)
    expect([row.refunded, lines!.cents]).toEqual([cents, cents])
  },
)

test.each([
  ['awaiting', 200, { pending: true, awaiting_approval: true }],
  ['dropped', 409, { code: 'REFUND_DROPPED' }],
  ['unknown', 200, { pending: true, awaiting_approval: false }],
  ['approved', 200, { pending: false, awaiting_approval: false }],
  ['declined', 422, { code: 'REFUND_REFUSED' }],
  ['failed', 422, { code: 'REFUND_REFUSED' }],
  ['cancelled', 422, { code: 'REFUND_REFUSED' }],
] as const)('a request sent again returns the state of its refund: %s', async (state, status, body) => {
  const request_id = crypto.randomUUID()
  await insertIn(purchase, { state, request_id })
  const response = await shop.refund(purchase, { amount: 5, request_id })
  await remove(purchase)
  expect([response.status, response.body]).toMatchObject([status, body])
})
