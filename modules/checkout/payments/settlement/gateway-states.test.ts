import { beforeEach, expect, test } from 'vitest'
import type { TransactionDetails, TransactionState } from '#modules/checkout/payments/gateways/gateway.ts'
import { cancelRefund } from '#modules/checkout/payments/refunds/cancel-refund.ts'
import { openRefundShop, type Purchase } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { listBooked, listStuckSurplus } from './booked.sql.ts'
import { findCapture } from './capture.sql.ts'
import { beginComparison, finishComparison } from './comparison.sql.ts'
import { bookCaptureState } from './follow-capture.ts'
import { bookRefundState } from './follow-refund.ts'

/** Walks the states in which a gateway reports a booked transaction. */
const shop = await openRefundShop()
const { app } = shop
const { read } = app.database
const system = await app.ctx({ kind: 'system', name: 'test' }, 'SSD')

let purchase: Purchase
beforeEach(async () => {
  purchase = await shop.buy()
})
const capture = () => ({ provider: 'authorize_net', transaction_id: purchase.transaction_id }) as const

const outcomeOf = (state: TransactionState) =>
  (({ declined: 'declined', failed: 'error', voided: 'error', held: 'held', other: 'unknown' }) as const)[
    state as 'other'
  ] ?? 'approved'

const report = (
  more: Pick<TransactionDetails, 'state' | 'kind'> & Partial<TransactionDetails>,
): TransactionDetails => ({
  transaction_id: purchase.transaction_id,
  original_transaction_id: null,
  attempt: null,
  status: more.state,
  outcome: outcomeOf(more.state),
  amount_cents: Math.round(purchase.total * 100),
  submitted_at: null,
  auth_code: null,
  last_4: null,
  brand: null,
  reason: { code: 'test', text: 'Test.' },
  avs: null,
  cvv: null,
  ...more,
})

test.each([
  ['captured', [], 1],
  ['settled', [], 1],
  ['declined', ['not_settled'], 1],
  ['failed', ['not_settled'], 1],
  ['voided', [], 7],
] as const)('a booked capture that the gateway reports as %s has the faults %j', async (state, faults, status) => {
  const foundFaults = await bookCaptureState(system, capture(), report({ kind: 'charge', state }))
  expect(foundFaults.map(({ kind }) => kind)).toEqual(faults)
  expect(await shop.statuses(purchase)).toMatchObject({ payment: status })
})

test('a capture that is voided in the books and captured at the gateway is a fault', async () => {
  const unsettled = await shop.buy(undefined, false)
  expect((await shop.void(unsettled)).status).toBe(200)
  purchase = unsettled
  for (const state of ['captured', 'settled'] as const) {
    const faults = await bookCaptureState(system, capture(), report({ kind: 'charge', state }))
    expect(faults).toMatchObject([{ kind: 'refund_cancelled', order_id: unsettled.order_id }])
  }
})

test.each([
  ['approved', 'refunded', []],
  ['approved', 'failed', ['refund_cancelled']],
  ['approved', 'declined', ['refund_cancelled']],
  ['cancelled', 'failed', ['refund_cancelled']],
  ['cancelled', 'refunded', ['unknown_refund']],
] as const)('a refund that is %s here and %s at the gateway has the faults %j', async (here, state, faults) => {
  await shop.refund(purchase, { amount: 5 })
  const [refund] = await read<{ refund_attempt_id: number; transaction_id: string; attempt: string }>`
    select refund_attempt_id, transaction_id, attempt from checkout.refund_attempt where payment_id = ${purchase.payment_id}`
  const { refund_attempt_id, transaction_id, attempt } = refund!
  const reason = { code: 'test', text: 'Test.' }
  if (here === 'cancelled') await system.tx((inner) => cancelRefund(inner, refund_attempt_id, reason))
  const details = report({ kind: 'refund', state, transaction_id, attempt, amount_cents: 500 })
  const foundFaults = await bookRefundState(system, { provider: 'authorize_net', transaction_id }, details)
  expect(foundFaults.map(({ kind }) => kind)).toEqual(faults)
  const isReturned = here === 'approved' && state === 'refunded'
  expect(await shop.statuses(purchase)).toMatchObject({ refunded: isReturned ? 500 : 0 })
})

test('an id of one gateway finds no capture of the other', async () => {
  const { transaction_id } = capture()
  expect(await findCapture(system, capture(), null)).toMatchObject({ transaction_id })
  expect(await findCapture(system, { provider: 'paypal', transaction_id }, null)).toBeNull()
})

test.each([
  ['calling', false],
  ['unknown', false],
  ['held', false],
  ['approved', true],
  ['surplus', true],
  ['declined', false],
  ['failed', false],
] as const)(
  'a capture of an attempt that is %s is compared with the list of the gateway: %s',
  async (state, listed) => {
    await read`
    update checkout.payment_attempt
    set state = ${state}, settled_at = case when ${['calling', 'unknown', 'held'].includes(state)} then null else platform.now() end
    where transaction_id = ${purchase.transaction_id}`
    const rows = await listBooked(system, {
      provider: 'authorize_net',
      ids: [purchase.transaction_id],
      since: new Date(0),
      until: new Date(0),
    })
    expect(rows.map(({ transaction_id }) => transaction_id)).toEqual(listed ? [purchase.transaction_id] : [])
  },
)

test('a comparison that ends late does not move the end of a newer one back', async () => {
  await beginComparison(system, 'paypal')
  const [earlier, later] = [new Date('2026-05-01T00:00:00Z'), new Date('2026-05-02T00:00:00Z')]
  await finishComparison(system, 'paypal', later)
  await finishComparison(system, 'paypal', earlier)
  expect(await beginComparison(system, 'paypal')).toEqual(later)
})

test.each([
  ['surplus', '25 hours', null, true],
  ['surplus', '23 hours', null, false],
  ['approved', '25 hours', null, false],
  ['surplus', '25 hours', 'approved', false],
  ['surplus', '25 hours', 'unknown', true],
  ['surplus', '25 hours', 'failed', true],
])('a capture that is %s for %s with a return that is %s awaits staff: %s', async (state, age, returned, waits) => {
  const [attempt] = await read<{ payment_attempt_id: number }>`
    update checkout.payment_attempt set state = ${state}, called_at = platform.now() - ${age}::interval
    where transaction_id = ${purchase.transaction_id} returning payment_attempt_id`
  if (returned)
    await read`
      insert into checkout.refund_attempt (organization_id, payment_attempt_id, payment_id, origin, asked, way, attempt,
                                           request_id, refunded_before_cents, state, amount_cents, settled_at)
      values (1, ${attempt!.payment_attempt_id}, null, 'surplus', 'refund', 'refund', left(gen_random_uuid()::text, 20),
              gen_random_uuid(), 0, ${returned}, 1995, case when ${returned !== 'unknown'} then platform.now() end)`
  const stuck = (await listStuckSurplus(system)).map(({ transaction_id }) => transaction_id)
  expect(stuck.includes(purchase.transaction_id)).toBe(waits)
})

test('a discrepancy waits for staff until it is resolved', async () => {
  const waiting = async () => {
    const { waiting } = (await shop.staff.get('/user/waiting')).body
    return waiting.find(({ kind }: { kind: string }) => kind === 'discrepancies')
  }
  const before = await waiting()
  const fault = { provider: 'authorize_net', transaction_id: 'WAITS', kind: 'missing', organization_id: 1 }
  const [row] = await read<{ discrepancy_id: number }>`
    insert into checkout.discrepancy ${read({ ...fault, found_at: new Date(Date.now() - 500 * 86_400_000 - 3_600_000) })}
    returning discrepancy_id`
  expect(await waiting()).toMatchObject({ count: (before?.count ?? 0) + 1, age_days: 500 })
  await shop.staff.put('/payment/resolveDiscrepancy', { discrepancy_id: row!.discrepancy_id, note: 'Explained.' })
  expect(await waiting()).toEqual(before)
  // The age is that of the oldest one which is open.
  await read`insert into checkout.discrepancy ${read({ ...fault, transaction_id: 'WAITS-2' })}`
  expect((await waiting()).age_days).toBe(before?.age_days ?? 0)
})
