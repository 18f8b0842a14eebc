import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { type Clock, systemClock } from '#platform/clock.ts'
import { serveLocal } from '#platform/http/serve-local.ts'
import { type AnsweringContext, deliver, type SimulatorBindings } from '#simulators/payments/answer.ts'
import type { Behavior } from '#simulators/payments/behavior.ts'
import { fileStore, memoryStore, type SimulatorStore } from '#simulators/payments/store.ts'
import type { Simulator } from '#simulators/simulator.ts'
import {
  type Call,
  captureOrder,
  createOrder,
  type DecidedAnswer,
  readCapture,
  readDispute,
  readOrder,
  readRefund,
  refundCapture,
} from './calls.ts'
import { paypalSimulatorKeys, simulatedWallet } from './config.ts'
import {
  emptyState,
  findCapture,
  findOrder,
  newId,
  readLedger,
  type SimDispute,
  type SimReturn,
  type SimState,
  type WalletLedger,
} from './ledger.ts'
import { approvePage } from './page.ts'
import { type Reports, searchTransactions } from './reports.ts'
import { captureItem } from './wire.ts'

/** The simulator's keys; invented, and the same everywhere so that a dev server needs no configuration. */
const accessToken = 'A21AASimulatorToken'
const webhookSignature = 'simulated-signature'

export type PaypalSimulator = {
  app: Hono<SimulatorBindings>
  /** The recorded movements: the oracle of tests. */
  ledger(): WalletLedger
  /** The behavior of the next captures and refunds, in order. */
  script(...behaviors: Behavior[]): void
  /** The behavior of the next transaction searches. */
  scriptReports(...behaviors: Behavior[]): void
  clearScripts(): void
  /** The delay and limit of reports. */
  reports: Reports
  /** The wallet itself, or the buyer's bank, takes a capture's money back. */
  takeBack(capture_id: string, code: SimReturn['code']): string
  /** A buyer opens or continues a dispute about a capture; returns its number. */
  dispute(
    capture_id: string,
    overrides?: Partial<Pick<SimDispute, 'amount_cents' | 'at' | 'stage' | 'status' | 'outcome_code'>>,
  ): string
  /** The buyer approves an order; returns the address that the wallet redirects to. */
  approve(wallet_order_id: string): string
  /** A person at the wallet decides about a pending capture. */
  release(capture_id: string, action: 'approve' | 'decline'): void
  /** Earlier tokens no longer work. */
  expireTokens(): void
  /** A signed notification about a capture or dispute, as the wallet posts it. */
  notification(id: string, event_type: string): { body: string; headers: Record<string, string> }
}

type Options = { production: boolean; url: () => string; clock?: Clock; store?: SimulatorStore; folder?: string }

/** Opens the simulated wallet. Throws in production: it approves payments without taking money. */
export function openPaypalSimulator({ production, url, clock = systemClock, ...storage }: Options): PaypalSimulator {
  if (production) throw new Error('The PayPal simulator must not run in production.')
  const store = storage.store ?? (storage.folder ? fileStore(storage.folder) : memoryStore())
  const state: SimState = { ...emptyState(), ...JSON.parse(store.load() ?? '{}') }
  const world: World = {
    state,
    save: () => store.save(() => JSON.stringify(state)),
    url,
    now: () => clock.now().getTime(),
    token: accessToken,
    scripts: [],
    reportScripts: [],
    reports: { delay_ms: 0, most: 10_000 },
  }
  const app = new Hono<SimulatorBindings>()
  addCalls(app, world)
  const simulator: PaypalSimulator = {
    app,
    ledger: () => readLedger(state),
    script: (...behaviors) => void world.scripts.push(...behaviors),
    scriptReports: (...behaviors) => void world.reportScripts.push(...behaviors),
    clearScripts() {
      world.scripts = []
      world.reportScripts = []
    },
    reports: world.reports,
    takeBack: (capture_id, code) => returnCapture(world, capture_id, code),
    dispute: (capture_id, overrides = {}) => dispute(world, capture_id, overrides),
    approve: (wallet_order_id) => approve(world, wallet_order_id),
    release: (capture_id, action) => release(world, capture_id, action),
    expireTokens() {
      world.token = `${accessToken}${randomUUID()}`
    },
    notification: (id, event_type) => notify(state, url(), id, event_type),
  }
  addApproval(simulator, state)
  return simulator
}

/** The simulated wallet: its books, and its next behavior. */
type World = {
  readonly state: SimState
  save(): void
  url(): string
  now(): number
  token: string
  scripts: Behavior[]
  reportScripts: Behavior[]
  readonly reports: Reports
}

/** The calls of the wallet's API. */
function addCalls(app: Hono<SimulatorBindings>, world: World): void {
  const next = () => world.scripts.shift()
  const call = (decide: (call: Call, id: string) => DecidedAnswer) => (c: AnsweringContext) => respond(world, c, decide)
  app.post('/v1/oauth2/token', (c) => {
    const { client_id, secret } = paypalSimulatorKeys
    const basic = `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`
    if (c.req.header('authorization') !== basic) return c.json({ error: 'invalid_client' }, 401)
    return c.json({ scope: 'openid', access_token: world.token, token_type: 'Bearer', expires_in: 32_400 })
  })
  app.post('/v2/checkout/orders', call(createOrder))
  app.get('/v2/checkout/orders/:id', call(readOrder))
  app.post(
    '/v2/checkout/orders/:id/capture',
    call((response, id) => captureOrder(response, id, next)),
  )
  app.get('/v2/payments/captures/:id', call(readCapture))
  app.post(
    '/v2/payments/captures/:id/refund',
    call((response, id) => refundCapture(response, id, next)),
  )
  app.get('/v2/payments/refunds/:id', call(readRefund))
  app.get('/v1/customer/disputes/:id', call(readDispute))
  app.get(
    '/v1/reporting/transactions',
    call((response) => searchTransactions(response, world.reports, world.reportScripts.shift())),
  )
  app.post('/v1/notifications/verify-webhook-signature', async (c) => {
    const { transmission_sig, webhook_id } = await c.req.json()
    const isOurs = transmission_sig === webhookSignature && webhook_id === paypalSimulatorKeys.webhook_id
    return c.json({ verification_status: isOurs ? 'SUCCESS' : 'FAILURE' })
  })
}

/** The ledger is written before the response leaves, so a lost response belongs to a recorded change. */
async function respond(world: World, c: AnsweringContext, decide: (call: Call, id: string) => DecidedAnswer) {
  const { state, save, token } = world
  if (c.req.header('authorization') !== `Bearer ${token}`) return c.json({ name: 'AUTHENTICATION_FAILURE' }, 401)
  const key = c.req.header('paypal-request-id')
  const text = await c.req.text()
  const recorded = key ? state.answers[key] : undefined
  if (recorded) return json(recorded.status, recorded.body)
  const { status, body, conduct } = decide(
    { state, url: world.url(), now: world.now(), body: text ? JSON.parse(text) : null, query: c.req.query() },
    c.req.param('id') ?? '',
  )
  if (key && conduct.reached && status < 300) state.answers[key] = { status, body }
  save()
  return deliver(c, json(status || 200, body), conduct)
}

function returnCapture({ state, save, now }: World, capture_id: string, code: SimReturn['code']): string {
  const { amount_cents } = findCapture(state, capture_id)!
  const refund = { id: newId(state), capture_id, code, amount_cents, at: now() }
  state.returns.push(refund)
  save()
  return refund.id
}

function dispute({ state, save, now }: World, capture_id: string, overrides: Partial<SimDispute>): string {
  let dispute = state.disputes.find((dispute) => dispute.capture_id === capture_id)
  if (!dispute) {
    const amount_cents = findCapture(state, capture_id)?.amount_cents ?? 100
    const fresh = { stage: 'CHARGEBACK', status: 'OPEN', outcome_code: null } as const
    dispute = { id: `PP-D-${newId(state)}`, capture_id, amount_cents, at: now(), ...fresh }
    state.disputes.push(dispute)
  }
  Object.assign(dispute, overrides)
  save()
  return dispute.id
}

function approve({ state, save }: World, wallet_order_id: string): string {
  const order = findOrder(state, wallet_order_id)
  if (!order) throw new RangeError('there is no such order')
  if (order.status === 'PAYER_ACTION_REQUIRED') order.status = 'APPROVED'
  save()
  return withQuery(order.return_url, { token: order.id, PayerID: 'SIMPAYER00001' })
}

function release({ state, save }: World, capture_id: string, action: 'approve' | 'decline'): void {
  const capture = findCapture(state, capture_id)
  if (capture?.status !== 'PENDING') throw new RangeError('this capture is not pending')
  capture.status = action === 'approve' ? 'COMPLETED' : 'DECLINED'
  capture.moved = action === 'approve'
  save()
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

function withQuery(address: string, overrides: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(overrides)) url.searchParams.set(name, value)
  return url.href
}

/** The page where a buyer approves or cancels, and controls for tests that drive a browser. */
function addApproval({ app, approve, script, ledger }: PaypalSimulator, state: SimState): void {
  app.get('/checkoutnow', (c) => {
    const order = findOrder(state, c.req.query('token') ?? '')
    return order ? c.html(approvePage(order)) : c.text('There is no such order.', 404)
  })
  app.post('/checkoutnow', async (c) => {
    const { token = '', choice } = (await c.req.parseBody()) as Record<string, string>
    const order = findOrder(state, token)
    if (!order) return c.text('There is no such order.', 404)
    if (choice === 'cancel') return c.redirect(withQuery(order.cancel_url, { token }), 303)
    if (choice === 'decline') script('decline')
    if (choice === 'held') script('held')
    return c.redirect(approve(token), 303)
  })
  app.get('/ledger', (c) => c.json(ledger()))
}

function notify(state: SimState, url: string, id: string, event_type: string) {
  const capture = findCapture(state, id)
  const disputed = event_type.startsWith('CUSTOMER.DISPUTE.')
  const resource = disputed ? { dispute_id: id } : capture ? captureItem(url, capture) : { id }
  const body = JSON.stringify({
    id: `WH-${randomUUID()}`,
    create_time: new Date().toISOString(),
    resource_type: disputed ? 'dispute' : 'capture',
    event_version: '1.0',
    event_type,
    summary: 'Payment captured',
    resource_version: '2.0',
    resource,
  })
  const headers = {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-simulator',
    'paypal-transmission-id': randomUUID(),
    'paypal-transmission-sig': webhookSignature,
    'paypal-transmission-time': new Date().toISOString(),
  }
  return { body, headers }
}

export const wallet: Simulator<ReturnType<typeof simulatedWallet>> = {
  path: '/dev/paypal',
  replaces: ({ PAYPAL_CLIENT_ID }) => !PAYPAL_CLIENT_ID,
  settings: simulatedWallet,
  open: ({ production, url, folder }) => openPaypalSimulator({ production, url, folder }).app,
}

/** A standalone simulator on a free local port, for tests; `close` also ends calls that hang. */
export async function startPaypalSimulator(options: Partial<Omit<Options, 'production' | 'url'>> = {}) {
  let url = ''
  const production = process.env.NODE_ENV === 'production'
  const simulator = openPaypalSimulator({ ...options, production, url: () => url })
  const local = await serveLocal(simulator.app)
  url = local.url
  return { url, simulator, config: simulatedWallet(url), close: local.close }
}
