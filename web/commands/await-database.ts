import { awaitServer } from '#platform/db/await-server.ts'
import type { Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'

/** Waits for a configured database as long as DATABASE_WAIT_SECONDS allows, and logs the wait. */
export async function awaitDatabase(env: Env, log: Log): Promise<void> {
  const { DATABASE_URL: url, DATABASE_SOCKET: socket, DATABASE_WAIT_SECONDS: seconds } = env
  if (!url || seconds === 0) return
  const onWait = (reason: string) => log.warn('database.awaited', { reason, most_seconds: seconds })
  const ms = await awaitServer(url, { socket, maxMs: seconds * 1000, onWait })
  if (ms > 0) log.info('database.answered', { ms })
}
