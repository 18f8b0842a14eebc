import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { WalletRequest } from '#modules/checkout/payments/gateways/wallet.ts'
import { openPaypalSimulator, startPaypalSimulator } from '#simulators/paypal/simulator.ts'
import { openPaypal } from './adapter.ts'
import { parsePaypalWebhook } from './webhook.ts'

const { simulator, config, close } = await startPaypalSimulator()
afterAll(close)
const wallet = openPaypal({ ...config, deadline_ms: 500 })
beforeEach(() => simulator.clearScripts())

let count = 0
const request = (overrides: Partial<WalletRequest> = {}): WalletRequest => ({
  attempt: `wallet-${++count}`,
  amount_cents: 2390,
  shipping_cents: 500,
  tax_cents: 95,
  discount_cents: 200,
  lines: [{ id: '1001', name: 'Basic Driver Improvement', quantity: 1, unit_cents: 1995 }],
  description: 'Sunshine: Basic Driver Improvement',
  brand_name: 'Sunshine',
  locale: 'en-US',
  return_url: 'http://localhost:3000/checkout/paypal?intent=x',
  cancel_url: 'http://localhost:3000/checkout/paypal?intent=x&cancelled=1',
  ...overrides,
})

async function openCaptured() {
  const input = request()
  const openResult = await wallet.open(input)
  if (openResult.outcome !== 'opened') throw new Error(openResult.reason.code)
  simulator.approve(openResult.wallet_order_id)
  const capture = { ...input, wallet_order_id: openResult.wallet_order_id }
  return { capture, result: await wallet.capture(capture) }
}

describe('an order at PayPal', () => {
  test('is opened, approved and captured; the same capture again returns the first', async () => {
    const { capture, result } = await openCaptured()
    expect(result).toMatchObject({ outcome: 'approved', brand: 'PayPal', last_4: null })
    expect(await wallet.capture(capture)).toEqual(result)
    expect(await wallet.capture({ ...capture, attempt: 'another' })).toMatchObject({
      outcome: 'approved',
      transaction_id: result.transaction_id,
    })
    expect(simulator.ledger().captures.filter(({ attempt }) => attempt === capture.attempt)).toHaveLength(1)
  })

  test('is not sent if its parts do not add up to its amount', async () => {
    await expect(wallet.open(request({ amount_cents: 2391 }))).rejects.toThrow(RangeError)
  })

  test('is found by its id after a lost response, and does not exist before the buyer approves', async () => {
    const input = request()
    const openResult = await wallet.open(input)
    if (openResult.outcome !== 'opened') throw new Error(openResult.reason.code)
    const { wallet_order_id } = openResult
    expect(await wallet.findByAttempt(input.attempt, undefined, { wallet_order_id })).toEqual({ answer: 'none' })
    simulator.approve(wallet_order_id)
    simulator.script('reset-after-capture')
    expect(await wallet.capture({ ...input, wallet_order_id })).toMatchObject({ outcome: 'unknown' })
    const result = await wallet.findByAttempt(input.attempt, undefined, { wallet_order_id })
    expect(result).toMatchObject({ answer: 'found', transaction: { outcome: 'approved', amount_cents: 2390 } })
    expect(await wallet.findByAttempt(input.attempt)).toMatchObject({ answer: 'unknown' })
  })

  test('is an unreadable response in another currency or without an amount', async () => {
    const { result } = await openCaptured()
    const euros = openPaypal({
      ...config,
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        return new Response((await response.text()).replaceAll('"USD"', '"EUR"'), response)
      },
    })
    expect(await euros.details(result.transaction_id!)).toMatchObject({ answer: 'unknown' })
  })

  test('requests a new token immediately when PayPal has revoked one', async () => {
    await openCaptured()
    simulator.expireTokens()
    expect((await openCaptured()).result.outcome).toBe('approved')
  })

  test.each([
    [400, 'error'],
    [403, 'error'],
    [404, 'error'],
    [408, 'unknown'],
    [409, 'unknown'],
    [422, 'error'],
    [429, 'error'],
    [500, 'unknown'],
    [502, 'unknown'],
    [503, 'unknown'],
  ] as const)("has a result that follows its capture's status: %i is %s", async (status, outcome) => {
    const failingWallet = openPaypal({
      ...config,
      fetch: async (url, init) =>
        String(url).endsWith('/capture') ? new Response('{"name":"OTHER"}', { status }) : fetch(url, init),
    })
    const input = request()
    const openResult = await failingWallet.open(input)
    if (openResult.outcome !== 'opened') throw new Error(openResult.reason.code)
    expect(await failingWallet.capture({ ...input, wallet_order_id: openResult.wallet_order_id })).toMatchObject({
      outcome,
    })
  })

  test('is sent with a new token from a minute before the old one expires', async () => {
    let now = Date.parse('2026-05-05T12:00:00Z')
    let tokens = 0
    const timedWallet = openPaypal({
      ...config,
      clock: { now: () => new Date(now) },
      fetch: async (url, init) => {
        if (!String(url).endsWith('/token')) return fetch(url, init)
        tokens += 1
        const body = (await (await fetch(url, init)).json()) as object
        return Response.json({ ...body, expires_in: 3600 })
      },
    })
    const tokensAfter = async (seconds: number) => {
      now = Date.parse('2026-05-05T12:00:00Z') + seconds * 1000
      await timedWallet.open(request())
      return tokens
    }
    expect([await tokensAfter(0), await tokensAfter(3539), await tokensAfter(3540)]).toEqual([1, 1, 2])
  })

  test('counts as not sent when PayPal is unreachable', async () => {
    const paypalServer = await startPaypalSimulator()
    await paypalServer.close()
    const unreachable = openPaypal(paypalServer.config)
    expect(await unreachable.open(request())).toMatchObject({ outcome: 'failed', reason: { code: 'unreachable' } })
    const capture = { attempt: 'x', wallet_order_id: 'y', amount_cents: 1 }
    expect(await unreachable.capture(capture)).toMatchObject({ outcome: 'error' })
  })
})

describe('a refund', () => {
  test('is paid once under its number, and found by the capture after a lost response', async () => {
    const { result } = await openCaptured()
    const transaction_id = result.transaction_id!
    const input = { transaction_id, amount_cents: 1000, last_4: '', attempt: `refund-${++count}` }
    simulator.script('time-out-after-capture')
    expect(await wallet.refund(input)).toMatchObject({ outcome: 'unknown' })
    const match = await wallet.findByAttempt(input.attempt, undefined, { transaction_id })
    expect(match).toMatchObject({
      transaction: { kind: 'refund', original_transaction_id: transaction_id, amount_cents: 1000 },
    })
    expect(await wallet.refund(input)).toMatchObject({ outcome: 'approved' })
    expect(simulator.ledger().refunds.filter(({ attempt }) => attempt === input.attempt)).toHaveLength(1)
  })

  test('is refused above the amount of the capture, and a capture cannot be voided', async () => {
    const { result } = await openCaptured()
    const input = { transaction_id: result.transaction_id!, amount_cents: 9_999, last_4: '', attempt: `big-${++count}` }
    expect(await wallet.refund(input)).toMatchObject({ outcome: 'error', reason: { code: 'REFUND_AMOUNT_EXCEEDED' } })
    expect(await wallet.void(result.transaction_id!)).toMatchObject({ outcome: 'error', offer_void: false })
  })
})

describe('T-36: a notification', () => {
  test('T-36: is accepted when PayPal verifies it, and names its capture', async () => {
    const { result } = await openCaptured()
    const { body, headers } = simulator.notification(result.transaction_id!, 'PAYMENT.CAPTURE.COMPLETED')
    const from = {
      auth_algo: headers['paypal-auth-algo']!,
      cert_url: headers['paypal-cert-url']!,
      id: headers['paypal-transmission-id']!,
      sig: headers['paypal-transmission-sig']!,
      time: headers['paypal-transmission-time']!,
    }
    expect(await wallet.verify(body, from)).toBe(true)
    expect(await wallet.verify(body, { ...from, sig: 'forged' })).toBe(false)
    expect(parsePaypalWebhook(body)).toMatchObject({
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      transaction_id: result.transaction_id,
    })
    expect(parsePaypalWebhook('{"id":1}')).toBeNull()
  })
})

test('the simulator refuses to run in production', () => {
  expect(() => openPaypalSimulator({ production: true, url: () => '' })).toThrow('must not run in production')
})
