import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { isTest, readSources } from '#platform/checks/source.ts'
import { readEnv } from '#platform/env.ts'
import { openLog, silentLog } from '#platform/log.ts'
import { outboundFetch } from '#platform/outbound.ts'
import { runAttempt } from '#platform/queue/attempt.ts'
import { job } from '#platform/queue/job.ts'
import { isTracing } from '#platform/traces/traced.ts'
import { openTestApp } from '#tests/support/app.ts'
import { openTraces } from './commands/open-traces.ts'

type Value = { stringValue?: string; intValue?: string }
type ExportedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}
type Body = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: ExportedSpan[] }[]
  }[]
}

/** A receiver of OTLP over HTTP, like a collector. */
const received: { path: string; headers: Record<string, unknown>; body: Body }[] = []
let respondWith = 200
const receiver = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    if (request.method === 'POST' && request.url === '/v1/traces') {
      const body = JSON.parse(Buffer.concat(parts).toString()) as Body
      received.push({ path: request.url, headers: request.headers, body })
    }
    response.writeHead(respondWith, { 'content-type': 'application/json' }).end('{}')
  })
})
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
afterAll(() => void receiver.close())

const app = await openTestApp()
const lines: Record<string, unknown>[] = []
const log = openLog((line) => lines.push(line))
let close: () => Promise<void> = async () => {}
const open = async (changed: Record<string, string> = {}) => {
  close = await openTraces(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...changed }), log)
}
beforeEach(() => {
  received.length = 0
  lines.length = 0
  respondWith = 200
})
afterEach(() => close())

const parent = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
const traceparent = `00-${parent.trace}-${parent.span}-01`
const send = (path: string, headers: Record<string, string> = {}) =>
  app.app.request(path, { headers: { host: 'localhost:3000', ...headers } })
const spans = () =>
  received.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scopeSpan) => scopeSpan.spans)),
  )
const read = (attributes: readonly { key: string; value: Value }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

test('a request and its statements are in the trace of the caller, and the response names the span', async () => {
  await open({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x%3D%3D,tenant=y' })
  const response = await send('/course/details/1001', { traceparent })
  const requestId = response.headers.get('x-request-id')
  await close()
  const [{ headers, body }] = received as [(typeof received)[number]]
  expect([headers.authorization, headers.tenant]).toEqual(['Bearer x==', 'y'])
  expect(read(body.resourceSpans[0]!.resource.attributes)).toMatchObject({
    'service.name': 'waypost',
    'waypost.role': 'all',
  })
  const [request, ...others] = spans().toSorted((span, other) => span.kind - other.kind)
  expect(request).toMatchObject({ traceId: parent.trace, parentSpanId: parent.span, kind: 2, status: {} })
  expect(read(request!.attributes)).toMatchObject({
    'http.request.method': 'GET',
    'http.response.status_code': '200',
    'waypost.request_id': requestId,
  })
  expect(response.headers.get('traceparent')).toBe(`00-${parent.trace}-${request!.spanId}-01`)
  expect(others.length).toBeGreaterThan(0)
  for (const statement of others) {
    expect(statement).toMatchObject({ traceId: parent.trace, parentSpanId: request!.spanId, kind: 3 })
    expect(read(statement.attributes)).toMatchObject({ 'db.system.name': 'postgresql' })
    expect(BigInt(statement.endTimeUnixNano) >= BigInt(statement.startTimeUnixNano)).toBe(true)
  }
})

test('spans contain the text of statements and no values', async () => {
  await open()
  const body = JSON.stringify({ loginid: 'canary-of-a-trace@example.com', password: 'canary-Password-2026' })
  const headers = { host: 'localhost:3000', origin: 'http://localhost:3000', 'content-type': 'application/json' }
  await app.app.request('/api/user/login', { method: 'POST', headers, body })
  await send('/certificate/check/CANARY-NUMBER?email=canary-of-a-query@example.com')
  await close()
  const texts = JSON.stringify(received)
  expect(texts).toContain('db.query.text')
  expect(texts).toContain('/certificate/check/:code')
  expect(texts).not.toMatch(/canary/i)
})

test.each([
  ['none', undefined],
  ['another format', 'trace'],
  ['no trace id', `00-${'0'.repeat(32)}-${parent.span}-01`],
  ['no span id', `00-${parent.trace}-${'0'.repeat(16)}-01`],
  ['the forbidden version', `ff-${parent.trace}-${parent.span}-01`],
  ['a part too many in version 00', `${traceparent}-x`],
])('a request with %s starts its own trace', async (_what, header) => {
  await open()
  const response = await send('/login', header === undefined ? {} : { traceparent: header })
  await close()
  const request = spans().find(({ kind }) => kind === 2)!
  expect(request).not.toHaveProperty('parentSpanId')
  expect(request.traceId).toMatch(/^[\da-f]{32}$/)
  expect(request.traceId).not.toBe(parent.trace)
  expect(response.headers.get('traceparent')).toBe(`00-${request.traceId}-${request.spanId}-01`)
})

test('a caller without a sampled trace, and a share of 0, record nothing', async () => {
  await open()
  const unsampled = await send('/login', { traceparent: traceparent.replace(/01$/, '00') })
  expect(unsampled.headers.get('traceparent')).toMatch(new RegExp(`^00-${parent.trace}-[\\da-f]{16}-00$`))
  await close()
  await open({ OTEL_TRACES_SAMPLER_ARG: '0' })
  await send('/login', { traceparent })
  await close()
  expect(received).toEqual([])
})

test('a job, its statements and its calls to other services are one trace; others get no traceparent', async () => {
  await open()
  const headers: Record<string, unknown>[] = []
  const other = createServer((request, response) => {
    headers.push(request.headers)
    response.writeHead(503).end()
  })
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/person/17?email=canary@example.com`
  const failing = job({
    name: 'trial.report',
    every: '0 0 1 1 *',
    run: async (ctx) => {
      await ctx.sql`select 1 as one`
      await (await outboundFetch('report')(address)).body?.cancel()
      throw new Error('refused')
    },
  })
  const claim = { id: 'job-1', retryCount: 0, retryLimit: 3, data: {} } as Parameters<typeof runAttempt>[1]
  await runAttempt(failing, claim, () => app.ctx({ kind: 'system', name: 'trial.report' }), silentLog)
  other.close()
  await close()
  const root = spans().find(({ kind }) => kind === 5)!
  expect(root).toMatchObject({ name: 'trial.report', status: { code: 2 } })
  const call = spans().find(({ name }) => name === 'GET 127.0.0.1')!
  expect(call).toMatchObject({ parentSpanId: root.spanId, kind: 3, status: { code: 2 } })
  expect(read(call.attributes)['http.response.status_code']).toBe('503')
  expect(spans().some(({ name, parentSpanId }) => name === 'select' && parentSpanId === root.spanId)).toBe(true)
  expect(headers).toHaveLength(1)
  expect(headers[0]).not.toHaveProperty('traceparent')
  expect(JSON.stringify(received)).not.toContain('canary')
})

test('a receiver that refuses spans causes one warning, and requests are still served', async () => {
  await open()
  respondWith = 500
  expect((await send('/login')).status).toBe(200)
  await close()
  expect(lines).toMatchObject([{ level: 'warn', event: 'traces.not_sent', reason: 'status 500' }])
  expect(Number(lines[0]!.spans)).toBeGreaterThan(0)
})

test('health checks are not traced', async () => {
  await open()
  expect((await send('/readyz')).status).toBe(200)
  await close()
  expect(received).toEqual([])
})

test('nothing is recorded without a receiver, and no part of the product loads the tracer', async () => {
  close = await openTraces(readEnv({}), log)
  expect(isTracing()).toBe(false)
  expect((await send('/login', { traceparent })).headers.get('traceparent')).toBeNull()
  const loading = readSources(process.cwd())
    .filter((source) => !isTest(source) && !source.path.startsWith('platform/traces/'))
    .filter(({ text }) => /^import (?!type)[^\n]*traces\/(otlp|tracer)/m.test(text))
  expect(loading.map(({ path }) => path)).toEqual([])
})
