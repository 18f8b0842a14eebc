import { expect, test } from 'vitest'
import { openRefundShop } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { recordFaults } from './discrepancy.sql.ts'

const shop = await openRefundShop()
const { read } = shop.app.database
const system = await shop.app.ctx({ kind: 'system', name: 'test' })
const states = ['awaiting', 'dropped', 'calling', 'unknown', 'approved', 'declined', 'failed', 'cancelled'] as const
const open: readonly string[] = ['awaiting', 'calling', 'unknown']

test.each(states)('surplus money stays a discrepancy until its refund is approved (refund: %s)', async (state) => {
  const { payment_id } = await shop.buy()
  const [attempt] = await read<{ payment_attempt_id: number; transaction_id: string }>`
    select a.payment_attempt_id, a.transaction_id from checkout.payment_attempt a
    join checkout.payment p using (payment_attempt_id) where p.payment_id = ${payment_id}`
  const { payment_attempt_id, transaction_id } = attempt!
  await read`insert into checkout.refund_attempt ${read({
    organization_id: 1,
    payment_attempt_id,
    payment_id: null,
    origin: 'surplus',
    asked: 'refund',
    way: 'refund',
    attempt: `nr-${payment_attempt_id}`,
    request_id: crypto.randomUUID(),
    refunded_before_cents: 0,
    state,
    amount_cents: 500,
    settled_at: open.includes(state) ? null : new Date(),
    cancelled_at: state === 'cancelled' ? new Date() : null,
  })}`
  const discrepancy = {
    organization_id: 1,
    provider: 'authorize_net',
    transaction_id,
    gateway_cents: 500,
    booked_cents: 0,
  }
  for (const kind of ['not_returned', 'amount'])
    await read`insert into checkout.discrepancy ${read({ ...discrepancy, kind })}`
  await recordFaults(system, { provider: 'authorize_net', transaction_id }, [])
  const openFaults = await read<{ kind: string }>`
    select kind from checkout.discrepancy where transaction_id = ${transaction_id} and resolved_at is null`
  expect(openFaults.map(({ kind }) => kind)).toEqual(state === 'approved' ? [] : ['not_returned'])
})
