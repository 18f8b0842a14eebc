import { createHash, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import type { HttpEnv } from '#platform/http/http-env.ts'
import type { Metrics, Reading } from './metrics.ts'

const freshMs = 10_000

/**
 * `/metrics` in the format of Prometheus, for callers with the token. The numbers of the product are read at most every
 * ten seconds, however many scrapers there are.
 */
export function addMetricsRoute(
  app: Hono<HttpEnv>,
  { metrics, token, read }: { metrics: Metrics; token: string; read: () => Promise<readonly Reading[]> },
): void {
  let last: { at: number; readings: Promise<readonly Reading[]> } | null = null
  const readings = () => {
    if (!last || performance.now() - last.at > freshMs) last = { at: performance.now(), readings: readOrFail(read) }
    return last.readings
  }
  app.get('/metrics', async (c) => {
    if (!isToken(c.req.header('authorization'), token))
      return c.text('the token of METRICS_TOKEN is missing', 401, { 'www-authenticate': 'Bearer' })
    return c.text(await metrics.render(await readings()), 200, { 'content-type': metrics.contentType })
  })
}

/** Without a database the process still reports its own numbers. */
async function readOrFail(read: () => Promise<readonly Reading[]>): Promise<readonly Reading[]> {
  try {
    return [...(await read()), { name: 'waypost_readings_failed', value: 0 }]
  } catch {
    return [{ name: 'waypost_readings_failed', value: 1 }]
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const isToken = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
