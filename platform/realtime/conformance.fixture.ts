import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Centrifuge, type PublicationContext, type Subscription } from 'centrifuge'
import WebSocket from 'ws'
import type { Database } from '#platform/db/database.ts'
import { type Log, silentLog } from '#platform/log.ts'
import { startCentrifugo } from '#platform/testing/centrifugo.ts'
import { selectEpoch, startDelivery } from './deliver.ts'
import { openHub } from './hub.ts'
import type { HubLimits } from './hub-limits.ts'
import { type PassLimits, passSocketsTo } from './pass.ts'
import { openRealtimeTokens } from './tokens.ts'
import { serveSockets, socketPath, type Upgrade } from './upgrade.ts'

export const key = 'key-of-a-test-key-of-a-test-key-of-a-test'
export const signing = openRealtimeTokens(key)
/** In these tests sessions are numbers. */
export const tokens = {
  ...signing,
  connection: (session_id: number) => signing.connection({ session_id }),
  subscription: (session_id: number, channel: string) => signing.subscription({ session_id }, channel),
}
const origin = 'http://127.0.0.1:3000'

export type Delivery = { url: string; stop(): Promise<void> }
/** A delivery by several nodes: each socket asks for the address of its node. */
export type Deliveries = { url: string | (() => string); nodes: number; stop(): Promise<void> }

/** The hub of one process, with its own server. */
export async function startHub(database: Database, limits: Partial<HubLimits> = {}, port = 0): Promise<Delivery> {
  const hub = openHub({ tokens: signing, epoch: await selectEpoch(database), limits })
  const stop = await startDelivery(database, hub, silentLog)
  const take = serveSockets(hub)
  const { url, close } = await listen((upgrade) => take({ ...upgrade, ...anyoneSession }), port)
  return {
    url,
    async stop() {
      hub.close()
      close()
      await stop()
    },
  }
}

/** A real Centrifugo behind the sockets of a web process, as pages reach it. */
export async function startCentrifugoBehind(binary: string, databaseUrl: string): Promise<Delivery> {
  const centrifugo = await startCentrifugo(binary, { databaseUrl, key })
  const passing = await startPassing(centrifugo.url)
  return {
    url: passing.url,
    async stop() {
      await passing.stop()
      await centrifugo.kill()
    },
  }
}

/** Two Centrifugos that share a Redis, each behind a web process; sockets alternate between them. */
export async function startCentrifugosOnRedis(
  binary: string,
  databaseUrl: string,
  redisUrl: string,
): Promise<Deliveries> {
  const nodes = await Promise.all([1, 2].map(() => startCentrifugo(binary, { databaseUrl, key, redisUrl })))
  const webProcesses = await Promise.all(nodes.map(({ url }) => startPassing(url)))
  let sockets = 0
  return {
    url: () => webProcesses[sockets++ % webProcesses.length]!.url,
    nodes: nodes.length,
    async stop() {
      await Promise.all(webProcesses.map((webProcess) => webProcess.stop()))
      await Promise.all(nodes.map((node) => node.kill()))
    },
  }
}

type Session = Pick<Upgrade, 'admitted' | 'isLive' | 'admitsMessage'>
const anyoneSession: Session = { admitted: null, isLive: async () => true, admitsMessage: () => true }

/** A web process that passes a session's sockets on to `url`. */
export async function startPassing(
  url: string,
  session: Partial<Session> = {},
  limits: Partial<PassLimits> = {},
  log: Log = silentLog,
): Promise<Delivery> {
  const { take, close } = passSocketsTo({ url, tokens: signing, log, limits })
  const listening = await listen((upgrade) => take({ ...upgrade, ...anyoneSession, ...session }))
  return {
    url: listening.url,
    async stop() {
      close()
      listening.close()
    },
  }
}

async function listen(take: (upgrade: Omit<Upgrade, keyof Session>) => void, port = 0) {
  const server = createServer().on('upgrade', (request, socket, head) => take({ request, socket, head }))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${socketPath}`
  return { url, close: () => server.close() }
}

/** Waits for a condition; the test's time limit ends one that never holds. */
export async function until<T>(condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const result = await condition()
    if (result) return result
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

type Emitter = { once(event: string, listener: (value: never) => void): unknown }
export const event = <T>(from: Emitter, name: string) =>
  new Promise<T>((resolve) => from.once(name, resolve as (value: never) => void))

type Outcome = { code: number; reason: string }

/** The product's client for one session, with a connection that a test can cut. */
export function openClient(url: string | (() => string), session: number, token = () => tokens.connection(session)) {
  const lines: WebSocket[] = []
  class Line extends WebSocket {
    constructor() {
      super(typeof url === 'string' ? url : url(), { origin })
      lines.push(this)
    }
  }
  // A socket asks for its address itself, so that a connection may move to another node.
  const client = new Centrifuge(typeof url === 'string' ? url : 'ws://127.0.0.1', {
    websocket: Line,
    minReconnectDelay: 20,
    maxReconnectDelay: 100,
    getToken: async () => token(),
  })
  const exit = new Promise<Outcome>((resolve) => client.once('disconnected', resolve))
  return {
    client,
    session,
    lines,
    /** Resolves to 'connected', or to how it ended. */
    async connect() {
      client.connect()
      return Promise.race([event(client, 'connected').then(() => 'connected'), exit.then(({ code }) => code)])
    },
    ended: exit,
    cut: () => lines.at(-1)!.terminate(),
    subscribe(channel: string, token = () => tokens.subscription(session, channel)) {
      const subscription: Subscription = client.newSubscription(channel, {
        minResubscribeDelay: 20,
        maxResubscribeDelay: 100,
        getToken: async () => token(),
      })
      const publicationContexts: PublicationContext[] = []
      subscription.on('publication', (publication) => publicationContexts.push(publication))
      const outcome = Promise.race([
        event(subscription, 'subscribed').then(() => 'subscribed'),
        event<Outcome>(subscription, 'unsubscribed').then(({ code }) => `unsubscribed ${code}`),
        exit.then(({ code }) => `disconnected ${code}`),
      ])
      subscription.subscribe()
      return {
        subscription,
        heard: publicationContexts,
        outcome,
        numbers: () => publicationContexts.map(({ data }) => data.n as number),
      }
    },
  }
}

export type TestClient = ReturnType<typeof openClient>
