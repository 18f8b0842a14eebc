import type { Server as HttpServer } from 'node:http'
import { parseArgs } from 'node:util'
import { serve as listen } from '@hono/node-server'
import { releasePostgres } from '#platform/db/embedded.ts'
import { type Env, readEnv } from '#platform/env.ts'
import { type Log, openLog, sinkOf } from '#platform/log.ts'
import { openMetrics } from '#platform/metrics/metrics.ts'
import type { AnyJob } from '#platform/queue/job.ts'
import { prepare } from '#web/prepare.ts'
import { openServer, type Server } from '#web/server.ts'
import { loadSimulation } from '#web/simulation.ts'
import { listenFault } from '#web/start-fault.ts'
import { awaitDatabase } from './await-database.ts'
import { exit, type Run } from './command.ts'
import { openTraces } from './open-traces.ts'

/** Serves until a signal stops the process; resolves once it listens. */
export const serve: Run = async (args, { settings }) => {
  const { values } = parseArgs({ args: [...args], options: { prepare: { type: 'boolean', default: false } } })
  const configured = readEnv(settings)
  await awaitDatabase(configured, openLog(sinkOf(configured.LOG)))
  await runServer(values.prepare ? { ...configured, ...(await prepareOrRelease(configured)).database } : configured)
  return exit.done
}

async function prepareOrRelease(env: Env) {
  try {
    const prepared = await prepare(env)
    if (prepared.newer) openLog(sinkOf(env.LOG)).warn('database.newer', { migrations: prepared.newer.newer.join() })
    return prepared
  } catch (error) {
    await releasePostgres()
    throw error
  }
}

/** Opens the server of these settings and listens; `jobs` limits the jobs that its worker runs. */
export async function runServer(env: Env, jobs?: readonly AnyJob[]): Promise<void> {
  const metrics = openMetrics()
  const log = openLog(metrics.counting(sinkOf(env.LOG)))
  const closeTraces = await openTraces(env, log)
  try {
    const server = await openServer(env, log, await loadSimulation(env), { ...(jobs && { jobs }), metrics })
    const listener = await startListening(env, log, server)
    stopOnSignal(env, { ...server, close: () => server.close().finally(closeTraces) }, listener)
    endOnUncaught(log)
  } catch (error) {
    await releasePostgres()
    throw error
  }
}

function startListening(env: Env, log: Log, server: Server): Promise<HttpServer> {
  return new Promise((resolve, reject) => {
    const options = { fetch: server.app.fetch, hostname: env.HOST, port: env.PORT }
    const listener = listen(options, ({ port }) => {
      log.info('listening', { port, ms: Math.round(performance.now()) })
      if (!env.production)
        console.log(`  Ready at ${env.BASE_URL}; press Ctrl-C to stop. Set LOG=all to see the full log.\n`)
      resolve(listener as HttpServer)
    })
    server.serveSockets(listener as HttpServer)
    listener.on('error', (error) => {
      if (!listener.listening) void server.close().then(() => reject(listenFault(env, error)))
      else {
        log.error('uncaughtException', error)
        process.exit(1)
      }
    })
  })
}

/**
 * Readiness fails first, so that a load balancer stops sending; then running work gets time, and then connections are
 * closed.
 */
function stopOnSignal(env: Env, server: Server, listener: HttpServer): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    server.drain()
    const hardLimit = setTimeout(() => process.exit(1), env.DRAIN_SECONDS * 1000 + 30_000)
    await new Promise((drained) => setTimeout(drained, env.DRAIN_SECONDS * 1000))
    await new Promise<void>((resolve) => {
      listener.close(() => resolve())
      listener.closeIdleConnections()
      // Page sockets stay open until they are closed explicitly, and the listener waits for them.
      server.closeSockets()
    })
    await server.close()
    await releasePostgres()
    clearTimeout(hardLimit)
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
}

/** An uncaught error leaves unknown state: it is logged, and the supervisor restarts the process. */
function endOnUncaught(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      log.error(event, error)
      process.exit(1)
    })
  }
}
