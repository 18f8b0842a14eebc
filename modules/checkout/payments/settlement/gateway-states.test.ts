import { beforeEach, expect, test } from 'vitest'
import type { TransactionDetails, TransactionState } from '#modules/checkout/payments/gateways/gateway.ts'
import { cancelRefund } from '#modules/checkout/payments/refunds/cancel-refund.ts'
import { openDesk, type Purchase } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { listBooked } from './booked.sql.ts'
import { findCapture } from './capture.sql.ts'
import { beginComparison, finishComparison } from './comparison.sql.ts'
import { bookCaptureState } from './follow-capture.ts'
import { bookRefundState } from './follow-refund.ts'

/** Walks the states in which a gateway reports a booked transaction. */
const desk = await openDesk()
const { app } = desk
const { read } = app.database
const system = await app.ctx({ kind: 'system', name: 'test' }, 'SSD')

let bought: Purchase
beforeEach(async () => {
  bought = await desk.buy()
})
const capture = () => ({ provider: 'authorize_net', transaction_id: bought.transaction_id }) as const

const outcomeOf = (state: TransactionState) =>
  (({ declined: 'declined', failed: 'error', voided: 'error', held: 'held', other: 'unknown' }) as const)[
    state as 'other'
  ] ?? 'approved'

const report = (
  more: Pick<TransactionDetails, 'state' | 'kind'> & Partial<TransactionDetails>,
): TransactionDetails => ({
  transaction_id: bought.transaction_id,
  original_transaction_id: null,
  attempt: null,
  status: more.state,
  outcome: outcomeOf(more.state),
  amount_cents: Math.round(bought.total * 100),
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
  const found = await bookCaptureState(system, capture(), report({ kind: 'charge', state }))
  expect(found.map(({ kind }) => kind)).toEqual(faults)
  expect(await desk.standing(bought)).toMatchObject({ payment: status })
})

test('a capture that is voided in the books and captured at the gateway is a fault', async () => {
  const unsettled = await desk.buy(undefined, false)
  expect((await desk.void(unsettled)).status).toBe(200)
  bought = unsettled
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
  await desk.refund(bought, { amount: 5 })
  const [refund] = await read<{ refund_attempt_id: number; transaction_id: string; attempt: string }>`
    select refund_attempt_id, transaction_id, attempt from checkout.refund_attempt where payment_id = ${bought.payment_id}`
  const { refund_attempt_id, transaction_id, attempt } = refund!
  const reason = { code: 'test', text: 'Test.' }
  if (here === 'cancelled') await system.tx((inner) => cancelRefund(inner, refund_attempt_id, reason))
  const details = report({ kind: 'refund', state, transaction_id, attempt, amount_cents: 500 })
  const found = await bookRefundState(system, { provider: 'authorize_net', transaction_id }, details)
  expect(found.map(({ kind }) => kind)).toEqual(faults)
  const isReturned = here === 'approved' && state === 'refunded'
  expect(await desk.standing(bought)).toMatchObject({ refunded: isReturned ? 500 : 0 })
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
    where transaction_id = ${bought.transaction_id}`
    const rows = await listBooked(system, {
      provider: 'authorize_net',
      ids: [bought.transaction_id],
      since: new Date(0),
      until: new Date(0),
    })
    expect(rows.map(({ transaction_id }) => transaction_id)).toEqual(listed ? [bought.transaction_id] : [])
  },
)

test('a comparison that ends late does not move the end of a newer one back', async () => {
  await beginComparison(system, 'paypal')
  const [earlier, later] = [new Date('2026-05-01T00:00:00Z'), new Date('2026-05-02T00:00:00Z')]
  await finishComparison(system, 'paypal', later)
  await finishComparison(system, 'paypal', earlier)
  expect(await beginComparison(system, 'paypal')).toEqual(later)
})
