import { connect, createServer, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { asAdmin } from '../testing/server.ts'
import { appRole } from './database.ts'
import { requireIsolation } from './isolation.ts'

const { url } = await testDatabase()
const roles: string[] = []
afterAll(() => asAdmin(url, async (sql) => void (await Promise.all(roles.map((role) => sql`drop role ${sql(role)}`)))))

async function addRole(can: 'superuser' | 'bypassrls' | 'login'): Promise<string> {
  const role = `isolation_${can}_${process.pid}`
  await asAdmin(url, (sql) => sql.unsafe(`create role ${role} ${can}`))
  roles.push(role)
  return role
}

it('lets the application’s role through', async () => {
  await expect(requireIsolation(url, appRole)).resolves.toBeUndefined()
})

it.each(['superuser', 'bypassrls'] as const)('refuses a role that is %s', async (can) => {
  const role = await addRole(can)
  await expect(requireIsolation(url, role)).rejects.toThrow(`the role ${role} is a superuser or has BYPASSRLS`)
})

it('refuses a pooler that lets two clients share a session', async () => {
  const pooler = await openPooler()
  try {
    await expect(requireIsolation(pooler.url, appRole)).rejects.toThrow('connections share a session')
  } finally {
    pooler.close()
  }
})

/**
 * A pooler that hands out connections by the transaction, of one server connection: the first client signs in for
 * itself, every later one is told that it is in, and each message goes to the same session.
 */
async function openPooler() {
  const { hostname, port, pathname, username, password } = new URL(url)
  const backend = connect(Number(port), hostname)
  const clients: Socket[] = []
  let asking: Socket | undefined
  backend.on('data', (answer) => asking?.write(answer))
  const server = createServer((client) => {
    const first = clients.push(client) === 1
    let greeted = first
    client.on('error', () => {})
    client.on('data', (message) => {
      if (!greeted) {
        greeted = true
        client.write(welcome)
      } else if (message[0] !== terminate) {
        asking = client
        backend.write(message)
      }
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address() as { port: number }
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${address.port}${pathname}`,
    close() {
      for (const client of clients) client.destroy()
      backend.destroy()
      server.close()
    },
  }
}

const terminate = 'X'.charCodeAt(0)
/** AuthenticationOk, then ReadyForQuery. */
const welcome = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73])
