import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { openLog } from '#platform/log.ts'
import { startCentrifugo } from '#platform/testing/centrifugo.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { type Delivery, key, openClient, startHub, startPassing, tokens, until } from './conformance.fixture.ts'
import { insertPublication } from './publish.ts'
import { openRealtimeTokens } from './tokens.ts'
import { checkCentrifugo } from './try-centrifugo.ts'

/** A hub without session checks stands in for Centrifugo; the real one is tested too if its binary is available. */
const { app, url: databaseUrl } = await testDatabase()
const binary = process.env.CENTRIFUGO_BIN
const places: Record<string, () => Promise<{ url: string; stop(): Promise<void> }>> = {
  'a hub': () => startHub(app),
  ...(binary && {
    async Centrifugo() {
      const { url, kill } = await startCentrifugo(binary, { databaseUrl, key })
      return { url, stop: kill }
    },
  }),
}
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function pass(place: string, { isLive = async () => true, limits = {} } = {}): Promise<Delivery> {
  const upstream = await places[place]!()
  stops.push(upstream.stop)
  const url = new URL('/', upstream.url.replace('ws', 'http')).href
  const passing = await startPassing(url, { admitted: 's1', isLive }, limits)
  stops.push(passing.stop)
  return passing
}

/** A raw socket: what it received, and its close code. */
async function raw(url: string) {
  const socket = new WebSocket(url)
  stops.push(async () => socket.terminate())
  const messages: string[] = []
  socket.on('message', (data) => messages.push(...data.toString().split('\n')))
  const code = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { socket, heard: messages, code, send: (...lines: string[]) => socket.send(lines.join('\n')) }
}
const expiredToken = () => openRealtimeTokens(key, () => Date.now() / 1000 - 3_600).connection({ session_id: 1 })
const command = (fields: object) => JSON.stringify({ id: 1, ...fields })

describe.each(Object.keys(places))('sockets proxied to %s', { timeout: 30_000 }, (place) => {
  it("opens with a token of the socket's session, and delivers what it may see", async () => {
    const { url } = await pass(place)
    const client = openClient(url, 1)
    expect(await client.connect()).toBe('connected')
    const { outcome, numbers } = client.subscribe('thread:7.1')
    expect(await outcome).toBe('subscribed')
    await app.tx((sql) => insertPublication(sql, 'thread:7.1', { n: 3 }))
    await until(() => numbers().length > 0)
    expect(numbers()).toEqual([3])
    client.client.disconnect()
  })

  it.each([
    ['of another session', [command({ connect: { token: tokens.connection(2) } })], 3500],
    [
      'of another session behind its own',
      [`{"id":1,"connect":{"token":"${tokens.connection(1)}"},"Connect":{"token":"${tokens.connection(2)}"}}`],
      null,
    ],
    ['of another session under a name in capitals', [`{"id":1,"CONNECT":{"token":"${tokens.connection(2)}"}}`], 3501],
    [
      'of another session in the second command',
      [command({ ping: {} }), command({ connect: { token: tokens.connection(2) } })],
      3500,
    ],
    ['that is not a token', [command({ connect: { token: {} } })], 3500],
    ['and is not JSON', ['connect'], 3501],
  ])('refuses a token %s', async (_, lines, expected) => {
    const { url } = await pass(place)
    const { send, code, heard } = await raw(url)
    send(...lines)
    if (expected !== null) return expect(await code).toBe(expected)
    // The token is passed on as read: the connection belongs to the session.
    await until(() => heard.length > 0)
    send(command({ id: 2, subscribe: { channel: 'thread:7.2', token: tokens.subscription(2, 'thread:7.2') } }))
    expect(await code).toBe(3500)
  })

  it('refuses a token of another session after an expired one', async () => {
    const { url } = await pass(place)
    const { send, code, heard } = await raw(url)
    send(command({ connect: { token: expiredToken() } }))
    await until(() => heard.length > 0)
    expect(JSON.parse(heard[0]!)).toMatchObject({ error: { code: 109 } })
    send(command({ connect: { token: tokens.connection(2) } }))
    expect(await code).toBe(3500)
  })

  it('delivers nothing if the session ended after the socket was opened', async () => {
    const { url } = await pass(place, { isLive: async () => false })
    const { send, code, heard } = await raw(url)
    send(
      command({ connect: { token: tokens.connection(1) } }),
      command({ id: 2, subscribe: { channel: 'thread:7.3', token: tokens.subscription(1, 'thread:7.3') } }),
    )
    expect(await code).toBe(4501)
    expect(heard).toEqual([])
  })

  it('responds in order to commands received during the session look-up', async () => {
    const { url } = await pass(place, { isLive: () => sleep(50, true) })
    const { send, heard } = await raw(url)
    send(command({ connect: { token: tokens.connection(1) } }))
    send(command({ id: 2, subscribe: { channel: 'thread:7.4', token: tokens.subscription(1, 'thread:7.4') } }))
    await until(() => heard.length === 2)
    expect(heard.map((line) => JSON.parse(line).id)).toEqual([1, 2])
  })

  it('has a limited number of sockets, and closes the rest so that pages reconnect', async () => {
    const { url, stop } = await pass(place, { limits: { sockets: 1 } })
    const first = await raw(url)
    await expect(raw(url)).rejects.toThrow('503')
    await stop()
    expect(await first.code).toBe(3001)
  })
})

it('closes a socket temporarily if nothing listens, and the page reconnects; the log has it once', async () => {
  const lines: Record<string, unknown>[] = []
  const log = openLog((line) => lines.push(line))
  const passing = await startPassing('http://127.0.0.1:1', { admitted: 's1', isLive: async () => true }, {}, log)
  stops.push(passing.stop)
  for (const _ of [1, 2]) expect(await (await raw(passing.url)).code).toBe(1013)
  expect(lines).toMatchObject([{ level: 'warn', event: 'realtime.centrifugo_away', url: '127.0.0.1:1' }])
  expect(lines[0]!.reason).toContain('ECONNREFUSED')
})

describe.each(Object.keys(places))('a trial connection to %s', { timeout: 30_000 }, (place) => {
  it('succeeds with its key, and names the key with another', async () => {
    const upstream = await places[place]!()
    stops.push(upstream.stop)
    const url = new URL('/', upstream.url.replace('ws', 'http')).href
    await expect(checkCentrifugo(url, openRealtimeTokens(key))).resolves.toBeUndefined()
    const other = openRealtimeTokens('another-key-another-key-another-key')
    await expect(checkCentrifugo(url, other)).rejects.toThrow(/^it refuses our token \(.*REALTIME_KEY$/)
  })
})
