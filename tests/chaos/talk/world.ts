import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { demoPassword, hashPassword } from '#modules/identity/entry.ts'
import { roleId } from '#modules/identity/index.ts'
import { defaultOptions, openDatabase } from '#platform/db/database.ts'
import { startCentrifugo } from '#platform/testing/centrifugo.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { supervise } from '#tests/chaos/processes.ts'
import { type Server, startServer } from '#tests/e2e/support/server.ts'

export type TalkWorld = Awaited<ReturnType<typeof openTalkWorld>>
/** Someone signed in. */
export type Talker = { user_id: number; cookie: string; staff: boolean }

type Place = {
  /** The database's address. */
  url: string
  folder: string
  /** Crashes the database and brings it back. */
  crashDatabase: () => Promise<void>
  /** The binary of Centrifugo, which then delivers instead of the hubs. */
  centrifugo?: string
}

/**
 * Two processes of the built product on one database. One serves calls and the other sockets, by its hub or through
 * Centrifugo.
 */
export async function openTalkWorld({ url, folder, crashDatabase, centrifugo: binary }: Place) {
  const log = await open(join(folder, 'server.log'), 'a')
  const centrifugo = binary ? await openCentrifugo(binary, url, log.fd) : null
  const more: NodeJS.ProcessEnv = centrifugo ? { CENTRIFUGO_URL: centrifugo.url, REALTIME_KEY: key } : {}
  const [web, hub] = [
    await openProcess({ url, folder, role: 'all', log: log.fd, more }),
    await openProcess({ url, folder, role: 'web', log: log.fd, more }),
  ]
  const database = openDatabase({ ...defaultOptions, name: 'chaos', url })
  let closing: ReturnType<typeof close> | undefined
  async function close(): Promise<(number | null)[]> {
    const codes = await Promise.all([web.end(), hub.end()])
    await centrifugo?.end()
    await Promise.all([database.close(), log.close()])
    return codes
  }
  return {
    web,
    hub,
    database,
    /** The faults that happen in turn, by name. */
    faults: [
      ['process of the sockets killed', hub.crash],
      ['process of the calls killed', web.crash],
      ['database killed', crashDatabase],
      ...(centrifugo ? [['Centrifugo killed', centrifugo.crash] as const] : []),
    ] as readonly (readonly [string, () => Promise<void>])[],
    /** People of the default organization, with a session each. */
    async invite(count: number, role: 'Student' | 'Admin'): Promise<Talker[]> {
      const password_hash = await hashPassword(demoPassword)
      const people = Array.from({ length: count }, (_, index) => {
        const loginid = `${role.toLowerCase()}${index}@talk.example.com`
        const names = { first_name: role, last_name: String(index) }
        return { loginid, email: loginid, password_hash, organization_id: 1, lk_user_role_id: roleId[role], ...names }
      })
      const addedRows = await database.read<{ user_id: number; loginid: string }>`
        insert into identity.person ${database.read(people)} returning user_id, loginid`
      return Promise.all(
        addedRows.map(async ({ user_id, loginid }) => ({
          user_id,
          staff: role === 'Admin',
          cookie: await signIn(web.origin, loginid),
        })),
      )
    },
    /** Ends it as an operator would; returns the exit codes of both processes. */
    close: () => (closing ??= close()),
  }
}

const key = 'a key that Centrifugo and both processes know'

async function openCentrifugo(binary: string, databaseUrl: string, log: number) {
  const port = await freePort()
  const start = () => startCentrifugo(binary, { databaseUrl, key, port, log })
  let runningCentrifugo = await start()
  return {
    url: runningCentrifugo.url,
    async crash() {
      await runningCentrifugo.kill()
      runningCentrifugo = await start()
    },
    end: () => runningCentrifugo.kill(),
  }
}

type Options = { url: string; folder: string; role: 'all' | 'web'; log: number; more: NodeJS.ProcessEnv }

async function openProcess({ url, folder, role, log, more }: Options) {
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  const serverEnv = { DATABASE_URL: url, BASE_URL: origin, PORT: port, DATA_DIR: folder, ROLE: role }
  const env = { ...serverEnv, ...more, RATE_LIMITS: 'off', SECRET: 'a secret that both processes know' }
  const start = () => supervise(() => startServer(env, 'node', log))
  let server: Server = await start()
  return {
    origin,
    /** Ends it as a power cut would, and starts it again. */
    async crash() {
      await server.end('SIGKILL')
      server = await start()
    },
    end: () => server.end('SIGTERM'),
  }
}

async function signIn(origin: string, loginid: string): Promise<string> {
  const body = new URLSearchParams({ loginid, password: demoPassword })
  const response = await fetch(`${origin}/login`, { method: 'POST', body, headers: { origin }, redirect: 'manual' })
  const cookies = response.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(';')))
  if (!cookies.some((cookie) => cookie.startsWith('waypost='))) throw new Error(`${loginid} could not sign in`)
  return cookies.join('; ')
}
