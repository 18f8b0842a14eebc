import { createHmac } from 'node:crypto'
import { UnauthorizedError } from 'centrifuge'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Sql } from '#platform/db/sql.ts'
import { testDatabase } from '#platform/testing/database.ts'
import {
  type Deliveries,
  event,
  key,
  openClient,
  startCentrifugoBehind,
  startCentrifugosOnRedis,
  startHub,
  type TestClient,
  tokens,
  until,
} from './conformance.fixture.ts'
import { type Hint, insertPublication } from './publish.ts'

/** The same behavior holds for the hub and for Centrifugo, through the client that pages use. */
const { db, app, url } = await testDatabase()
const binary = process.env.CENTRIFUGO_BIN
/** A Redis that holds nothing else, for two nodes of Centrifugo. */
const redisUrl = process.env.CENTRIFUGO_REDIS_URL
const deliveries: Record<string, () => Promise<Deliveries>> = {
  'the hub': async () => ({ ...(await startHub(app)), nodes: 1 }),
  ...(binary && { Centrifugo: async () => ({ ...(await startCentrifugoBehind(binary, url)), nodes: 1 }) }),
  ...(binary && redisUrl && { 'two Centrifugos with Redis': () => startCentrifugosOnRedis(binary, url, redisUrl) }),
}

it.skipIf(binary)('tests Centrifugo itself if CENTRIFUGO_BIN names its binary', () => {
  expect(binary).toBeUndefined()
})

// A Redis remembers channels and keys of an earlier run.
let numbers = Math.floor(Date.now() / 1_000) % 1_000_000_000
const next = () => ++numbers
const freshChannel = (namespace = 'thread') => (namespace === 'staff' ? `staff:${next()}` : `${namespace}:7.${next()}`)

const publish = (channels: string | readonly string[], data: Hint, kept = true) =>
  app.tx((sql) => insertPublication(sql, channels, data, { kept }))
const command = (method: string, payload: object, sql: Sql = db.read) =>
  sql`insert into platform.realtime_outbox (method, payload) values (${method}, ${sql.json(payload)})`
const outboxRows = async () => (await db.read`select from platform.realtime_outbox limit 1`).length

describe.each(Object.keys(deliveries))('%s', { timeout: 60_000 }, (name) => {
  let delivery: Deliveries
  const clients: TestClient[] = []

  beforeAll(async () => {
    delivery = await deliveries[name]!()
  }, 60_000)
  afterAll(() => delivery.stop())
  afterEach(() => {
    for (const { client } of clients.splice(0)) client.disconnect()
  })

  function open(session = next(), token?: () => string): TestClient {
    const openedClient = openClient(delivery.url, session, token)
    clients.push(openedClient)
    return openedClient
  }
  async function connected(session?: number) {
    const openedClient = open(session)
    expect(await openedClient.connect()).toBe('connected')
    return openedClient
  }
  async function subscribed(channel = freshChannel(), client?: TestClient) {
    const connection = client ?? (await connected())
    const subscription = connection.subscribe(channel)
    expect(await subscription.outcome).toBe('subscribed')
    return { ...subscription, ...connection, channel }
  }

  it('connects with a token of the session', async () => {
    expect(await open().connect()).toBe('connected')
  })

  it.each([
    ['of another key', () => tokens.connection(1).replace(/[^.]+$/, 'AAAA')],
    ['for subscriptions', () => tokens.subscription(1, 'thread:7.1')],
    ['that is not a token', () => 'nonsense'],
    ['without a signature', () => `${tokens.connection(1).split('.').slice(0, 2).join('.')}.`],
    ['of another algorithm', () => unsigned(tokens.connection(1))],
    ['of another issuer', () => forgedToken({ iss: 'elsewhere', aud: 'realtime-connect' })],
  ])('a token %s ends the connection permanently', async (_, token) => {
    expect(await open(1, token).connect()).toBe(3500)
  })

  it('requests a new token after the first one expired', async () => {
    let calls = 0
    const openedClient = open(5, () => (calls++ === 0 ? expiredToken('realtime-connect', 5) : tokens.connection(5)))
    expect(await openedClient.connect()).toBe('connected')
    expect(calls).toBe(2)
  })

  it('delivers committed rows, and no rolled-back ones', async () => {
    const { channel, heard, numbers } = await subscribed()
    await app
      .tx(async (sql) => {
        await insertPublication(sql, channel, { n: 0 })
        throw new Error('rolled back')
      })
      .catch(() => {})
    await publish(channel, { n: 1, words: 'ñandú ✓ 😀' })
    await until(() => heard.length > 0)
    expect(numbers()).toEqual([1])
    expect(heard[0]!.data).toEqual({ n: 1, words: 'ñandú ✓ 😀' })
  })

  it('delivers 450 rows of one transaction in order, once each', async () => {
    const { channel, numbers } = await subscribed(freshChannel('staff'))
    await db.tx(async (sql) => {
      for (let n = 0; n < 450; n++)
        await command('publish', { channel, data: { n }, idempotency_key: `${channel}-${n}` }, sql)
    })
    await until(() => numbers().includes(449))
    expect(numbers()).toEqual(Array.from({ length: 450 }, (_, n) => n))
  })

  it('delivers one publication on each of several channels', async () => {
    const client = await connected()
    const [first, other] = [
      await subscribed(freshChannel('personal'), client),
      await subscribed(freshChannel('staff'), client),
    ]
    await publish([first.channel, other.channel], { n: 7 })
    await until(() => first.heard.length + other.heard.length === 2)
    expect([first.numbers(), other.numbers()]).toEqual([[7], [7]])
  })

  it('skips a row for a channel that does not exist, and continues the queue', async () => {
    const { channel, heard } = await subscribed()
    await publish('nothing:1', { n: 0 })
    await publish(channel, { n: 1 })
    await until(() => heard.length > 0)
    await until(async () => (await outboxRows()) === 0)
  })

  it.each([
    ['without a token', 'unsubscribed 1', () => ''],
    ['with a connection token', 'unsubscribed 103', () => tokens.connection(30)],
    ['with a token of another channel', 'disconnected 3500', () => tokens.subscription(30, 'thread:8.1')],
    ['with the token of another session', 'disconnected 3500', (channel: string) => tokens.subscription(31, channel)],
  ])('refuses channel %s', async (_, outcome, token) => {
    const client = await connected(30)
    const channel = freshChannel()
    const { subscription, ...made } = client.subscribe(channel, () => token(channel))
    expect(await made.outcome).toBe(outcome)
    subscription.removeAllListeners()
  })

  it.each([
    ['of an unknown namespace', 'nothing:7.1', 102],
    ['without a namespace', 'thread7', 107],
    ['with another name', 'thread:../etc', 107],
  ])('refuses channel %s', async (_, channel, code) => {
    const client = await connected()
    expect(await client.subscribe(channel).outcome).toBe(`unsubscribed ${code}`)
  })

  it('ends a subscription that the product refuses, and keeps the connection', async () => {
    const client = await connected()
    const refuse = (): string => {
      throw new UnauthorizedError('no')
    }
    expect(await client.subscribe(freshChannel(), refuse).outcome).toBe('unsubscribed 1')
    expect(client.client.state).toBe('connected')
  })

  it('clients cannot publish or read history', async () => {
    const { subscription, client } = await subscribed()
    await expect(subscription.publish({ n: 1 })).rejects.toMatchObject({ code: 103 })
    await expect(subscription.history({ limit: 5 })).rejects.toMatchObject({ code: 103 })
    await expect(client.rpc('anything', {})).rejects.toMatchObject({ code: 108 })
  })

  it('replays messages missed while disconnected', async () => {
    const { channel, subscription, client, cut, numbers, heard } = await subscribed()
    await publish(channel, { n: 1 })
    await until(() => heard.length === 1)
    const returnedPromise = event<{ wasRecovering: boolean; recovered: boolean }>(subscription, 'subscribed')
    cut()
    for (const n of [2, 3, 4]) await publish(channel, { n })
    expect(await returnedPromise).toMatchObject({ wasRecovering: true, recovered: true })
    await publish(channel, { n: 5 })
    await until(() => numbers().includes(5))
    expect(numbers()).toEqual([1, 2, 3, 4, 5])
    expect(client.state).toBe('connected')
  })

  it('reports that more was missed than can be replayed', async () => {
    const { channel, subscription, client, numbers } = await subscribed()
    const bystander = await subscribed(channel)
    await publish(channel, { n: 0 })
    await until(() => numbers().length === 1)
    client.disconnect()
    await db.tx(async (sql) => {
      for (let n = 1; n <= 230; n++)
        await command('publish', { channel, data: { n }, idempotency_key: `${channel}-${n}` }, sql)
    })
    await until(() => bystander.numbers().includes(230))
    const returnedPromise = event<{ wasRecovering: boolean; recovered: boolean }>(subscription, 'subscribed')
    client.connect()
    expect(await returnedPromise).toMatchObject({ wasRecovering: true, recovered: false })
    await publish(channel, { n: 999 })
    await until(() => numbers().includes(999))
    expect(numbers()).toEqual([0, 999])
  })

  it('delivers messages without history, but does not replay them', async () => {
    const { channel, numbers, heard } = await subscribed()
    await publish(channel, { n: 1 }, false)
    await publish(channel, { n: 2 })
    await until(() => heard.length === 2)
    expect(numbers()).toEqual([1, 2])
    expect(heard[0]!.offset ?? 0).toBe(0)
    expect(heard[1]!.offset).toBeGreaterThan(0)
  })

  it('a row unsubscribes a session from a channel', async () => {
    const { channel, session, subscription, client } = await subscribed()
    const offPromise = event<{ code: number }>(subscription, 'unsubscribed')
    await command('unsubscribe', { user: `s${session}`, channel })
    expect(await offPromise).toMatchObject({ code: 2000 })
    expect(client.state).toBe('connected')
  })

  it('a row closes all sockets of a session permanently, and no others', async () => {
    const session = next()
    const [first, other, bystander] = [await connected(session), await connected(session), await connected()]
    await command('disconnect', { user: `s${session}`, disconnect: { code: 4501, reason: 'session ended' } })
    expect(await Promise.all([first.ended, other.ended])).toMatchObject([{ code: 4501 }, { code: 4501 }])
    expect(bystander.client.state).toBe('connected')
  })

  it('shows who has a course open, with joins and leaves', async () => {
    const channel = freshChannel('course')
    const page = await subscribed(channel)
    const events: string[] = []
    page.subscription.on('join', ({ info }) => events.push(`+${info.user}`))
    page.subscription.on('leave', ({ info }) => events.push(`-${info.user}`))
    const other = await subscribed(channel)
    const { clients } = await page.subscription.presence()
    expect(
      Object.values(clients)
        .map(({ user }) => user)
        .toSorted(),
    ).toEqual([`s${page.session}`, `s${other.session}`].toSorted())
    other.client.disconnect()
    await until(() => events.includes(`-s${other.session}`))
    expect(events).toContain(`+s${other.session}`)
  })

  it('does not show who reads a ticket', async () => {
    const { subscription } = await subscribed()
    await expect(subscription.presence()).rejects.toMatchObject({ code: 108 })
  })

  it('a session has 16 sockets at each node at most', async () => {
    const session = next()
    for (let n = 0; n < 16 * delivery.nodes; n++) await connected(session)
    expect(await open(session).connect()).toBe(3504)
  })

  it('a socket has 32 channels at most', async () => {
    const client = await connected()
    for (let n = 0; n < 32; n++) await subscribed(freshChannel(), client)
    expect(await client.subscribe(freshChannel()).outcome).toBe('unsubscribed 106')
  })

  it('a command above 16 kB ends the connection', async () => {
    const { client, ended } = await connected()
    client.rpc('anything', { words: 'x'.repeat(20_000) }).catch(() => {})
    expect((await ended).code).toBe(3)
  })
})

const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
const forgedToken = (claims: object) => {
  const seconds = Math.floor(Date.now() / 1000)
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 's1', iat: seconds, exp: seconds + 60, ...claims })}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}
const expiredToken = (aud: string, session: number) =>
  forgedToken({ iss: 'waypost', aud, sub: `s${session}`, exp: Math.floor(Date.now() / 1000) - 60 })
const unsigned = (token: string) => `${part({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`
