import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { asAdmin } from '../testing/server.ts'
import { removePostgres, startPostgres, stopPostgres } from './embedded.ts'

const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
// Where root runs the tests, the server's own user must get through.
await chmod(folder, 0o755)

afterAll(async () => {
  await stopPostgres(join(folder, 'pg'))
  await rm(folder, { recursive: true })
})

test('a server is started once, found again, and keeps port and rows over a stop', async () => {
  const options = { folder: join(folder, 'pg'), durable: true }
  const [one, two] = await Promise.all([startPostgres(options), startPostgres(options)])
  expect(two.url).toBe(one.url)
  await asAdmin(one.url, (sql) => sql`create table kept as select 'ñ' as letter`)
  const settings = await asAdmin(
    one.url,
    (sql) => sql`select current_setting('fsync') as fsync,
    current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
    current_setting('listen_addresses') as address, current_setting('server_version_num')::int / 10000 as major`,
  )
  expect(settings[0]).toEqual({ fsync: 'on', encoding: 'UTF8', zone: 'UTC', address: '127.0.0.1', major: 18 })

  expect(await stopPostgres(options.folder)).toBe(true)
  expect(await stopPostgres(options.folder)).toBe(false)
  const again = await startPostgres(options)
  expect(again).toMatchObject({ url: one.url, started: true })
  expect(await asAdmin(again.url, (sql) => sql`select upper(letter) as letter from kept`)).toMatchObject([
    { letter: 'Ñ' },
  ])
  await again.stop()
}, 60_000)

test('what is removed begins anew, also where the server had to keep it outside of a closed folder', async () => {
  const closed = join(folder, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const options = { folder: join(closed, 'pg'), durable: false }
  const first = await startPostgres(options)
  await asAdmin(first.url, (sql) => sql`create table kept as select 1`)
  await removePostgres(options.folder)
  const second = await startPostgres(options)
  expect(second.started).toBe(true)
  expect(await asAdmin(second.url, (sql) => sql`select to_regclass('kept')::text as kept`)).toMatchObject([
    { kept: null },
  ])
  await removePostgres(options.folder)
}, 60_000)
