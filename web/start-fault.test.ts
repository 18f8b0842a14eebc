import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openPooler } from '#platform/db/pooler.fixture.ts'
import { readEnv } from '#platform/env.ts'
import { silentLog } from '#platform/log.ts'
import { emptyCopy, testDatabase } from '#platform/testing/database.ts'
import { simulation } from '#simulators/index.ts'
import { prepare } from './prepare.ts'
import { openServer } from './server.ts'
import { listenFault, startFault } from './start-fault.ts'

const { url } = await testDatabase()

/** The message shown when the server starts with these settings. */
const startResult = (settings: Record<string, string>) => prepare(readEnv(settings)).then(() => 'started', startFault)

function urlWith(change: (url: URL) => void): string {
  const changedUrl = new URL(url)
  change(changedUrl)
  return changedUrl.href
}

test('an unreachable database is reported in a sentence that names the setting, without the password', async () => {
  const places = [
    urlWith((place) => (place.port = '1')),
    urlWith((place) => (place.hostname = 'nowhere.invalid')),
    urlWith((place) => (place.pathname = '/no_such_database')),
  ]
  for (const DATABASE_URL of places) {
    const sentence = await startResult({ DATABASE_URL })
    expect(sentence).toMatch(/^The configuration is wrong:\n {2}DATABASE_URL: can't use the database: [^\n]+$/)
    expect(sentence).not.toContain(new URL(url).password || 'postgres://')
  }
})

/** The message shown when the server starts without --prepare. */
const reasonUnprepared = (DATABASE_URL: string) =>
  openServer(readEnv({ DATABASE_URL }), silentLog, simulation).then(
    async (server) => {
      await server.close()
      return 'started'
    },
    (error) => startFault(error),
  )

test('an empty database is reported with what to do if --prepare is missing', async () => {
  const empty = await emptyCopy('nothing')
  try {
    expect(await reasonUnprepared(empty.url)).toBe(
      'The configuration is wrong:\n  DATABASE_URL: the database is empty: start once with --prepare, which creates its tables',
    )
  } finally {
    await empty.drop()
  }
})

test("refuses to serve behind a pooler that gives connections another client's role", async () => {
  const pooler = await openPooler(url)
  try {
    expect(await reasonUnprepared(pooler.url)).toMatch(
      /DATABASE_URL: connections run as \w+, not as waypost_app: a connection pooler/,
    )
  } finally {
    pooler.close()
  }
})

test('a port in use is reported with what to do', async () => {
  const occupant = createServer().listen(0, '127.0.0.1')
  await once(occupant, 'listening')
  const { port } = occupant.address() as { port: number }
  const second = createServer().listen(port, '127.0.0.1')
  const [error] = await once(second, 'error')
  const sentence = startFault(listenFault({ HOST: '127.0.0.1', PORT: port }, error))
  expect(sentence).toContain(`PORT: 127.0.0.1:${port} isn't available. Choose another port (PORT=3001 make start)`)
  occupant.close()
})

test('settings found invalid in use are reported in the same way, unlike a program error', async () => {
  const fault = await openServer(readEnv({}), silentLog, simulation).catch(startFault)
  expect(fault).toContain('DATABASE_URL: is missing')
  const shops = await openServer(readEnv({ DATABASE_URL: url, SHOPIFY_SHOPS: 'x' }), silentLog, simulation).catch(
    startFault,
  )
  expect(shops).toContain('SHOPIFY_SHOPS: no JSON')
  expect(startFault(new TypeError('x is not a function'))).toBeNull()
  expect(startFault(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBeNull()
  expect(startFault('x')).toBeNull()
})

test('a process with another secret than the one that sealed the audit log does not start, with a message', async () => {
  const { db, url } = await testDatabase()
  await db.read`
    insert into platform.audit_seal (organization_id, version, key_id, sealed_at, position, audit_event_id, previous_hash, hash)
    values (1, 1, 'another key', now(), 1, 1, '\\x00', '\\x00')`
  expect(await reasonUnprepared(url)).toMatch(
    /^The configuration is wrong:\n {2}SECRET: the audit log of this database was last sealed with another secret/,
  )
})

test('a pooler that refuses our settings is explained with the fix', () => {
  const connectionError = Object.assign(new Error('unsupported startup parameter: role'), { code: '08P01' })
  expect(startFault(connectionError)).toMatch(
    /unsupported startup parameter: role, so a pooler is in front: name PostgreSQL itself/,
  )
})
