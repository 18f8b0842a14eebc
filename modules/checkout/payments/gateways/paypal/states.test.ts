import { expect, test } from 'vitest'
import { openPaypal } from './adapter.ts'

/** A wallet that returns a body for each path that contains the name, and 404 for others. */
const returning = (bodies: Record<string, object>) =>
  openPaypal({
    endpoint: 'https://wallet.test',
    approve_origin: 'https://wallet.test',
    client_id: 'client',
    secret: 'secret',
    webhook_id: 'webhook',
    fetch: async (url) => {
      if (String(url).endsWith('/token')) return Response.json({ access_token: 'token', expires_in: 3600 })
      const name = Object.keys(bodies).find((part) => String(url).includes(part))
      return name ? Response.json(bodies[name]) : Response.json({ name: 'RESOURCE_NOT_FOUND' }, { status: 404 })
    },
  })
const usd = (value: string) => ({ currency_code: 'USD', value })

/** The meaning of each status of a capture for the money. */
test.each([
  ['COMPLETED', 'settled', 'approved'],
  ['PARTIALLY_REFUNDED', 'settled', 'approved'],
  ['REFUNDED', 'settled', 'approved'],
  ['PENDING', 'held', 'held'],
  ['DECLINED', 'declined', 'declined'],
  ['FAILED', 'failed', 'declined'],
  ['A STATUS OF TOMORROW', 'other', 'unknown'],
])('a capture that is %s is %s, with the outcome %s', async (status, state, outcome) => {
  const capture = { id: 'C1', status, amount: usd('19.95'), invoice_id: 'A1' }
  const purchase_units = [{ payments: { captures: [capture] } }]
  const wallet = returning({
    '/payments/captures/C1': capture,
    '/checkout/orders/O1': { id: 'O1', status, purchase_units },
  })
  const transaction = { kind: 'charge', transaction_id: 'C1', state, outcome, amount_cents: 1995, attempt: 'A1' }
  expect(await wallet.details('C1')).toMatchObject({ answer: 'found', transaction })
  const near = { wallet_order_id: 'O1' }
  expect(await wallet.findByAttempt('A1', undefined, near)).toMatchObject({ answer: 'found', transaction })
  const captured = await wallet.capture({ attempt: 'A1', wallet_order_id: 'O1', amount_cents: 1995 })
  expect(captured).toMatchObject({ outcome, transaction_id: 'C1' })
  const other = await wallet.capture({ attempt: 'A1', wallet_order_id: 'O1', amount_cents: 1994 })
  expect(other).toMatchObject({ outcome: 'unknown', transaction_id: null })
})

test.each([
  ['COMPLETED', 'refunded', 'approved'],
  ['PENDING', 'refund_pending', 'held'],
  ['CANCELLED', 'failed', 'declined'],
  ['FAILED', 'failed', 'declined'],
  ['A STATUS OF TOMORROW', 'other', 'unknown'],
])('a refund that is %s is %s, with the outcome %s', async (status, state, outcome) => {
  const links = [{ rel: 'up', href: 'https://wallet.test/v2/payments/captures/C1' }]
  const refund = { id: 'R1', status, amount: usd('5.00'), invoice_id: 'A2', links }
  const wallet = returning({ '/captures/C1/refund': refund, '/payments/refunds/R1': refund })
  expect(await wallet.details('R1')).toMatchObject({
    answer: 'found',
    transaction: { kind: 'refund', original_transaction_id: 'C1', state, outcome, amount_cents: 500, attempt: 'A2' },
  })
  const createdReversalResult = await wallet.refund({
    transaction_id: 'C1',
    amount_cents: 500,
    last_4: '',
    attempt: 'A2',
  })
  expect(createdReversalResult).toMatchObject({ outcome, transaction_id: 'R1', offer_void: false })
})

test.each([
  ['INQUIRY', 'OPEN', null, { charged_back: false, outcome: null }],
  ['CHARGEBACK', 'OPEN', null, { charged_back: true, outcome: null }],
  ['PRE_ARBITRATION', 'UNDER_REVIEW', null, { charged_back: true, outcome: null }],
  ['CHARGEBACK', 'UNDER_REVIEW', 'RESOLVED_BUYER_FAVOUR', { charged_back: true, outcome: null }],
  ['CHARGEBACK', 'RESOLVED', null, { charged_back: true, outcome: null }],
  ['CHARGEBACK', 'RESOLVED', 'RESOLVED_BUYER_FAVOUR', { charged_back: true, outcome: 'lost' }],
  ['ARBITRATION', 'RESOLVED', 'ACCEPTED', { charged_back: true, outcome: 'lost' }],
  ['CHARGEBACK', 'RESOLVED', 'RESOLVED_SELLER_FAVOUR', { charged_back: true, outcome: 'won' }],
  ['CHARGEBACK', 'RESOLVED', 'CANCELED_BY_BUYER', { charged_back: true, outcome: 'won' }],
])('a dispute at the stage %s that is %s with the outcome %s', async (stage, status, outcome_code, expected) => {
  const wire = {
    dispute_id: 'D1',
    create_time: '2026-01-08T04:59:59Z',
    status,
    dispute_amount: usd('19.95'),
    dispute_life_cycle_stage: stage,
    disputed_transactions: [{ seller_transaction_id: 'C1' }],
    dispute_outcome: outcome_code && { outcome_code },
  }
  const dispute = { transaction_id: 'C1', amount_cents: 1995, ...expected }
  expect(await returning({ '/disputes/D1': wire }).dispute('D1')).toMatchObject({ answer: 'found', dispute })
})
