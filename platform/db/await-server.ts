import postgres from 'postgres'
import { readAddress, tlsOption } from './address.ts'

/** The server is not reachable yet, is starting or stopping, or has no free connection. */
const passing = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
])
const starting = /^(57P0[123]|53300)$/
const againMs = 500

export type Waiting = {
  readonly socket?: string | undefined
  readonly maxMs: number
  /** Called once, when the first try fails. */
  readonly onWait: (reason: string) => void
}

/**
 * Waits until the server accepts connections, so that a process may start before its database: after a restart of the
 * machine, or during a failover. Resolves to the milliseconds waited. After `maxMs` it throws the last error, and any
 * other error immediately.
 */
export async function awaitServer(url: string, { socket, maxMs, onWait }: Waiting): Promise<number> {
  const startedAt = performance.now()
  for (let tries = 0; ; tries++) {
    const error = await tryServer(url, socket)
    const waited = performance.now() - startedAt
    if (error === null) return Math.round(tries === 0 ? 0 : waited)
    const code = String(Reflect.get(error, 'code'))
    if (!(passing.has(code) || starting.test(code)) || waited + againMs > maxMs) throw error
    if (tries === 0) onWait(error.message)
    await new Promise((later) => setTimeout(later, againMs))
  }
}

async function tryServer(url: string, socket: string | undefined): Promise<Error | null> {
  const sql = postgres(readAddress(url).url, {
    ...(socket && { path: `${socket}/.s.PGSQL.${new URL(url).port || 5432}` }),
    ssl: tlsOption(url),
    max: 1,
    fetch_types: false,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { application_name: 'waypost/start' },
  })
  try {
    await sql`select 1`
    return null
  } catch (error) {
    return error as Error
  } finally {
    await sql.end({ timeout: 0 })
  }
}
