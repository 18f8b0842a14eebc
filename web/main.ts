import { serve } from '@hono/node-server'
import { type Env, readEnv } from '../platform/env.ts'
import { openLog } from '../platform/log.ts'
import { prepare } from './prepare.ts'
import { openServer } from './server.ts'

const log = openLog()

function readConfiguration(): Env {
  try {
    return readEnv(process.env)
  } catch (error) {
    // Whoever configures reads what is wrong, not where in the program that was noticed.
    console.error((error as Error).message)
    process.exit(1)
  }
}

const configured = readConfiguration()
const env = process.argv.includes('--prepare') ? { ...configured, DATABASE_URL: await prepare(configured) } : configured
const server = await openServer(env, log)
const listener = serve({ fetch: server.app.fetch, hostname: env.HOST, port: env.PORT }, ({ port }) => {
  log.info('listening', { port, ms: Math.round(performance.now()) })
})

// Readiness goes first, so that a balancer stops sending; then what runs is given time, then connections are closed.
let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  server.drain()
  const hardLimit = setTimeout(() => process.exit(1), 30_000)
  await new Promise<void>((closed) => {
    listener.close(() => closed())
    if ('closeIdleConnections' in listener) listener.closeIdleConnections()
  })
  await server.close()
  clearTimeout(hardLimit)
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())

// An error nobody caught leaves unknown state behind: say so, and let the supervisor start anew.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error) => {
    log.error(event, error)
    process.exit(1)
  })
}
