import { afterEach, describe, expect, test } from 'vitest'
import { paymentGateway } from '#modules/checkout/payments/gateways/gateway.ts'
import { openRefundShop } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { compareDueSettlement, compareSettlement } from './compare-settlement.ts'
import { openGatewayDesk } from './settlement.fixture.ts'

const shop = await openRefundShop()
const { app, simulator, paypal, staff } = shop
const { console: bank, compare, disputes } = openGatewayDesk(shop)
const hour = 3_600_000
const day = 24 * hour

afterEach(() => {
  simulator.clearScripts()
  paypal.clearScripts()
})

const comparisons = async () => {
  const { body } = await staff.get('/payment/discrepancies')
  return Object.fromEntries(
    body.comparisons.map((comparison: { provider: string }) => [comparison.provider, comparison]),
  )
}
const page = async () => (await staff.visit('/manage/payments/discrepancies')).text

describe('a failed comparison', () => {
  test('is shown with its reason until one succeeds, and does not block other gateways', async () => {
    expect(await comparisons()).toMatchObject({ authorize_net: { compared_until: null, late: true } })
    expect(await page()).toContain('never completed')
    paypal.scriptReports('error')
    await expect(compare()).rejects.toThrow('paypal')
    expect((await comparisons()).paypal).toMatchObject({ compared_until: null, late: true })
    await compare()
    // PayPal's list is three hours late: later times were not compared.
    const { authorize_net, paypal: wallet } = await comparisons()
    expect(Date.parse(authorize_net.compared_until) - Date.parse(wallet.compared_until)).toBeGreaterThan(2.9 * hour)
    expect(await page()).not.toContain('It should have run since')
    const purchase = await shop.buy()
    await bank.refund(purchase.transaction_id, 500)
    paypal.scriptReports('error')
    await expect(compare()).rejects.toThrow('could not list the transactions of paypal')
    expect(await shop.statuses(purchase)).toMatchObject({ payment: 6, refunded: 500 })
    const comparison = await comparisons()
    expect(comparison.authorize_net).toMatchObject({ failed_at: null, reason: null, late: false })
    expect(comparison.paypal).toMatchObject({ failed_at: expect.any(String), reason: 'PERMISSION_DENIED', late: false })
    expect(await page()).toContain('PERMISSION_DENIED')
    await compare()
    expect((await comparisons()).paypal).toMatchObject({ failed_at: null, reason: null })
  })

  test('is shown for an internal error, too', async () => {
    const ctx = await shop.dying('system', paymentGateway, () => ({
      async listSince() {
        throw new Error('out of memory')
      },
    }))
    await expect(compareSettlement(ctx)).rejects.toThrow('out of memory')
    expect((await comparisons()).authorize_net).toMatchObject({ reason: 'error' })
  })

  test('is shown only to staff of the operator, who owns the gateways', async () => {
    const other = await shop.addSomeone('LSD', 1)
    expect((await other.get('/payment/discrepancies')).body.comparisons).toEqual([])
  })
})

test('makes up for any number of missed days, and shows which gateways are overdue', async () => {
  await compare()
  const purchase = await shop.buy()
  await bank.refund(purchase.transaction_id, 500)
  simulator.settle()
  await app.moveClock(20 * day)
  await shop.prove()
  expect(await comparisons()).toMatchObject({ authorize_net: { late: true }, paypal: { late: true } })
  expect(await page()).toContain('It should have run since')
  simulator.scriptQueries('failure-500-before-capture')
  await expect(compare()).rejects.toThrow('could not list the transactions')
  expect(await shop.statuses(purchase)).toMatchObject({ refunded: 0 })
  // Twenty days later, looking back a week would not reach it.
  expect(await compare()).toBe(1)
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 6, refunded: 500 })
})

test('shows a transaction that cannot be looked up or booked, retries it daily, and resolves it when possible', async () => {
  await compare()
  const purchase = await shop.buy()
  const refund = await bank.refund(purchase.transaction_id, 500)
  const failingCtx = await shop.dying('system', paymentGateway, () => ({
    async details() {
      return { answer: 'unknown', reason: { code: 'timeout', text: '' } }
    },
  }))
  await compareSettlement(failingCtx)
  expect(await disputes()).toMatchObject([{ kind: 'not_followed', transaction_id: refund }])
  await app.moveClock(30 * day)
  await shop.prove()
  await compare()
  expect(await disputes()).toEqual([])
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 6, refunded: 500 })
})

describe('the daily comparison', () => {
  test('reports an unreachable gateway once, retries it alone, and reports it again after a success', async () => {
    const ctx = await app.ctx({ kind: 'system', name: 'test' })
    const messages: unknown[][] = []
    const loggingCtx = {
      ...ctx,
      log: { ...ctx.log, error: (...line: unknown[]) => void messages.push(line) },
    } as typeof ctx
    await app.moveClock(2 * day)
    paypal.scriptReports('error', 'error')
    await compareDueSettlement(loggingCtx)
    await compareDueSettlement(loggingCtx)
    expect(messages).toMatchObject([['settlement.not_compared', expect.any(Error), { provider: 'paypal' }]])
    expect(await reasons()).toEqual({ authorize_net: null, paypal: 'PERMISSION_DENIED' })
    await compareDueSettlement(loggingCtx)
    expect(await reasons()).toEqual({ authorize_net: null, paypal: null })
    // Both are compared: nothing is requested until the next bank settlement.
    paypal.scriptReports('error')
    await compareDueSettlement(loggingCtx)
    expect(await reasons()).toEqual({ authorize_net: null, paypal: null })
    await app.moveClock(day)
    await compareDueSettlement(loggingCtx)
    expect(messages).toHaveLength(2)
  })

  test('fails its job on an internal error, even if a gateway is unreachable as well', async () => {
    await app.moveClock(day)
    paypal.scriptReports('error')
    const ctx = await shop.dying('system', paymentGateway, () => ({
      async listSince() {
        throw new Error('out of memory')
      },
    }))
    await expect(compareDueSettlement(ctx)).rejects.toThrow('out of memory')
  })
})

const reasons = async () =>
  Object.fromEntries(
    (
      await app.database.read<{ provider: string; reason: string | null }>`
        select provider, reason from checkout.settlement_comparison order by provider`
    ).map(({ provider, reason }) => [provider, reason]),
  )
