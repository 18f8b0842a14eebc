import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openServerFolder, removeLeftServers } from '#platform/testing/own-servers.ts'
import { asAdmin } from '#platform/testing/server.ts'
import { defaultOptions, openDatabase } from './database.ts'
import { findPostgres, removePostgres, startPostgres, stopPostgres } from './embedded.ts'

const folder = await openServerFolder()

afterAll(async () => {
  await stopPostgres(join(folder, 'pg'))
  await rm(folder, { recursive: true })
})

test('a server is started once, reused, and keeps port and rows across a stop', async () => {
  const options = { folder: join(folder, 'pg'), durable: true }
  const [first, two] = await Promise.all([startPostgres(options), startPostgres(options)])
  expect(two.url).toBe(first.url)
  await asAdmin(first.url, (sql) => sql`create table kept as select 'ñ' as letter`)
  const settings = await asAdmin(
    first.url,
    (sql) => sql`select current_setting('fsync') as fsync,
    current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
    current_setting('listen_addresses') as address, current_setting('server_version_num')::int / 10000 as major`,
  )
  expect(settings[0]).toEqual({ fsync: 'on', encoding: 'UTF8', zone: 'UTC', address: '127.0.0.1', major: 18 })

  const overSocket = openDatabase({ ...defaultOptions, name: 'socket', url: first.url, socket: first.socket })
  const [row] = await overSocket.read`
    select client_addr, letter from kept, pg_stat_activity where pid = pg_backend_pid()`
  expect(row).toEqual({ client_addr: null, letter: 'ñ' })
  await overSocket.close()

  expect(await stopPostgres(options.folder)).toBe(true)
  expect(await stopPostgres(options.folder)).toBe(false)
  const secondPostgres = await startPostgres(options)
  expect(secondPostgres).toMatchObject({ url: first.url, started: true })
  expect(await asAdmin(secondPostgres.url, (sql) => sql`select upper(letter) as letter from kept`)).toMatchObject([
    { letter: 'Ñ' },
  ])
  expect(await secondPostgres.release()).toBe(true)
  expect(await stopPostgres(options.folder)).toBe(false)
}, 60_000)

test('a removed server starts fresh, even if it was kept outside of a closed folder', async () => {
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

test('the last user of a server stops it, unless another one uses or starts it', async () => {
  const options = { folder: join(folder, 'shared'), durable: false }
  try {
    const child = openUser(options.folder)
    const url = await child.url
    const postgres = await startPostgres(options)
    expect(postgres).toMatchObject({ url, started: false })
    // Only this process stops using it; the other one still does.
    expect(await postgres.release()).toBe(false)
    expect(await asAdmin(url, (sql) => sql`select 1 as up`)).toMatchObject([{ up: 1 }])
    const secondPostgres = await startPostgres(options)
    child.process.kill('SIGKILL')
    await once(child.process, 'exit')
    // A killed process holds nothing; its server was adopted.
    await vi.waitFor(async () => expect(await holders(url)).toBe(1), 10_000)
    expect(await secondPostgres.release()).toBe(true)
    expect(await stopPostgres(options.folder)).toBe(false)
  } finally {
    await stopPostgres(options.folder)
  }
}, 60_000)

test('a process ended by a signal stops the server that only it used', async () => {
  const options = { folder: join(folder, 'signalled'), durable: false }
  try {
    const child = openUser(options.folder)
    await child.url
    child.process.kill('SIGTERM')
    expect(await once(child.process, 'exit')).toEqual([130, null])
    expect(await stopPostgres(options.folder)).toBe(false)
  } finally {
    await stopPostgres(options.folder)
  }
}, 60_000)

test('many processes that start and stop at the same moment each find a responsive server', async () => {
  const options = { folder: join(folder, 'busy'), durable: false }
  try {
    const children = Array.from({ length: 3 }, () => openUser(options.folder, 'comes-and-goes'))
    const exits = await Promise.all(children.map(({ process }) => once(process, 'exit')))
    expect(exits).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ])
    expect(await stopPostgres(options.folder)).toBe(false)
  } finally {
    await stopPostgres(options.folder)
  }
}, 120_000)

test('a server started for later use runs without a user, until the first user releases it', async () => {
  const options = { folder: join(folder, 'later'), durable: false }
  try {
    expect((await findPostgres(options)).started).toBe(true)
    const user = await startPostgres(options)
    expect(user.started).toBe(false)
    expect(await user.release()).toBe(true)
  } finally {
    await stopPostgres(options.folder)
  }
}, 60_000)

test('a killed run leaves no server: the next one stops and removes those of dead processes', async () => {
  const serverFolder = await openServerFolder()
  const child = openUser(join(serverFolder, 'pg'))
  const url = await child.url
  child.process.kill('SIGKILL')
  await once(child.process, 'exit')
  // The server of a running process stays.
  await removeLeftServers()
  expect(await asAdmin(url, (sql) => sql`select 1 as up`)).toMatchObject([{ up: 1 }])
  const killedFolder = serverFolder.replace(`-${process.pid}-`, `-${child.process.pid}-`)
  await stopPostgres(join(serverFolder, 'pg'))
  await rename(serverFolder, killedFolder)
  const secondRunningServer = await findPostgres({ folder: join(killedFolder, 'pg'), durable: false })
  expect(secondRunningServer.started).toBe(true)
  await removeLeftServers()
  await expect(asAdmin(secondRunningServer.url, (sql) => sql`select 1`)).rejects.toThrow()
  await expect(access(killedFolder)).rejects.toThrow('ENOENT')
}, 60_000)

/** Another process that uses a folder's server. */
function openUser(place: string, mode = 'stays') {
  const script = fileURLToPath(new URL('../testing/postgres-user.ts', import.meta.url))
  const child = spawn(process.execPath, [script, place, mode], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { process: child, url: once(child.stdout, 'data').then(([chunk]) => String(chunk).trim()) }
}

const holders = async (url: string) =>
  (await asAdmin(url, (sql) => sql`select from pg_stat_activity where application_name = 'waypost lease'`)).length
