import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as reservePort } from 'node:net'
import { join } from 'node:path'
import { Centrifuge, type PublicationContext, type Subscription } from 'centrifuge'
import WebSocket from 'ws'
import type { Database } from '../db/database.ts'
import { silentLog } from '../log.ts'
import { selectEpoch, startDelivery } from './deliver.ts'
import { type HubLimits, openHub } from './hub.ts'
import { openRealtimeTokens } from './tokens.ts'
import { socketPath, takeSockets } from './upgrade.ts'

export const key = 'key-of-a-test-key-of-a-test-key-of-a-test'
export const tokens = openRealtimeTokens(key)
const origin = 'http://127.0.0.1:3000'

export type Delivery = { url: string; stop(): Promise<void> }

/** The hub of one process, with its own server. */
export async function startHub(database: Database, limits: Partial<HubLimits> = {}, port = 0): Promise<Delivery> {
  const hub = openHub({ tokens, epoch: await selectEpoch(database), limits })
  const stop = await startDelivery(database, hub, silentLog)
  const take = takeSockets(hub)
  const server = createServer().on('upgrade', (request, socket, head) =>
    take({ request, socket, head, admitted: null }),
  )
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}${socketPath}`,
    async stop() {
      hub.close()
      server.close()
      await stop()
    },
  }
}

async function freePort(): Promise<number> {
  const server = reservePort().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** A real Centrifugo with the configuration of docs/realtime. */
export async function startCentrifugo(binary: string, databaseUrl: string): Promise<Delivery> {
  const [port, internal] = [await freePort(), await freePort()]
  const child: ChildProcess = spawn(
    binary,
    ['--config', join(import.meta.dirname, '../../docs/realtime/centrifugo.yaml')],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        CENTRIFUGO_HTTP_SERVER_PORT: String(port),
        CENTRIFUGO_HTTP_SERVER_INTERNAL_PORT: String(internal),
        CENTRIFUGO_CLIENT_TOKEN_HMAC_SECRET_KEY: key,
        CENTRIFUGO_CLIENT_SUBSCRIPTION_TOKEN_HMAC_SECRET_KEY: key,
        CENTRIFUGO_CONSUMERS_OUTBOX_POSTGRESQL_DSN: `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}pool_max_conns=3`,
        CENTRIFUGO_LOG_LEVEL: 'error',
      },
    },
  )
  await until(async () => (await fetch(`http://127.0.0.1:${internal}/health`).catch(() => null))?.ok)
  return {
    url: `ws://127.0.0.1:${port}${socketPath}`,
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Waits for a condition; the test's time limit ends one that never holds. */
export async function until<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const found = await look()
    if (found) return found
    await new Promise((later) => setTimeout(later, 10))
  }
}

type Emitter = { once(event: string, listener: (value: never) => void): unknown }
export const event = <T>(from: Emitter, name: string) =>
  new Promise<T>((heard) => from.once(name, heard as (value: never) => void))

type Outcome = { code: number; reason: string }

/** The product's client of one session, whose connection a test can cut. */
export function openClient(url: string | (() => string), session: number, token = () => tokens.connection(session)) {
  const lines: WebSocket[] = []
  class Line extends WebSocket {
    constructor() {
      super(typeof url === 'string' ? url : url(), { origin })
      lines.push(this)
    }
  }
  const client = new Centrifuge(typeof url === 'string' ? url : url(), {
    websocket: Line,
    minReconnectDelay: 20,
    maxReconnectDelay: 100,
    getToken: async () => token(),
  })
  const ended = new Promise<Outcome>((heard) => client.once('disconnected', heard))
  return {
    client,
    session,
    lines,
    /** 'connected', or how it ended. */
    async connect() {
      client.connect()
      return Promise.race([event(client, 'connected').then(() => 'connected'), ended.then(({ code }) => code)])
    },
    ended,
    cut: () => lines.at(-1)!.terminate(),
    subscribe(channel: string, token = () => tokens.subscription(session, channel)) {
      const subscription: Subscription = client.newSubscription(channel, {
        minResubscribeDelay: 20,
        maxResubscribeDelay: 100,
        getToken: async () => token(),
      })
      const heard: PublicationContext[] = []
      subscription.on('publication', (publication) => heard.push(publication))
      const outcome = Promise.race([
        event(subscription, 'subscribed').then(() => 'subscribed'),
        event<Outcome>(subscription, 'unsubscribed').then(({ code }) => `unsubscribed ${code}`),
        ended.then(({ code }) => `disconnected ${code}`),
      ])
      subscription.subscribe()
      return { subscription, heard, outcome, numbers: () => heard.map(({ data }) => data.n as number) }
    },
  }
}

export type TestClient = ReturnType<typeof openClient>
