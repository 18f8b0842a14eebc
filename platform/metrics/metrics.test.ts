import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { openLog } from '#platform/log.ts'
import { classOf, openMetrics, type Reading } from './metrics.ts'
import { addMetricsRoute } from './metrics-route.ts'

const token = 'a token of thirty-two characters or more'

function serve(read: () => Promise<readonly Reading[]>) {
  const metrics = openMetrics()
  const app = new Hono<HttpEnv>()
  addMetricsRoute(app, { metrics, token, read })
  const scrape = (authorization?: string) =>
    app.request('/metrics', authorization === undefined ? {} : { headers: { authorization } })
  return { metrics, ask: scrape, text: async () => (await scrape(`Bearer ${token}`)).text() }
}

test('refuses the numbers to callers without the token', async () => {
  const { ask } = serve(async () => [])
  for (const invalidValue of [undefined, '', token, `Bearer ${token}x`, `bearer ${token}`])
    expect([invalidValue, (await ask(invalidValue)).status]).toEqual([invalidValue, 401])
  expect((await ask(`Bearer ${token}`)).status).toBe(200)
})

test('counts requests by class, and warnings and errors by event and cause', async () => {
  const { metrics, text } = serve(async () => [])
  for (const status of [200, 200, 503])
    metrics.observe({ path: '/api/cart/fetch', method: 'GET', status, seconds: 0.02 })
  metrics.observe({ path: '/login', method: 'BREW', status: 404, seconds: 0.1 })
  const lines: unknown[] = []
  const log = openLog(metrics.counting((line) => lines.push(line)))
  log.warn('request.fault', { cause: 'lock timeout' })
  log.error('job.dead', new Error('away'))
  log.info('request')
  expect(lines).toHaveLength(3)
  const scrape = await text()
  expect(scrape).toContain('waypost_requests_total{route_class="call",method="GET",status="200"} 2')
  expect(scrape).toContain('waypost_requests_total{route_class="call",method="GET",status="503"} 1')
  expect(scrape).toContain('waypost_requests_total{route_class="page",method="other",status="404"} 1')
  expect(scrape).toContain('waypost_log_events_total{level="warn",event="request.fault",cause="lock timeout"} 1')
  expect(scrape).toContain('waypost_log_events_total{level="error",event="job.dead",cause=""} 1')
  expect(scrape).not.toContain('event="request",')
  expect(scrape).toContain('waypost_nodejs_eventloop_lag_seconds')
})

test('shows pools and sockets at the time of the scrape', async () => {
  const { metrics, text } = serve(async () => [])
  let lent = 3
  metrics.readPools(() => ({ read: { size: 5, lent, idle: 2, waiting: 1 } }))
  metrics.readSockets(() => 7)
  expect(await text()).toContain('waypost_pool_connections{pool="read",state="lent"} 3')
  lent = 4
  const scrape = await text()
  expect(scrape).toContain('waypost_pool_connections{pool="read",state="lent"} 4')
  expect(scrape).toContain('waypost_sockets 7')
})

test('reads the product once for simultaneous scrapes, and escapes labels', async () => {
  let reads = 0
  const { text } = serve(async () => {
    reads += 1
    return [{ name: 'waypost_jobs_dead', labels: { job: 'a"b\\c\nd' }, value: 2 }]
  })
  const [first, other] = await Promise.all([text(), text()])
  expect(reads).toBe(1)
  expect(first).toContain('waypost_jobs_dead{job="a\\"b\\\\c\\nd"} 2\n')
  expect(other).toContain('waypost_readings_failed 0')
})

test('the process shows its own numbers even without a database', async () => {
  const scrape = await serve(async () => {
    throw new Error('no database')
  }).text()
  expect(scrape).toContain('waypost_readings_failed 1')
  expect(scrape).toContain('waypost_process_cpu_seconds_total')
})

test.each([
  ['/api/cart/fetch', 'call'],
  ['/webhooks/paypal', 'webhook'],
  ['/assets/client-x.js', 'asset'],
  ['/media/12/x.mp4', 'file'],
  ['/apiary', 'page'],
  ['/', 'page'],
])('%s is a %s', (path, expected) => {
  expect(classOf(path)).toBe(expected)
})
