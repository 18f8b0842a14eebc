import { createHmac, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { z } from 'zod'
import { type Clock, systemClock } from '#platform/clock.ts'
import { serveLocal } from '#platform/http/serve-local.ts'
import { type AnsweringContext, deliver, reply, type SimulatorBindings } from '#simulators/payments/answer.ts'
import { type Behavior, behaviors } from '#simulators/payments/behavior.ts'
import { fileStore, memoryStore, type SimulatorStore } from '#simulators/payments/store.ts'
import type { Simulator } from '#simulators/simulator.ts'
import { acceptScript, makeToken } from './accept.ts'
import { type CardInput, readCard } from './cards.ts'
import { simulatedCards, simulatorKeys } from './config.ts'
import { decide, type Scripts } from './decide.ts'
import { addHostedPages } from './hosted.ts'
import { emptyState, find, type Ledger, readLedger, releaseHeld, type SimState, settleAll } from './ledger.ts'
import { storeCard } from './vault.ts'
import { refuse } from './wire.ts'

export type SimulatorOptions = {
  production: boolean
  clock?: Clock
  /** The ledger's storage: a store, or a folder for a JSON file. Without either it is only in memory. */
  store?: SimulatorStore
  folder?: string
}

export type AuthorizeNetSimulator = {
  app: Hono<SimulatorBindings>
  /** The recorded movements: the oracle of tests. */
  ledger(): Ledger
  /** The behavior of the next charges, refunds and voids, in order, for any card or amount. */
  script(...behaviors: Behavior[]): void
  /** The behavior of the next reporting calls. */
  scriptQueries(...behaviors: Behavior[]): void
  /** Drops unused scripted behavior. */
  clearScripts(): void
  /** Settles everything captured or refunded; returns the batch's id. */
  settle(): string
  /** A person at the gateway decides about a held transaction. */
  release(transaction_id: string, action: 'approve' | 'decline'): void
  /** A one-time token for a card, as a browser gets it (for tests without a browser). */
  token(card: CardInput): { descriptor: string; value: string }
  /** Saves a card in the gateway's vault. */
  saveCard(card: CardInput): { customer_profile_id: string; payment_profile_id: string }
  /** A signed notification about a transaction, as the gateway posts it. */
  notification(transaction_id: string, eventType: string): { body: string; header: string }
}

/** Opens the simulated gateway. Throws in production: it approves cards without taking money. */
export function openAuthorizeNetSimulator(options: SimulatorOptions): AuthorizeNetSimulator {
  if (options.production) throw new Error('The payment gateway simulator must not run in production.')
  const clock = options.clock ?? systemClock
  const store = options.store ?? (options.folder ? fileStore(options.folder) : memoryStore())
  const state: SimState = { ...emptyState(), ...JSON.parse(store.load() ?? '{}') }
  const scripts: Scripts = { money: [], queries: [] }
  const now = () => clock.now().getTime()
  const save = () => store.save(() => JSON.stringify(state))
  /** The ledger is written before the response leaves: a lost response was still recorded. */
  const change = <T>(operation: () => T): T => {
    const result = operation()
    save()
    return result
  }
  const call = async (c: AnsweringContext) => {
    const body = await c.req.text()
    try {
      const { answer, conduct } = change(() => decide(state, scripts, body, now()))
      return await deliver(c, reply(answer), conduct)
    } catch {
      return reply(refuse('E00003', 'The request could not be read.'))
    }
  }
  const simulator: AuthorizeNetSimulator = {
    app: new Hono<SimulatorBindings>(),
    ledger: () => readLedger(state),
    script: (...behaviors) => void scripts.money.push(...behaviors),
    scriptQueries: (...behaviors) => void scripts.queries.push(...behaviors),
    clearScripts() {
      scripts.money = []
      scripts.queries = []
    },
    settle: () => change(() => settleAll(state, now())),
    release: (transaction_id, action) => change(() => releaseHeld(state, transaction_id, action)),
    token: (card) => change(() => tokenFor(state, card, now())),
    saveCard: (card) => change(() => vault(state, card)),
    notification: (transaction_id, eventType) => notify(state, transaction_id, eventType),
  }
  simulator.app.use(
    '/xml/v1/request.api',
    cors({ origin: '*', allowHeaders: ['content-type'], allowMethods: ['POST'] }),
  )
  simulator.app.post('/xml/v1/request.api', call)
  simulator.app.get('/v1/Accept.js', (c) => c.body(acceptScript, 200, { 'content-type': 'text/javascript' }))
  addHostedPages(simulator.app, state, now, save)
  addControls(simulator)
  return simulator
}

const Script = z.object({
  behaviors: z.array(z.enum(Object.keys(behaviors) as [Behavior, ...Behavior[]])).max(100),
})

/** The controls for tests that drive a browser against another process. */
function addControls({ app, ledger, settle, script }: AuthorizeNetSimulator) {
  app.get('/ledger', (c) => c.json(ledger()))
  app.post('/settle', (c) => c.json({ batch_id: settle() }))
  app.post('/script', async (c) => {
    const parsed = Script.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: true }, 400)
    script(...parsed.data.behaviors)
    return c.json({ success: true })
  })
}

const Token = z.object({ opaqueData: z.object({ dataDescriptor: z.string(), dataValue: z.string() }) })

function tokenFor(state: SimState, card: CardInput, now: number) {
  const token = Token.safeParse(makeToken(state, { data: { type: 'TOKEN', token: card } }, now))
  if (!token.success) throw new RangeError('the simulator refuses this card')
  const { dataDescriptor, dataValue } = token.data.opaqueData
  return { descriptor: dataDescriptor, value: dataValue }
}

function vault(state: SimState, card: CardInput) {
  const customer_profile_id = String(900_001 + Object.keys(state.customers).length)
  state.customers[customer_profile_id] = `saved-${customer_profile_id}`
  return { customer_profile_id, payment_profile_id: storeCard(state, customer_profile_id, readCard(card)).id }
}

function notify(state: SimState, transaction_id: string, eventType: string) {
  const transaction = find(state, transaction_id)
  const about = {
    responseCode: transaction?.code,
    authCode: transaction?.auth_code,
    avsResponse: transaction?.avs,
    authAmount: (transaction?.amount_cents ?? 0) / 100,
    invoiceNumber: transaction?.attempt,
    entityName: 'transaction',
    id: transaction_id,
  }
  const ids = { notificationId: randomUUID(), eventType, eventDate: new Date().toISOString(), webhookId: randomUUID() }
  const body = JSON.stringify({ ...ids, payload: about })
  const digest = createHmac('sha512', simulatorKeys.signature_key).update(body).digest('hex')
  return { body, header: `sha512=${digest.toUpperCase()}` }
}

export const cards: Simulator<ReturnType<typeof simulatedCards>> = {
  path: '/dev/gateway',
  replaces: ({ AUTHORIZE_NET_URL }) => !AUTHORIZE_NET_URL,
  settings: simulatedCards,
  open: ({ production, folder }) => openAuthorizeNetSimulator({ production, folder }).app,
}

/** A standalone simulator on a free local port, for tests; `close` also ends calls that hang. */
export async function startAuthorizeNetSimulator(options: Omit<SimulatorOptions, 'production'> = {}) {
  const simulator = openAuthorizeNetSimulator({ ...options, production: process.env.NODE_ENV === 'production' })
  const { url, close } = await serveLocal(simulator.app)
  return { url, simulator, config: simulatedCards(url), close }
}
