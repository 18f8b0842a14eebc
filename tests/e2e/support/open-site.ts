import { turnChecksOff } from '#migrations/demo/identity-checks.ts'
import { type Database, defaultOptions, openDatabase } from '#platform/db/database.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { type Runtime, type Server, startServer } from './server.ts'

export type SentEmail = { subject: string; text: string; attachments?: { name: string }[] }
export type Site = {
  origin: string
  /** The origin of an organization's site. */
  of(code: string): string
  database: Database
  /** The database's address. */
  url: string
  folder: string
  /** Moves the database's clock; the server follows within a moment. */
  moveClock(milliseconds: number): Promise<void>
  /** Emails sent to someone, newest first. */
  emails(to: string): Promise<SentEmail[]>
  /** Ends the server immediately, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same database and files. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * The built product in its own process (Node or Deno) on the database at `url` and a data folder, with the demo. Its
 * courses have no identity checks, so that a script can take them from end to end.
 */
export async function openSite(
  url: string,
  folder: string,
  runtime: Runtime = 'node',
  more: NodeJS.ProcessEnv = {},
): Promise<Site> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = { DATABASE_URL: url, BASE_URL: origin, PORT: String(port), DATA_DIR: folder, RATE_LIMITS: 'off', ...more }
  let offset = 0
  let server: Server

  async function start() {
    server = await startServer(env, runtime)
  }
  await start()
  const database = openDatabase({ ...defaultOptions, name: 'e2e', url })
  await turnChecksOff(database.read)
  return {
    origin,
    of: (code) => `http://${code.toLowerCase()}.localhost:${port}`,
    database,
    url,
    folder,
    async moveClock(milliseconds) {
      offset += milliseconds
      await database.read`update platform.clock set "offset" = ${`${offset} milliseconds`}::interval`
    },
    async emails(to) {
      const response = await fetch(`${origin}/dev/mailbox/messages.json?to=${encodeURIComponent(to)}`)
      return (await response.json()).messages
    },
    start,
    async kill() {
      await server.end('SIGKILL')
    },
    async stop() {
      await server.end('SIGTERM')
      await database.close()
    },
  }
}
