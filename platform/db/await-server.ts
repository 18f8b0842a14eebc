import postgres from 'postgres'
import { readAddress, tlsOption } from './address.ts'

/** The server is not reachable yet, is starting or stopping, or has no free connection. */
const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
])
const startingStates = /^(57P0[123]|53300)$/
const retryMs = 500

export type WaitOptions = {
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
export async function awaitServer(url: string, { socket, maxMs, onWait }: WaitOptions): Promise<number> {
  const startedAt = performance.now()
  for (let tries = 0; ; tries++) {
    const error = await tryServer(url, socket)
    const waitedMs = performance.now() - startedAt
    if (error === null) return Math.round(tries === 0 ? 0 : waitedMs)
    const code = String(Reflect.get(error, 'code'))
    if (!(networkErrors.has(code) || startingStates.test(code)) || waitedMs + retryMs > maxMs) throw error
    if (tries === 0) onWait(error.message)
    await new Promise((resolve) => setTimeout(resolve, retryMs))
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
