import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Card, ChargeRequest, Gateway } from '#modules/checkout/payments/gateways/gateway.ts'
import { movableClock } from '#platform/clock.ts'
import { find } from '#simulators/authorize-net/ledger.ts'
import { startAuthorizeNetSimulator } from '#simulators/authorize-net/simulator.ts'
import type { Behavior } from '#simulators/payments/behavior.ts'
import { type AuthorizeNetConfig, openAuthorizeNet } from './adapter.ts'

const visaNumber = '4111111111111111'
let running: Awaited<ReturnType<typeof startAuthorizeNetSimulator>>
let gateway: Gateway
let saved: string

beforeEach(async () => {
  running = await startAuthorizeNetSimulator({
    store: {
      load: () => null,
      save(write) {
        saved = write()
      },
    },
  })
  gateway = openAuthorizeNet(running.config)
})
afterEach(() => running.close())

const open = (changes: Partial<AuthorizeNetConfig>) => openAuthorizeNet({ ...running.config, ...changes })
const token = (cardNumber = visaNumber, cardCode = '900'): Card => ({
  kind: 'opaque',
  ...running.simulator.token({ cardNumber, expirationDate: '1239', cardCode }),
})
const request = (changes: Partial<ChargeRequest> = {}): ChargeRequest => ({
  attempt: 'A1',
  amount_cents: 1995,
  currency: 'USD',
  card: changes.card ?? token(),
  order: {
    description: 'Defensive driving',
    lines: [{ id: '7', name: 'A course with a very long name indeed', quantity: 1, unit_cents: 1495 }],
    shipping_cents: 500,
    bill_to: { first_name: 'Ana', last_name: 'Ruiz', address: '1 Main St', city: 'Reno', state: 'NV', zip: '89501' },
  },
  customer: { id: '12', email: 'ana@example.com' },
  ip: '192.0.2.7',
  ...changes,
})
const settledCharge = async () => {
  const { transaction_id } = await gateway.charge(request())
  running.simulator.settle()
  return transaction_id ?? ''
}

describe('a charge', () => {
  test('an approved card returns the transaction, the masked card, and one capture of the exact amount', async () => {
    const result = await gateway.charge(request())
    expect(result).toMatchObject({ outcome: 'approved', last_4: '1111', brand: 'Visa', avs: 'Y', cvv: 'M' })
    expect(result.auth_code).toMatch(/^\w{6}$/)
    const capture = { transaction_id: result.transaction_id, attempt: 'A1', amount_cents: 1995 }
    expect(running.simulator.ledger()).toEqual({ captures: [capture], refunds: [], voids: [] })
  })

  test('a declined card returns the reason and captures nothing', async () => {
    const result = await gateway.charge(request({ card: token('4000000000000002') }))
    const reason = { code: '2', text: 'This transaction has been declined.' }
    expect(result).toMatchObject({ outcome: 'declined', reason })
    expect(running.simulator.ledger().captures).toEqual([])
  })

  test("a card error inside an outer 'Ok' is an error, not a sale", async () => {
    const result = await gateway.charge(request({ card: token('4000000000000119') }))
    expect(result).toMatchObject({ outcome: 'error', reason: { code: '6' } })
  })

  test.each([
    ['approve', { outcome: 'approved', reason: { code: '1' } }, 1],
    ['decline', { outcome: 'declined', reason: { code: '2' } }, 0],
  ] as const)('a charge held for review is decided by staff, once (%s)', async (decision, result, captures) => {
    running.simulator.script('held')
    const transaction_id = (await gateway.charge(request())).transaction_id!
    expect(await gateway.decideHeld(transaction_id, decision)).toMatchObject(result)
    expect(await gateway.decideHeld(transaction_id, 'approve')).toMatchObject({ outcome: 'error' })
    expect(running.simulator.ledger().captures).toHaveLength(captures)
  })

  test("a decision is sent in the gateway's format, and a lost response leaves it open", async () => {
    let requestBody = ''
    const recordingGateway = open({
      fetch: async (url, init) => {
        requestBody = String(init?.body)
        return fetch(url, init)
      },
    })
    expect(await recordingGateway.decideHeld('60000000001', 'approve')).toMatchObject({
      outcome: 'error',
      reason: { code: '16' },
    })
    const { name, transactionKey } = JSON.parse(requestBody).updateHeldTransactionRequest.merchantAuthentication
    expect(requestBody).toBe(
      JSON.stringify({
        updateHeldTransactionRequest: {
          merchantAuthentication: { name, transactionKey },
          refId: '60000000001',
          heldTransactionRequest: { action: 'approve', refTransId: '60000000001' },
        },
      }),
    )
    running.simulator.script('reset-after-capture')
    expect(await gateway.decideHeld('60000000001', 'approve')).toMatchObject({ outcome: 'unknown' })
  })

  test('a charge held for review captures money only when a person releases it', async () => {
    const { outcome, transaction_id } = await gateway.charge(request({ card: token('4000000000000101') }))
    expect(outcome).toBe('held')
    expect(running.simulator.ledger().captures).toEqual([])
    running.simulator.release(transaction_id ?? '', 'approve')
    expect(await gateway.details(transaction_id ?? '')).toMatchObject({ transaction: { state: 'captured' } })
  })

  test('a magic amount declines any card', async () => {
    expect(await gateway.charge(request({ amount_cents: 900_102 }))).toMatchObject({ outcome: 'declined' })
  })

  test("charges a card in the gateway's vault by its profile", async () => {
    const vaulted = running.simulator.saveCard({ cardNumber: '5424000000000015', expirationDate: '1239' })
    const result = await gateway.charge(request({ card: { kind: 'saved', ...vaulted } }))
    expect(result).toMatchObject({ outcome: 'approved', last_4: '0015', brand: 'MasterCard' })
  })

  test("wrong keys are an error with the gateway's text", async () => {
    const result = await open({ transaction_key: 'wrong' }).charge(request())
    expect(result).toMatchObject({ outcome: 'error', reason: { code: 'E00007' } })
  })

  test.each([
    { attempt: 'x'.repeat(21) },
    { attempt: '' },
    { amount_cents: 19.95 },
    { amount_cents: 0 },
    { amount_cents: -100 },
  ])('refuses an invalid request before sending: %j', async (invalidFields) => {
    await expect(gateway.charge(request(invalidFields))).rejects.toThrow(RangeError)
    expect(running.simulator.ledger().captures).toEqual([])
  })
})

describe('a repeated attempt', () => {
  test('returns the first transaction for a saved card, captured once', async () => {
    const vaulted = running.simulator.saveCard({ cardNumber: visaNumber, expirationDate: '1239' })
    const first = await gateway.charge(request({ card: { kind: 'saved', ...vaulted } }))
    const repeated = await gateway.charge(request({ card: { kind: 'saved', ...vaulted }, resend: true }))
    expect(repeated).toMatchObject({ outcome: 'approved', transaction_id: first.transaction_id })
    expect(running.simulator.ledger().captures).toHaveLength(1)
  })

  test('returns the first transaction for the same card typed again, captured once', async () => {
    const first = await gateway.charge(request())
    const repeated = await gateway.charge(request({ resend: true }))
    expect(repeated).toMatchObject({ outcome: 'approved', transaction_id: first.transaction_id, last_4: '1111' })
    expect(running.simulator.ledger().captures).toHaveLength(1)
  })

  test('finds the first transaction with a used token', async () => {
    const card = token()
    const first = await gateway.charge(request({ card }))
    const repeated = await gateway.charge(request({ card, resend: true }))
    expect(repeated).toMatchObject({ outcome: 'approved', transaction_id: first.transaction_id })
  })

  test('is refused with a token used by another attempt, and captures nothing', async () => {
    const card = token()
    await gateway.charge(request({ card }))
    const other = await gateway.charge(request({ card, attempt: 'A2' }))
    expect(other).toMatchObject({ outcome: 'error', reason: { code: 'E00114' } })
    expect(running.simulator.ledger().captures).toHaveLength(1)
  })

  test('stays unknown if it is a duplicate whose original cannot be queried', async () => {
    await gateway.charge(request())
    running.simulator.scriptQueries('failure-500-after-capture', 'failure-500-after-capture')
    expect(await gateway.charge(request())).toMatchObject({ outcome: 'unknown', reason: { code: '11' } })
  })

  test('made twenty times at the same time captures once, and every response names that capture', async () => {
    const vaulted = running.simulator.saveCard({ cardNumber: visaNumber, expirationDate: '1239' })
    const charges = Array.from({ length: 20 }, () => gateway.charge(request({ card: { kind: 'saved', ...vaulted } })))
    const ids = new Set((await Promise.all(charges)).map((result) => result.transaction_id))
    expect([...ids]).toEqual([running.simulator.ledger().captures[0]?.transaction_id])
    expect(running.simulator.ledger().captures).toHaveLength(1)
  })

  test('hours later is still the same charge: the longest duplicate window is sent with charges and refunds', async () => {
    const bodies: string[] = []
    const recordingGateway = open({
      fetch: (input, init) => {
        bodies.push(String(init?.body))
        return fetch(input, init)
      },
    })
    await recordingGateway.charge(request())
    await recordingGateway.refund({ transaction_id: '1', amount_cents: 100, last_4: '1111', attempt: 'R1' })
    const setting = '"setting":[{"settingName":"duplicateWindow","settingValue":"28800"}]'
    expect(bodies).toEqual([expect.stringContaining(setting), expect.stringContaining(setting)])
  })

  test('is charged if it is a second purchase with its own attempt', async () => {
    await gateway.charge(request())
    expect(await gateway.charge(request({ attempt: 'A2' }))).toMatchObject({ outcome: 'approved' })
    expect(running.simulator.ledger().captures).toHaveLength(2)
  })
})

describe('a lost response', () => {
  const afterCapture: Behavior[] = [
    'time-out-after-capture',
    'reset-after-capture',
    'failure-500-after-capture',
    'html-after-capture',
    'malformed-after-capture',
  ]
  test.each(afterCapture)('%s: the outcome is unknown, and a query finds the one capture', async (behavior) => {
    running.simulator.script(behavior)
    const result = await open({ deadline_ms: 1500 }).charge(request())
    expect(result).toMatchObject({ outcome: 'unknown', transaction_id: null })
    const match = await gateway.findByAttempt('A1')
    const transaction = { attempt: 'A1', outcome: 'approved', state: 'captured', amount_cents: 1995, last_4: '1111' }
    expect(match).toMatchObject({ answer: 'found', transaction })
    expect(running.simulator.ledger().captures).toHaveLength(1)
  })

  const beforeCapture: Behavior[] = [
    'time-out-before-capture',
    'reset-before-capture',
    'failure-500-before-capture',
    'html-before-capture',
  ]
  test.each(beforeCapture)('%s: the outcome is unknown, and a query finds no capture', async (behavior) => {
    running.simulator.script(behavior)
    expect(await open({ deadline_ms: 500 }).charge(request())).toMatchObject({ outcome: 'unknown' })
    expect(await gateway.findByAttempt('A1')).toEqual({ answer: 'none' })
    expect(running.simulator.ledger().captures).toEqual([])
  })

  test('a capture is found even after settlement', async () => {
    running.simulator.script('html-after-capture')
    await gateway.charge(request())
    running.simulator.settle()
    expect(await gateway.findByAttempt('A1')).toMatchObject({ answer: 'found', transaction: { state: 'settled' } })
  })

  test('an attempt declined in one batch and captured in the next is found as captured', async () => {
    running.simulator.script('decline')
    await gateway.charge(request())
    running.simulator.settle()
    await gateway.charge(request())
    running.simulator.settle()
    const transaction = { state: 'settled', outcome: 'approved' }
    expect(await gateway.findByAttempt('A1')).toMatchObject({ answer: 'found', transaction })
  })

  test('an attempt is found among a thousand newer ones', async () => {
    const { transaction_id } = await gateway.charge(request())
    const transaction = find(JSON.parse(saved), transaction_id ?? '')
    const others = Array.from({ length: 1000 }, (_, index) => ({
      ...transaction,
      id: `7${index}`,
      attempt: `B${index}`,
    }))
    const transactions = [transaction, ...others]
    const busy = await startAuthorizeNetSimulator({
      store: { load: () => JSON.stringify({ transactions }), save: () => {} },
    })
    const result = await openAuthorizeNet(busy.config).findByAttempt('A1')
    expect(result).toMatchObject({ answer: 'found', transaction: { transaction_id } })
    await busy.close()
  })

  test('settled batches are read back to the requested date in months', async () => {
    const clock = movableClock()
    const later = await startAuthorizeNetSimulator({ clock })
    const laterGateway = openAuthorizeNet({ ...later.config, clock })
    const card: Card = { kind: 'opaque', ...later.simulator.token({ cardNumber: visaNumber, expirationDate: '1239' }) }
    await laterGateway.charge(request({ card }))
    later.simulator.settle()
    const before = new Date(clock.now().getTime() - 60_000)
    clock.offset_ms = 40 * 86_400_000
    expect(await laterGateway.findByAttempt('A1')).toEqual({ answer: 'none' })
    expect(await laterGateway.findByAttempt('A1', before)).toMatchObject({ answer: 'found' })
    await later.close()
  })

  test("the outcome is unknown and not 'none' if the gateway cannot be queried either", async () => {
    running.simulator.scriptQueries('html-after-capture')
    expect(await gateway.findByAttempt('A1')).toMatchObject({ answer: 'unknown', reason: { code: 'unreadable' } })
    running.simulator.scriptQueries('approve', 'failure-500-after-capture')
    expect(await gateway.findByAttempt('A1')).toMatchObject({ answer: 'unknown', reason: { code: 'http_500' } })
  })

  test('a refused connection is an error on the first try and unknown on a retry', async () => {
    const unreachable = open({ endpoint: running.config.endpoint })
    const first = request()
    await running.close()
    expect(await unreachable.charge(first)).toMatchObject({ outcome: 'error', reason: { code: 'unreachable' } })
    expect(await unreachable.charge({ ...first, resend: true })).toMatchObject({ outcome: 'unknown' })
  })

  test.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['no messages', '{"transactionResponse":{"responseCode":"1","transId":"5"}}'],
    ['a code that does not exist', '{"transactionResponse":{"responseCode":"9"},"messages":{"resultCode":"Ok"}}'],
    ['success without a transaction', '{"messages":{"resultCode":"Ok","message":[]}}'],
    ['approval without an id', '{"transactionResponse":{"responseCode":"1"},"messages":{"resultCode":"Ok"}}'],
    ['the answer to another request', '{"refId":"B9","messages":{"resultCode":"Error","message":[]}}'],
    ['a failure that asks to try again', '{"messages":{"resultCode":"Error","message":[{"code":"E00001"}]}}'],
  ])('a response of %s is unknown', async (_name, body) => {
    const strange = open({ fetch: async () => new Response(body) })
    expect(await strange.charge(request())).toMatchObject({ outcome: 'unknown' })
  })

  test('an account in test mode, which approves everything as transaction 0, is not a sale', async () => {
    const transactionResponse = { responseCode: '1', transId: '0', testRequest: '1' }
    const body = JSON.stringify({ transactionResponse, messages: { resultCode: 'Ok', message: [] } })
    const testing = open({ fetch: async () => new Response(body) })
    expect(await testing.charge(request())).toMatchObject({ outcome: 'error', transaction_id: null })
  })
})

describe('refunds and voids', () => {
  test('refusing to refund an unsettled capture offers a void, which works', async () => {
    const { transaction_id } = await gateway.charge(request())
    const refund = { transaction_id: transaction_id ?? '', amount_cents: 1995, last_4: '1111', attempt: 'R1' }
    const refusal = await gateway.refund(refund)
    expect(refusal).toMatchObject({ outcome: 'error', offer_void: true, reason: { code: '54' } })
    expect(await gateway.void(refund.transaction_id)).toMatchObject({ outcome: 'approved', transaction_id })
    expect(running.simulator.ledger()).toMatchObject({ refunds: [], voids: [{ transaction_id }] })
    expect(await gateway.details(refund.transaction_id)).toMatchObject({
      transaction: { state: 'voided', amount_cents: 1995 },
    })
  })

  test('voiding twice ends as voided once', async () => {
    const { transaction_id } = await gateway.charge(request())
    await gateway.void(transaction_id ?? '')
    expect(await gateway.void(transaction_id ?? '')).toMatchObject({ outcome: 'approved', transaction_id })
    expect(running.simulator.ledger().voids).toHaveLength(1)
  })

  test('refuses to void a settled capture', async () => {
    const transaction_id = await settledCharge()
    expect(await gateway.void(transaction_id)).toMatchObject({ outcome: 'error', reason: { code: '16' } })
  })

  test('partial refunds add up to the capture and never more', async () => {
    const transaction_id = await settledCharge()
    const part = (attempt: string, amount_cents: number) =>
      gateway.refund({ transaction_id, amount_cents, last_4: '1111', attempt })
    expect(await part('R1', 1000)).toMatchObject({ outcome: 'approved' })
    expect(await part('R2', 996)).toMatchObject({ outcome: 'error', offer_void: false, reason: { code: '55' } })
    expect(await part('R3', 995)).toMatchObject({ outcome: 'approved' })
    expect(running.simulator.ledger().refunds.map((refund) => refund.amount_cents)).toEqual([1000, 995])
  })

  test('refuses a refund with other last four digits, and offers no void once settled', async () => {
    const transaction_id = await settledCharge()
    const refusal = await gateway.refund({ transaction_id, amount_cents: 100, last_4: '0000', attempt: 'R1' })
    expect(refusal).toMatchObject({ outcome: 'error', offer_void: false, reason: { code: '54' } })
  })

  test('a refund with a lost response is found by its attempt, and sending it again refunds nothing more', async () => {
    const transaction_id = await settledCharge()
    const refund = { transaction_id, amount_cents: 500, last_4: '1111', attempt: 'R1' }
    running.simulator.script('reset-after-capture')
    expect(await gateway.refund(refund)).toMatchObject({ outcome: 'unknown', transaction_id: null })
    const result = await gateway.findByAttempt('R1')
    const transaction = { kind: 'refund', state: 'refund_pending', original_transaction_id: transaction_id }
    expect(result).toMatchObject({ answer: 'found', transaction })
    const repeatedReversalResult = await gateway.refund(refund)
    expect(repeatedReversalResult.outcome).toBe('approved')
    expect(running.simulator.ledger().refunds).toEqual([
      { transaction_id: repeatedReversalResult.transaction_id, attempt: 'R1', amount_cents: 500 },
    ])
  })

  test('a void with a lost response is unknown, and the transaction shows the outcome', async () => {
    const { transaction_id } = await gateway.charge(request())
    running.simulator.script('reset-after-capture')
    expect(await gateway.void(transaction_id ?? '')).toMatchObject({ outcome: 'unknown' })
    expect(await gateway.details(transaction_id ?? '')).toMatchObject({ transaction: { state: 'voided' } })
  })

  test('returns none for a transaction that does not exist', async () => {
    expect(await gateway.details('1')).toEqual({ answer: 'none' })
  })
})

test('the browser receives public values only', () => {
  const { api_login_id, client_key, library_url } = running.config
  const connect_origin = new URL(running.config.endpoint).origin
  expect(gateway.publicConfig()).toEqual({ api_login_id, client_key, library_url, connect_origin })
  expect(JSON.stringify(gateway.publicConfig())).not.toContain(running.config.transaction_key)
})
