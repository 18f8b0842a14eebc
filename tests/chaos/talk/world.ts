import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { demoPassword, hashPassword, roleId } from '../../../modules/identity/index.ts'
import { openDatabase, usualOptions } from '../../../platform/db/database.ts'
import { freePort, type Server, startServer } from '../../e2e/support/server.ts'
import { supervise } from '../processes.ts'

export type TalkWorld = Awaited<ReturnType<typeof openTalkWorld>>
/** Someone who is signed in. */
export type Talker = { user_id: number; cookie: string; staff: boolean }

type Place = {
  /** Of the database. */
  url: string
  folder: string
  /** Ends what the database was doing and brings it back. */
  crashDatabase: () => Promise<void>
}

/** Two processes of the built product on one database: calls go to one of them, sockets to the other one's hub. */
export async function openTalkWorld({ url, folder, crashDatabase }: Place) {
  const log = await open(join(folder, 'server.log'), 'a')
  const [web, hub] = [
    await openProcess({ url, folder, role: 'all', log: log.fd }),
    await openProcess({ url, folder, role: 'web', log: log.fd }),
  ]
  const database = openDatabase({ ...usualOptions, name: 'chaos', url })
  return {
    web,
    hub,
    database,
    crashDatabase,
    /** People of the default organization, with a session each. */
    async invite(count: number, role: 'Student' | 'Admin'): Promise<Talker[]> {
      const password_hash = await hashPassword(demoPassword)
      const people = Array.from({ length: count }, (_, at) => {
        const loginid = `${role.toLowerCase()}${at}@talk.example.com`
        const names = { first_name: role, last_name: String(at) }
        return { loginid, email: loginid, password_hash, organization_id: 1, lk_user_role_id: roleId[role], ...names }
      })
      const added = await database.read<{ user_id: number; loginid: string }>`
        insert into identity.person ${database.read(people)} returning user_id, loginid`
      return Promise.all(
        added.map(async ({ user_id, loginid }) => ({
          user_id,
          staff: role === 'Admin',
          cookie: await signIn(web.origin, loginid),
        })),
      )
    },
    async close() {
      await Promise.all([web.end(), hub.end()])
      await Promise.all([database.close(), log.close()])
    },
  }
}

type Options = { url: string; folder: string; role: 'all' | 'web'; log: number }

async function openProcess({ url, folder, role, log }: Options) {
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  const own = { DATABASE_URL: url, BASE_URL: origin, PORT: port, DATA_DIR: folder, ROLE: role }
  const env = { ...own, RATE_LIMITS: 'off', SECRET: 'a secret that both processes know' }
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
  const answer = await fetch(`${origin}/login`, { method: 'POST', body, headers: { origin }, redirect: 'manual' })
  const cookies = answer.headers.getSetCookie().map((one) => one.slice(0, one.indexOf(';')))
  if (!cookies.some((one) => one.startsWith('waypost='))) throw new Error(`${loginid} could not sign in`)
  return cookies.join('; ')
}
