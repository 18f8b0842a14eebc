import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import {
  type Delivery,
  event,
  openClient,
  signing,
  startHub,
  type TestClient,
  tokens,
  until,
} from './conformance.fixture.ts'
import { openHistory } from './history.ts'
import { openHub } from './hub.ts'
import { insertPublication } from './publish.ts'

const { app } = await testDatabase()
const started: Delivery[] = []
const clients: TestClient[] = []
afterEach(async () => {
  for (const { client } of clients.splice(0)) client.disconnect()
  for (const delivery of started.splice(0)) await delivery.stop()
})

async function start(port = 0): Promise<Delivery> {
  const hub = await startHub(app, {}, port)
  started.push(hub)
  return hub
}
function open(url: string | (() => string), session: number, token?: () => string): TestClient {
  const client = openClient(url, session, token)
  clients.push(client)
  return client
}
const publish = (channel: string, n: number) => app.tx((sql) => insertPublication(sql, channel, { n }))
const command = (method: string, payload: object) =>
  app.read`insert into platform.realtime_outbox (method, payload) values (${method}, ${app.read.json(payload)})`

it('two processes deliver the same rows, each to its own pages', { timeout: 30_000 }, async () => {
  const hubs = [await start(), await start()]
  const replies = await Promise.all(
    hubs.map(async ({ url }, index) => {
      const client = open(url, 10 + index)
      await client.connect()
      const subscription = client.subscribe('thread:1.1')
      expect(await subscription.outcome).toBe('subscribed')
      return subscription
    }),
  )
  await Promise.all(Array.from({ length: 40 }, (_, n) => publish('thread:1.1', n)))
  await until(() => replies.every(({ heard }) => heard.length === 40))
  expect(replies[0]!.numbers()).toEqual(replies[1]!.numbers())
  expect(replies[0]!.numbers().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n))
})

it('a page that reconnects to another process misses nothing', { timeout: 30_000 }, async () => {
  const hubs = [await start(), await start()]
  let index = 0
  const client = open(() => hubs[index]!.url, 20)
  await client.connect()
  const { subscription, outcome, numbers } = client.subscribe('thread:1.2')
  expect(await outcome).toBe('subscribed')
  await publish('thread:1.2', 1)
  await until(() => numbers().length === 1)
  index = 1
  const port = Number(new URL(hubs[0]!.url).port)
  await started.shift()!.stop()
  for (const n of [2, 3]) await publish('thread:1.2', n)
  // The process at the old address started after they were written.
  const returnedPromise = event<{ recovered: boolean }>(subscription, 'subscribed')
  await start(port)
  expect(await returnedPromise).toMatchObject({ recovered: true })
  await until(() => numbers().length === 3)
  expect(numbers()).toEqual([1, 2, 3])
})

it('a token issued before the end of its session is refused after it, in every process', {
  timeout: 30_000,
}, async () => {
  const { url } = await start()
  const old = tokens.connection(30)
  const client = open(url, 30, () => old)
  expect(await client.connect()).toBe('connected')
  await sleep(2)
  await command('disconnect', { user: 's30', disconnect: { code: 4501, reason: 'session ended' } })
  expect((await client.ended).code).toBe(4501)
  expect(await open(url, 30, () => old).connect()).toBe(3500)
  const laterDelivery = await start()
  expect(await open(laterDelivery.url, 30, () => old).connect()).toBe(3500)
  expect(await open(laterDelivery.url, 31).connect()).toBe('connected')
})

it('buffers a limited amount for a client that does not read', () => {
  const hub = openHub({ tokens: signing, epoch: 'e', limits: { buffered: 1_000 } })
  const closedIds: number[] = []
  const socket = { bufferedAmount: 0, send: () => {}, close: (code: number) => closedIds.push(code) }
  const { receive } = hub.accept(socket, null)
  receive(JSON.stringify({ id: 1, connect: { token: tokens.connection(1) } }))
  receive(JSON.stringify({ id: 2, subscribe: { channel: 'staff:1', token: tokens.subscription(1, 'staff:1') } }))
  socket.bufferedAmount = 1_001
  hub.deliver({ position: 1, method: 'publish', payload: { channel: 'staff:1', data: { n: 1 } } }, { live: true })
  expect(closedIds).toEqual([3008])
  expect(hub.size()).toBe(0)
  hub.close()
})

it("a socket opened for one session refuses another's token", () => {
  const hub = openHub({ tokens: signing, epoch: 'e' })
  const closedIds: number[] = []
  const { receive } = hub.accept({ send: () => {}, close: (code) => closedIds.push(code) }, 's1')
  receive(JSON.stringify({ id: 1, connect: { token: tokens.connection(2) } }))
  expect(closedIds).toEqual([3500])
  hub.close()
})

it('accepts no sockets after it was closed', () => {
  const hub = openHub({ tokens: signing, epoch: 'e' })
  expect(hub.full()).toBe(false)
  hub.close()
  expect(hub.full()).toBe(true)
})

it('no client message ends the process', () => {
  const hub = openHub({ tokens: signing, epoch: 'e' })
  const connect = JSON.stringify({ id: 1, connect: { token: tokens.connection(1) } })
  for (const line of [
    '',
    '{}',
    '[]',
    'null',
    '{"id":1}',
    '{"id":1,"constructor":{}}',
    '{"id":2,"subscribe":null}',
    '{"id":2,"subscribe":{"channel":{}}}',
    '{"id":2,"presence":{"channel":"__proto__:1"}}',
    '{"id":-1,"rpc":{}}',
  ]) {
    const { receive, closed } = hub.accept({ send: () => {}, close: () => {} }, null)
    for (const sent of [line, `${connect}\n${line}`]) expect(() => receive(sent)).not.toThrow()
    closed()
  }
  hub.close()
})

it('history drops messages by count and time, and reports that it did', () => {
  let now = 0
  const history = openHistory(() => now)
  history.startAt(10)
  for (let n = 11; n <= 215; n++) history.add('thread:1.1', { n }, n)
  expect(history.since('thread:1.1', 214)).toHaveLength(1)
  expect(history.since('thread:1.1', 15)).toHaveLength(200)
  expect(history.since('thread:1.1', 14)).toBeNull()
  expect(history.since('thread:1.2', 14)).toEqual([])
  expect(history.since('thread:1.2', 9)).toBeNull()
  expect(history.since('thread:1.1', 216)).toBeNull()
  now = 11 * 60_000
  history.add('thread:1.2', { n: 216 }, 216)
  expect(history.since('thread:1.1', 214)).toBeNull()
  expect(history.since('thread:1.1', 215)).toEqual([])
})
