import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Clock } from '#platform/clock.ts'
import { startPaypalSimulator } from '#simulators/paypal/simulator.ts'
import { openPaypal } from './adapter.ts'

const hour = 3_600_000
const day = 24 * hour
let time = Date.parse('2027-03-14T12:00:00Z')
const clock: Clock = { now: () => new Date(time) }
const { simulator, config, close } = await startPaypalSimulator({ clock })
afterAll(close)

/** Every search as it was requested. */
let calls: URLSearchParams[] = []
const recordingFetch: typeof fetch = (input, init) => {
  const { pathname, searchParams } = new URL(String(input))
  if (pathname === '/v1/reporting/transactions') calls.push(searchParams)
  return fetch(input, init)
}
const wallet = openPaypal({ ...config, clock, deadline_ms: 1_000, fetch: recordingFetch })
beforeEach(() => {
  calls = []
  simulator.clearScripts()
  Object.assign(simulator.reports, { delay_ms: 0, most: 10_000 })
})

let count = 0
async function capture(): Promise<string> {
  const attempt = `search-${++count}`
  const sums = { amount_cents: 1995, shipping_cents: 0, tax_cents: 0, discount_cents: 0 }
  const lines = [{ id: '1', name: 'Course', quantity: 1, unit_cents: 1995 }]
  const pages = { return_url: 'http://localhost:3000/a', cancel_url: 'http://localhost:3000/b' }
  const words = { description: 'Course', brand_name: 'Sunshine', locale: 'en-US' } as const
  const openResult = await wallet.open({ attempt, ...sums, lines, ...pages, ...words })
  if (openResult.outcome !== 'opened') throw new Error(openResult.reason.code)
  simulator.approve(openResult.wallet_order_id)
  const { wallet_order_id } = openResult
  return (await wallet.capture({ attempt, wallet_order_id, amount_cents: 1995 })).transaction_id!
}
const refund = async (transaction_id: string, amount_cents: number) =>
  (await wallet.refund({ transaction_id, amount_cents, last_4: '', attempt: `back-${++count}` })).transaction_id!
const since = (days: number) => new Date(time - days * day)
async function list(days: number) {
  const listResult = await wallet.listSince(since(days))
  if (listResult.answer === 'unknown') throw new Error(listResult.reason.code)
  return listResult
}

test('lists captures, refunds and reversals with the amounts of the books', async () => {
  const [full, partial, reversed] = [await capture(), await capture(), await capture()]
  const refunds = [await refund(full, 1995), await refund(partial, 500)]
  const reversalId = simulator.takeBack(reversed, 'T1201')
  time += 4 * hour
  const { transactions, until } = await list(1)
  expect(transactions).toEqual([
    ...[full, partial, reversed].map((transaction_id) => ({ transaction_id, state: 'settled', amount_cents: 1995 })),
    { transaction_id: refunds[0], state: 'refunded', amount_cents: 1995 },
    { transaction_id: refunds[1], state: 'refunded', amount_cents: 500 },
    { transaction_id: reversalId, state: 'refunded', amount_cents: 1995 },
  ])
  expect(until).toEqual(new Date(time - 3 * hour))
  expect(Object.fromEntries(calls[0]!)).toMatchObject({ fields: 'transaction_info', page_size: '500', page: '1' })
})

test("a list is complete up to PayPal's last update, and never to less than three hours ago", async () => {
  time += day
  const fresh = await capture()
  simulator.reports.delay_ms = 5 * hour
  const { transactions, until } = await list(2)
  expect(transactions.map(({ transaction_id }) => transaction_id)).not.toContain(fresh)
  expect(until).toEqual(new Date(time - 5 * hour))
})

test('a span of months is requested in parts of at most 31 days, without gaps or overlaps', async () => {
  const earlyCapture = await capture()
  time += 80 * day
  const lateCapture = await capture()
  time += 4 * hour
  const { transactions } = await list(81)
  const ids = transactions.map(({ transaction_id }) => transaction_id)
  expect(ids).toEqual(expect.arrayContaining([earlyCapture, lateCapture]))
  expect(new Set(ids).size).toBe(ids.length)
  const spans = calls.map((query) => Date.parse(query.get('end_date')!) - Date.parse(query.get('start_date')!))
  expect(spans).toHaveLength(3)
  for (const span of spans) expect(span).toBeLessThanOrEqual(31 * day)
})

test("reads all pages, and splits a request that exceeds PayPal's limit", async () => {
  time += 40 * day
  const first = await capture()
  const refunds: string[] = []
  for (let index = 0; index < 510; index++) refunds.push(await refund(first, 1))
  time += 10 * hour
  const last = await capture()
  time += 4 * hour
  const paged = await list(2)
  expect(paged.transactions).toHaveLength(512)
  expect(calls.map((query) => query.get('page'))).toEqual(['1', '2'])
  simulator.reports.most = 511
  const halved = await list(2)
  expect(new Set(halved.transactions)).toEqual(new Set(paged.transactions))
  expect(halved.transactions.at(-1)!.transaction_id).toBe(last)
})

test('an incomplete list is discarded: a refusal or no response is unknown, with its reason', async () => {
  simulator.scriptReports('error')
  expect(await wallet.listSince(since(1))).toMatchObject({ answer: 'unknown', reason: { code: 'PERMISSION_DENIED' } })
  simulator.scriptReports('approve', 'time-out-before-capture')
  expect(await wallet.listSince(since(50))).toMatchObject({ answer: 'unknown', reason: { code: 'timeout' } })
  simulator.reports.delay_ms = 9 * day
  expect(await wallet.listSince(since(7))).toMatchObject({ answer: 'unknown', reason: { code: 'INVALID_REQUEST' } })
})

/** A literal PayPal response with fields that we don't use. */
const searchPage = (rows: object[]) => ({
  transaction_details: rows.map((transaction_info) => ({ transaction_info })),
  account_number: 'XZXSPECPDZHZU',
  page: 1,
  total_items: rows.length,
  total_pages: 1,
  links: [],
  last_refreshed_datetime: '2027-01-02T06:59:59+0000',
})
const row = (transaction_event_code: string, value: string, overrides: object = {}) => ({
  transaction_id: `${transaction_event_code}${value}`,
  transaction_event_code,
  transaction_status: 'S',
  transaction_amount: { currency_code: 'USD', value },
  ...overrides,
})

test('excludes fees, transfers, other currencies and our own payments', async () => {
  const rows = [
    row('T0006', '19.95'),
    row('T0006', '-7.00'),
    row('T0400', '-500.00'),
    row('T1108', '0.98'),
    row('T0006', '30.00', { transaction_amount: { currency_code: 'JPY', value: '3000' } }),
    row('T1107', '-5.00', { transaction_status: 'P' }),
    row('T0013', '3.00', { transaction_status: 'D' }),
    { transaction_id: 'none', transaction_event_code: 'T9900' },
  ]
  const paypal = openPaypal({
    ...config,
    clock,
    fetch: async (input, init) =>
      String(input).includes('/v1/reporting') ? Response.json(searchPage(rows)) : fetch(input, init),
  })
  const listResult = await paypal.listSince(since(1))
  expect(listResult).toMatchObject({
    transactions: [
      { transaction_id: 'T000619.95', state: 'settled', amount_cents: 1995 },
      { transaction_id: 'T1107-5.00', state: 'refund_pending', amount_cents: 500 },
      { transaction_id: 'T00133.00', state: 'declined', amount_cents: 300 },
    ],
    until: new Date('2027-01-02T06:59:59Z'),
  })
})
