import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { holdOutbound } from '#platform/outbound.ts'
import { refusedAddresses } from './refused-addresses.fixture.ts'
import { openWebhookTransport } from './transport.ts'

let respond: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => void response.end()
let calls = 0
const server = createServer((request, response) => {
  calls += 1
  request.resume().once('end', () => respond(request, response))
})
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
afterAll(() => new Promise((resolve) => server.close(resolve)))
const { port } = server.address() as AddressInfo
const resolveLocally = async () => [{ address: '127.0.0.1' }]
const sentBody = { headers: { 'content-type': 'application/json' }, body: '{"a":"é"}' }

it('connects to the address that it checked, under the host name of the URL', async () => {
  let hostHeader = ''
  respond = (request, response) => {
    hostHeader = `${request.method} ${request.headers.host} ${request.url} ${request.headers['content-length']}`
    response.writeHead(202).end('thank you')
  }
  const transport = openWebhookTransport({ local: true, resolve: resolveLocally })
  const reply = await transport.send({ url: `http://receiver.example:${port}/in?x=1`, ...sentBody })
  expect(reply).toMatchObject({ status: 202, answer: 'thank you', fault: null })
  expect(hostHeader).toBe(`POST receiver.example:${port} /in?x=1 10`)
})

it('resolves the name for each delivery, and refuses it once it resolves to a private address', async () => {
  const names: string[] = []
  const addresses = ['127.0.0.1', '10.0.0.1']
  const transport = openWebhookTransport({
    local: false,
    resolve: async (host) => {
      names.push(host)
      return [{ address: addresses[names.length - 1]! }]
    },
  })
  const before = calls
  for (const _ of addresses)
    expect(await transport.send({ url: `https://receiver.example:${port}/`, ...sentBody })).toMatchObject({
      status: null,
      fault: 'the name leads to a private or reserved address',
    })
  expect(names).toEqual(['receiver.example', 'receiver.example'])
  expect(calls).toBe(before)
})

it('refuses a name that resolves to any of fifty private and reserved addresses, even together with a public one', async () => {
  expect(refusedAddresses.length).toBeGreaterThanOrEqual(50)
  const before = calls
  const faults = await Promise.all(
    refusedAddresses.map(async (address) => {
      const resolve = async () => [{ address: '1.1.1.1' }, { address }]
      return (
        await openWebhookTransport({ local: false, resolve }).send({ url: 'https://receiver.example/', ...sentBody })
      ).fault
    }),
  )
  expect(new Set(faults)).toEqual(new Set(['the name leads to a private or reserved address']))
  expect(calls).toBe(before)
})

it('refuses a name with one private address among public ones', async () => {
  const transport = openWebhookTransport({
    local: false,
    resolve: async () => [{ address: '1.1.1.1' }, { address: '192.168.0.1' }],
  })
  const { fault } = await transport.send({ url: 'https://receiver.example/', ...sentBody })
  expect(fault).toBe('the name leads to a private or reserved address')
})

it.each([
  'http://receiver.example/',
  'ftp://receiver.example/',
  'https://user:password@receiver.example/',
  'https://receiver.example/#part',
  'https://localhost/',
  'https://intranet/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[fd00::1]/',
  'https://169.254.169.254/latest/meta-data',
  'not an address',
])('does not accept %s', async (url) => {
  const transport = openWebhookTransport({ local: false, resolve: async () => [{ address: '1.1.1.1' }] })
  expect(transport.accepts(url)).toBe(false)
  expect(await transport.send({ url, ...sentBody })).toMatchObject({
    status: null,
    fault: 'this address is not allowed',
  })
})

it('accepts https on the public internet', () => {
  const transport = openWebhookTransport({ local: false })
  expect(['https://receiver.example/in', 'https://1.1.1.1:8443/'].map(transport.accepts)).toEqual([true, true])
})

it('follows no redirect', async () => {
  respond = (_request, response) => void response.writeHead(302, { location: '/other' }).end()
  const before = calls
  const reply = await openWebhookTransport({ local: true }).send({ url: `http://127.0.0.1:${port}/`, ...sentBody })
  expect(reply.status).toBe(302)
  expect(calls).toBe(before + 1)
})

it('reads only the beginning of a response, and ends with a receiver that never ends it', async () => {
  respond = (_request, response) => {
    response.writeHead(200)
    const more = () => {
      if (!response.destroyed) response.write('x'.repeat(1_000), () => setImmediate(more))
    }
    more()
  }
  const reply = await openWebhookTransport({ local: true }).send({ url: `http://127.0.0.1:${port}/`, ...sentBody })
  expect(reply).toMatchObject({ status: 200, answer: 'x'.repeat(2_000) })
})

it('keeps the status of a response whose body never ends, or is cut off', async () => {
  const transport = openWebhookTransport({ local: true, deadline: 300 })
  const url = `http://127.0.0.1:${port}/`
  respond = (_request, response) => void response.writeHead(201).write('begun')
  expect(await transport.send({ url, ...sentBody })).toMatchObject({ status: 201, answer: '', fault: null })
  respond = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('begun', () => response.destroy())
  }
  expect(await transport.send({ url, ...sentBody })).toMatchObject({ status: 200, answer: '', fault: null })
})

it('waits for less time if a visitor waits for the sign-in', async () => {
  const transport = openWebhookTransport({ local: true, deadline: 60_000, signInDeadline: 50 })
  respond = () => {}
  const request = { method: 'GET' as const, url: `http://127.0.0.1:${port}/`, headers: {}, body: '' }
  expect((await transport.fetchComplete(request, 1_000)).fault).toBe('no answer within 0.05 seconds')
  server.closeAllConnections()
})

it('waits for a response, and for a name, no longer than its deadline', async () => {
  respond = () => {}
  const transport = openWebhookTransport({ local: true, deadline: 50 })
  const response = await transport.send({ url: `http://127.0.0.1:${port}/`, ...sentBody })
  expect(response).toMatchObject({ status: null, fault: 'no answer within 0.05 seconds' })
  const nameless = openWebhookTransport({ local: true, deadline: 50, resolve: () => new Promise(() => {}) })
  expect((await nameless.send({ url: 'http://receiver.example/', ...sentBody })).fault).toBe(
    'no answer within 0.05 seconds',
  )
  server.closeAllConnections()
})

it('sends nothing in quarantine', async () => {
  const before = calls
  holdOutbound({ why: 'setting' })
  try {
    await expect(
      openWebhookTransport({ local: true }).send({ url: `http://127.0.0.1:${port}/`, ...sentBody }),
    ).rejects.toThrow('QUARANTINE')
  } finally {
    holdOutbound(null)
  }
  expect(calls).toBe(before)
})
