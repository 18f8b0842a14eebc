import type { Server as HttpServer } from 'node:http'
import { serve } from '@hono/node-server'
import { releasePostgres } from '#platform/db/embedded.ts'
import { readEnv } from '#platform/env.ts'
import { openLog, sinkOf } from '#platform/log.ts'
import { prepare } from './prepare.ts'
import { openServer } from './server.ts'
import { loadSimulation } from './simulation.ts'
import { cannotListen, startFault } from './start-fault.ts'

/** The operator reads the error, without a stack trace. */
function giveUp(error: unknown): never {
  const sentence = startFault(error)
  if (sentence === null) throw error
  console.error(sentence)
  process.exit(1)
}

async function open() {
  const configured = readEnv(process.env)
  const prepared = process.argv.includes('--prepare') ? await prepare(configured) : {}
  const env = { ...configured, ...prepared }
  const log = openLog(sinkOf(env.LOG))
  const simulation = await loadSimulation(env)
  return { env, log, server: await openServer(env, log, simulation) }
}

const { env, log, server } = await open().catch(async (error) => {
  await releasePostgres()
  return giveUp(error)
})
const listener = serve({ fetch: server.app.fetch, hostname: env.HOST, port: env.PORT }, ({ port }) => {
  log.info('listening', { port, ms: Math.round(performance.now()) })
  if (!env.production)
    console.log(`  Ready at ${env.BASE_URL}; press Ctrl-C to stop. Set LOG=all to see the full log.\n`)
})
server.serveSockets(listener as HttpServer)
listener.on('error', (error) => {
  const fault = listener.listening ? error : cannotListen(env, error)
  void server
    .close()
    .then(releasePostgres)
    .then(() => giveUp(fault))
})

// Readiness fails first, so that a load balancer stops sending; then running work gets time, and then connections are
// closed.
let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  server.drain()
  const hardLimit = setTimeout(() => process.exit(1), env.DRAIN_SECONDS * 1000 + 30_000)
  await new Promise((drained) => setTimeout(drained, env.DRAIN_SECONDS * 1000))
  await new Promise<void>((closed) => {
    listener.close(() => closed())
    if ('closeIdleConnections' in listener) listener.closeIdleConnections()
    // Page sockets stay open until something closes them, and the listener waits for them.
    server.closeSockets()
  })
  await server.close()
  await releasePostgres()
  clearTimeout(hardLimit)
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())

// An uncaught error leaves unknown state: log it, and let the supervisor restart the process.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error) => {
    log.error(event, error)
    process.exit(1)
  })
}
