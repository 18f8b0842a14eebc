import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAuthorizeNet } from '#modules/checkout/payments/gateways/authorize-net/adapter.ts'
import { movableClock } from '#platform/clock.ts'
import { testCards } from '#simulators/payments/behavior.ts'
import { nonceLifetimeMs, passesLuhn } from './cards.ts'
import { simulatedCards, simulatorKeys } from './config.ts'
import { openAuthorizeNetSimulator, startAuthorizeNetSimulator } from './simulator.ts'

const visaCard = { cardNumber: '4111111111111111', expirationDate: '1239' }
const clock = movableClock()
let running: Awaited<ReturnType<typeof startAuthorizeNetSimulator>>

beforeEach(async () => {
  clock.offset_ms = 0
  running = await startAuthorizeNetSimulator({ clock })
})
afterEach(() => running.close())

const merchantAuthentication = { name: simulatorKeys.api_login_id, transactionKey: simulatorKeys.transaction_key }
const post = async (body: unknown) => {
  const text = JSON.stringify(body)
  const response = await fetch(running.config.endpoint, { method: 'POST', body: text })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { bytes, answer: JSON.parse(bytes.subarray(3).toString()) }
}
const charge = (card: { descriptor: string; value: string }, attempt = 'A1') =>
  openAuthorizeNet({ ...running.config, clock }).charge({
    attempt,
    amount_cents: 500,
    currency: 'USD',
    card: { kind: 'opaque', ...card },
    order: { description: 'A course' },
    customer: {},
  })

test('refuses to open in production', () => {
  expect(() => openAuthorizeNetSimulator({ production: true })).toThrow('must not run in production')
})

test("every test card passes the browser's check", () => {
  expect(Object.keys(testCards).filter((number) => !passesLuhn(number))).toEqual([])
})

describe('the wire format', () => {
  test('responses start with a byte order mark', async () => {
    const { bytes } = await post({ getUnsettledTransactionListRequest: { merchantAuthentication } })
    expect(bytes.subarray(0, 4).toString('hex')).toBe('efbbbf7b')
  })

  test("refuses elements out of the schema's order, like the gateway", async () => {
    const transactionRequest = { amount: '1.00', transactionType: 'authCaptureTransaction' }
    const { answer } = await post({ createTransactionRequest: { merchantAuthentication, transactionRequest } })
    expect(answer.messages).toMatchObject({ resultCode: 'Error', message: [{ code: 'E00003' }] })
  })

  test('refuses an unknown element and an unknown call', async () => {
    const unknown = await post({ getTransactionDetailsRequest: { merchantAuthentication, transactionId: '1' } })
    expect(unknown.answer.messages.message[0].code).toBe('E00003')
    expect((await post({ giveMoneyRequest: { merchantAuthentication } })).answer.messages.message[0].code).toBe(
      'E00004',
    )
  })

  test('a duplicate names the first transaction only if the window was sent', async () => {
    const pay = async (transactionSettings?: object) => {
      const { descriptor, value } = running.simulator.token(visaCard)
      const payment = { opaqueData: { dataDescriptor: descriptor, dataValue: value } }
      const order = { invoiceNumber: 'A1' }
      const sale = { transactionType: 'authCaptureTransaction', amount: '5.00', payment, order, transactionSettings }
      const { answer } = await post({ createTransactionRequest: { merchantAuthentication, transactionRequest: sale } })
      return answer.transactionResponse
    }
    const first = await pay()
    expect(await pay()).toMatchObject({ transId: '0', errors: [{ errorCode: '11' }] })
    const duplicate = await pay({ setting: [{ settingName: 'duplicateWindow', settingValue: '28800' }] })
    expect(duplicate).toMatchObject({ transId: first.transId, errors: [{ errorCode: '11' }] })
  })
})

describe('tokens', () => {
  test('a token works once', async () => {
    const card = running.simulator.token(visaCard)
    expect(await charge(card)).toMatchObject({ outcome: 'approved' })
    expect(await charge(card, 'A2')).toMatchObject({ outcome: 'error', reason: { code: 'E00114' } })
  })

  test('a token expires after fifteen minutes', async () => {
    const card = running.simulator.token(visaCard)
    clock.offset_ms = nonceLifetimeMs + 1000
    expect(await charge(card)).toMatchObject({ outcome: 'error', reason: { code: 'E00114' } })
  })
})

describe('the browser library', () => {
  type Answer = {
    messages: { resultCode: string; message: { code: string; text: string }[] }
    opaqueData?: { dataDescriptor: string; dataValue: string }
  }
  type Accept = { dispatchData(secureData: object, callback: (answer: Answer) => void): void }

  async function loadLibrary(posted: string[] = []) {
    const script = await (await fetch(running.config.library_url)).text()
    const window: { Accept?: Accept } = {}
    const spy = (url: string, init: RequestInit) => {
      posted.push(url)
      return fetch(url, { ...init, headers: { ...init.headers, origin: 'http://shop.example' } })
    }
    const document = { currentScript: { src: running.config.library_url } }
    runInNewContext(script, { window, document, fetch: spy, setTimeout })
    return window.Accept as Accept
  }

  const authData = { apiLoginID: simulatorKeys.api_login_id, clientKey: simulatorKeys.client_key }
  const dispatch = async (cardData: object, auth: object = authData, posted: string[] = []) => {
    const library = await loadLibrary(posted)
    return new Promise<Answer>((resolve) => library.dispatchData({ authData: auth, cardData }, resolve))
  }
  const cardData = { cardNumber: '4111 1111 1111 1111', month: '12', year: '2039', cardCode: '900' }

  test('exchanges a card for a chargeable token, and posts it to the gateway only', async () => {
    const posted: string[] = []
    const { messages, opaqueData } = await dispatch(cardData, authData, posted)
    expect(messages).toMatchObject({ resultCode: 'Ok', message: [{ code: 'I00001' }] })
    expect(opaqueData?.dataDescriptor).toBe('COMMON.ACCEPT.INAPP.PAYMENT')
    expect(posted).toEqual([running.config.endpoint])
    const result = await charge({ descriptor: opaqueData?.dataDescriptor ?? '', value: opaqueData?.dataValue ?? '' })
    expect(result).toMatchObject({ outcome: 'approved', last_4: '1111', cvv: 'M' })
  })

  test.each([
    ['E_WC_05', { cardNumber: '4111111111111112' }],
    ['E_WC_05', { cardNumber: '12' }],
    ['E_WC_06', { month: '13' }],
    ['E_WC_07', { year: '1' }],
    ['E_WC_08', { year: '2020' }],
    ['E_WC_15', { cardCode: '1' }],
  ])('returns %s for %j', async (code, invalidInput) => {
    const { messages, opaqueData } = await dispatch({ ...cardData, ...invalidInput })
    expect(messages).toMatchObject({ resultCode: 'Error', message: [{ code }] })
    expect(opaqueData).toBeUndefined()
  })

  test('refuses a wrong public key', async () => {
    const { messages } = await dispatch(cardData, { ...authData, clientKey: 'wrong' })
    expect(messages).toMatchObject({ resultCode: 'Error', message: [{ code: 'E_WC_21' }] })
  })

  test('a page of another origin may post a card', async () => {
    const headers = { origin: 'http://shop.example', 'access-control-request-method': 'POST' }
    const response = await fetch(running.config.endpoint, { method: 'OPTIONS', headers })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('the ledger in a folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('captures survive the process, without card numbers', async () => {
    const first = await startAuthorizeNetSimulator({ folder })
    const card = { kind: 'opaque' as const, ...first.simulator.token(visaCard) }
    first.simulator.script('reset-after-capture')
    const order = {
      attempt: 'A1',
      amount_cents: 500,
      currency: 'USD' as const,
      order: { description: 'A' },
      customer: {},
    }
    expect(await openAuthorizeNet(first.config).charge({ ...order, card })).toMatchObject({ outcome: 'unknown' })
    await first.close()
    const second = await startAuthorizeNetSimulator({ folder })
    expect(await openAuthorizeNet(second.config).findByAttempt('A1')).toMatchObject({ answer: 'found' })
    await second.close()
    expect(await readFile(join(folder, 'gateway-simulator.json'), 'utf8')).not.toContain(visaCard.cardNumber)
  })
})

test('inside another application, under a prefix, it responds the same', async () => {
  const simulator = openAuthorizeNetSimulator({ production: false })
  const shop = new Hono().route('/dev/gateway', simulator.app)
  const config = simulatedCards('http://shop.example/dev/gateway')
  const inShop = openAuthorizeNet({ ...config, fetch: async (input, init) => shop.request(String(input), init) })
  const card = { kind: 'opaque' as const, ...simulator.token(visaCard) }
  const sale = { attempt: 'A1', amount_cents: 500, currency: 'USD' as const, order: { description: 'A' }, customer: {} }
  simulator.script('reset-after-capture')
  expect(await inShop.charge({ ...sale, card })).toMatchObject({ outcome: 'unknown' })
  expect(await inShop.findByAttempt('A1')).toMatchObject({ answer: 'found', transaction: { outcome: 'approved' } })
  expect((await shop.request(config.library_url)).status).toBe(200)
})

test('another process can read the ledger, settle and script the next responses', async () => {
  const control = (path: string, body?: object) =>
    fetch(running.url + path, body && { method: 'POST', body: JSON.stringify(body) }).then((response) =>
      response.json(),
    )
  await control('/script', { behaviors: ['decline'] })
  expect(await charge(running.simulator.token(visaCard))).toMatchObject({ outcome: 'declined' })
  const { transaction_id } = await charge(running.simulator.token(visaCard), 'A2')
  expect(await control('/ledger')).toMatchObject({ captures: [{ transaction_id, attempt: 'A2', amount_cents: 500 }] })
  await control('/settle', {})
  expect(await openAuthorizeNet(running.config).details(transaction_id ?? '')).toMatchObject({
    transaction: { state: 'settled' },
  })
  expect(await control('/script', { behaviors: ['explode'] })).toEqual({ error: true })
})
