import type { Server as HttpServer } from 'node:http'
import { resolve } from 'node:path'
import { Hono } from 'hono'
import { startFollowing } from '#jobs/follow-events.ts'
import { jobs as allJobs } from '#jobs/index.ts'
import { sealAudit } from '#jobs/platform/seal-audit.job.ts'
import { openHeldWorker, openJobCtx, startJobs } from '#jobs/worker.ts'
import { hasPeople } from '#modules/identity/entry.ts'
import { manifests } from '#modules/manifests.ts'
import { sealEvents } from '#platform/audit/seal.ts'
import { readMigrations } from '#platform/db/migrate.ts'
import type { Env } from '#platform/env.ts'
import { openShares } from '#platform/http/fair-share.ts'
import { addHealth, type Health } from '#platform/http/health.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { openSharedRateLimiter, unlimited } from '#platform/http/rate.ts'
import { followInstallation } from '#platform/installation.ts'
import type { Log } from '#platform/log.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { addMetricsRoute } from '#platform/metrics/metrics-route.ts'
import type { Services } from '#platform/open-ctx.ts'
import { outboundHold } from '#platform/outbound.ts'
import { signLife } from '#platform/processes.ts'
import type { AnyJob } from '#platform/queue/job.ts'
import { isPrepared } from '#platform/queue/prepared.ts'
import { createApp } from './app.ts'
import { builtFiles } from './built-files.ts'
import { builtIslandTexts } from './built-texts.ts'
import { openProduct } from './open-product.ts'
import { pages } from './pages.ts'
import { openReadingCtx, readProduct } from './product-readings.ts'
import { openRealtime } from './realtime.ts'
import type { Simulation } from './simulation.ts'

export type Server = {
  app: Hono<HttpEnv>
  /** Serves the sockets of open pages on the listening server. */
  serveSockets(listener: HttpServer): void
  /** Pages reconnect to another process. */
  closeSockets(): void
  /** Makes /readyz fail from now on. */
  drain(): void
  close(): Promise<void>
}

/**
 * The product as one process: the app and the worker, or only the one that the configuration names. Outside production,
 * simulators replace the services without a configured account. The worker runs only `jobs`. `metrics` are served if
 * the configuration has a token for them.
 */
export async function openServer(
  env: Env,
  log: Log,
  simulation: Simulation | null,
  { jobs = allJobs, metrics }: { jobs?: readonly AnyJob[]; metrics?: Metrics } = {},
): Promise<Server> {
  const product = await openProduct(env, log, simulation)
  const { services } = product
  let ready = true
  const migrations = (await readMigrations(resolve('migrations'))).map(({ number }) => number)
  const health = { database: services.database, ready: () => ready, migrations, hasPeople, log: services.log }
  const site = { baseUrl: new URL(env.BASE_URL), trustProxy: env.TRUST_PROXY === '1' }
  const addMetrics = (app: Hono<HttpEnv>) => {
    if (!metrics || !env.METRICS_TOKEN) return
    const read = () => readProduct(openReadingCtx(services), env.ROLE)
    addMetricsRoute(app, { metrics, token: env.METRICS_TOKEN, read })
  }
  const gallery = simulation && (await import('./gallery/gallery-routes.tsx')).galleryRoutes()
  const addDevelopment = (app: Hono<HttpEnv>) => {
    if (gallery) app.route('/dev/gallery', gallery)
    simulation?.addRoutes(app, env, product.mailbox)
  }
  const app =
    env.ROLE === 'worker'
      ? healthApp(health, addMetrics)
      : createApp({
          services,
          site,
          manifests,
          pages,
          ...(env.RATE_LIMITS === 'off'
            ? { rates: unlimited }
            : {
                rates: openSharedRateLimiter(services.database.read, () => performance.now()),
                shares: openShares(),
              }),
          ...health,
          observe: metrics?.observe,
          addMetrics,
          islandTexts: builtIslandTexts(log),
          assets: (app) => app.route('/', builtFiles('dist/client/assets')),
          development: simulation ? addDevelopment : undefined,
        })
  metrics?.readPools(services.database.stats)
  const realtime = env.ROLE === 'worker' ? null : await openRealtime(services, site, env.CENTRIFUGO_URL)
  if (realtime) metrics?.readSockets(realtime.countSockets)
  const isDatabasePrepared = () => isPrepared(services.database.read, migrations, jobs)
  const worker =
    env.ROLE === 'web'
      ? null
      : openHeldWorker(() => startFollowing(services, () => startJobs(services, product.queue, jobs)), log, {
          isPrepared: isDatabasePrepared,
        })
  const unfollow = await followInstallation(services.database, env, log, () => void worker?.follow().catch(() => {}))
  await worker?.follow()
  const endSigns = signLife(services.database, { role: env.ROLE, port: env.PORT })
  return {
    app,
    serveSockets: (listener) => realtime?.serve(listener),
    closeSockets: () => realtime?.closeSockets(),
    drain: () => {
      ready = false
    },
    async close() {
      realtime?.closeSockets()
      await realtime?.stop()
      unfollow()
      await endSigns()
      await worker?.stop()
      if (worker && !outboundHold()) await sealLast(services, isDatabasePrepared)
      await product.close()
    },
  }
}

/** The health endpoints of a process that only runs jobs. */
function healthApp(health: Health, addMetrics: (app: Hono<HttpEnv>) => void): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  addHealth(app, health)
  addMetrics(app)
  return app
}

/**
 * Seals the last events, so that none is left unsealed while the server is down. A database that was never migrated to
 * this release is sealed by the former one.
 */
async function sealLast(services: Services, isDatabasePrepared: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await isDatabasePrepared())) return
    await sealEvents(openJobCtx(services, sealAudit), AbortSignal.timeout(5_000))
  } catch (error) {
    services.log.error('audit.not_sealed', error)
  }
}
