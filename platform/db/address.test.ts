import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { silentLog } from '#platform/log.ts'
import { openBoss, passive } from '#platform/queue/boss.ts'
import { makeCertificate } from '#platform/testing/certificate.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { readAddress } from './address.ts'
import { defaultOptions, openDatabase } from './database.ts'
import { listMissing } from './migrate.ts'

const { url } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'waypost-tls-'))
/** A certificate for the host, also as a file for `sslrootcert`. */
function certificate(name: string, host: string) {
  const pair = { ...makeCertificate(host), file: join(folder, `${name}.pem`) }
  writeFileSync(pair.file, pair.cert)
  return pair
}
const serverCertificate = certificate('own', 'localhost')
const foreignCertificate = certificate('foreign', 'localhost')
const other = certificate('other', 'db.example')

/** A TLS proxy in front of the test's database: accepts the request for TLS and forwards everything. */
async function openTls({ key, cert }: { key: string; cert: string }): Promise<number> {
  const target = new URL(url)
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, key, cert })
      const upstream = connect(Number(target.port), target.hostname)
      secure.on('error', () => upstream.destroy())
      upstream.on('error', () => secure.destroy())
      secure.pipe(upstream).pipe(secure)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => void server.close())
  return (server.address() as { port: number }).port
}
const [ownPort, otherPort] = [await openTls(serverCertificate), await openTls(other)]
afterAll(() => rmSync(folder, { recursive: true }))

const through = (port: number, query: string) => {
  const address = new URL(url)
  address.hostname = 'localhost'
  address.port = String(port)
  address.search = query
  return address.href
}

/** Whether the pools, the listener, the migrator and the queue reach the database with this address. */
async function tryAll(address: string): Promise<boolean[]> {
  const database = openDatabase({ ...defaultOptions, name: 'waypost/tls', url: address })
  const pgBoss = openBoss({ url: address, schema: 'queue', log: silentLog }, 'tls', { ...passive, migrate: true })
  const works = (attempt: Promise<unknown>) =>
    attempt.then(
      () => true,
      () => false,
    )
  try {
    return [
      await works(database.read`select 1`),
      await works(database.listen('tls', () => {})),
      await works(listMissing(address, 'migrations')),
      await works(pgBoss.start()),
    ]
  } finally {
    await database.close()
    await pgBoss.stop({ graceful: false }).catch(() => {})
  }
}

test.each([
  ['require, regardless of who issued the certificate', () => through(ownPort, '?sslmode=require'), true],
  [
    'verify-full with its authority',
    () => through(ownPort, `?sslmode=verify-full&sslrootcert=${serverCertificate.file}`),
    true,
  ],
  [
    'verify-full with another authority',
    () => through(ownPort, `?sslmode=verify-full&sslrootcert=${foreignCertificate.file}`),
    false,
  ],
  ['verify-full with the authorities of the system', () => through(ownPort, '?sslmode=verify-full'), false],
  ['verify-full for another host', () => through(otherPort, `?sslmode=verify-full&sslrootcert=${other.file}`), false],
])('pools, listener, migrator and queue treat sslmode alike: %s', async (_, address, works) => {
  expect(await tryAll(address())).toEqual(Array(4).fill(works))
})

test.each([
  ['postgres://u:p@a,b/db', 'several hosts'],
  ['postgres://u:p@a:5432,b:5433/db?target_session_attrs=primary', 'several hosts'],
  ['postgres://u:p@h/db?target_session_attrs=standby', 'needs the primary'],
  ['postgres://u:p@h/db?sslmode=prefer', 'use disable, require or verify-full'],
  ['postgres://u:p@h/db?sslmode=require&sslrootcert=/ca.pem', 'sslrootcert needs sslmode=verify-full'],
  ['postgres://u:p@h/db?sslmode=verify-full&sslrootcert=/none/ca.pem', "sslrootcert can't be read"],
  ['postgres://u:p@h/db?pgbouncer=true', 'has the parameter pgbouncer'],
  ['postgres://u:p@ss:w@h:x/db', '@ as %40'],
])('refuses %s in a sentence that does not contain the password', (address, sentence) => {
  expect(() => readAddress(address)).toThrow(sentence)
  expect(() => readAddress(address)).not.toThrow('p@')
})

test('parameters that only libpq needs are removed from the address, and the others stay', () => {
  expect(
    readAddress('postgres://u:p@h:5/db?target_session_attrs=read-write&sslmode=disable&connect_timeout=3'),
  ).toEqual({
    url: 'postgres://u:p@h:5/db?connect_timeout=3',
    tls: { kind: 'off' },
  })
})
