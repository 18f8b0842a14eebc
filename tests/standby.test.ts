import { once } from 'node:events'
import { chmod, chown, mkdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseUser } from '#platform/db/binaries.ts'
import { type Database, defaultOptions, openDatabase } from '#platform/db/database.ts'
import { type RunningServer, startPostgres, stopPostgres } from '#platform/db/embedded.ts'
import { runProgram } from '#platform/db/programs.ts'
import type { ReplicaFault } from '#platform/db/read-replica.ts'
import { openServerFolder } from '#platform/testing/own-servers.ts'
import { findPrograms } from '#platform/testing/programs.ts'
import { asAdmin } from '#platform/testing/server.ts'

const programs = await findPrograms()

// Its own servers, because the tests' server writes no WAL.
describe.skipIf(programs === null)('a standby serves exports and reports', { timeout: 120_000 }, () => {
  let folder = ''
  let primary: RunningServer
  let standby: RunningServer
  const place = (name: string) => join(folder, name, 'pg')
  const changes: (ReplicaFault['reason'] | null)[] = []
  const openedDatabases: Database[] = []

  function open(copy: string): Database {
    changes.length = 0
    const onChange = (fault: ReplicaFault | null) => void changes.push(fault?.reason ?? null)
    const database = openDatabase({
      ...defaultOptions,
      name: 'standby',
      url: primary.url,
      copy: { url: copy, onChange },
    })
    openedDatabases.push(database)
    return database
  }
  const onPrimary = <T>(work: Parameters<typeof asAdmin<T>>[1]) => asAdmin(primary.url, work)
  const onStandby = <T>(work: Parameters<typeof asAdmin<T>>[1]) => asAdmin(standby.url, work)
  const isCopy = async (database: Database) => {
    const [row] = await database.exports<{ copy: boolean }>`select pg_is_in_recovery() as copy`
    return row!.copy
  }

  beforeAll(async () => {
    folder = await openServerFolder()
    primary = await startPostgres({ folder: place('primary'), durable: true })
    await onPrimary((sql) => sql`create table public.sale (cents integer)`)
    const cluster = join(place('standby'), 'cluster')
    const runAs = await chooseUser(cluster)
    await mkdir(place('standby'), { recursive: true })
    await chmod(join(folder, 'standby'), 0o755)
    if (runAs) await chown(place('standby'), runAs.uid, runAs.gid)
    await runProgram('pg_basebackup', ['--pgdata', cluster, '--write-recovery-conf', '--checkpoint=fast'], {
      url: primary.url,
      programs: programs!.place,
      runAs,
    })
    standby = await startPostgres({ folder: place('standby'), durable: true })
  }, 120_000)
  afterAll(async () => {
    await Promise.all(openedDatabases.map((database) => database.close(0)))
    for (const name of ['standby', 'primary']) await stopPostgres(place(name)).catch(() => false)
    await rm(folder, { recursive: true, force: true })
  })

  test('a change is in the next export, even if the standby serves it', async () => {
    const database = open(standby.url)
    for (let n = 1; n <= 20; n++) {
      await database.tx((sql) => sql`insert into public.sale values (${n})`)
      const [row] = await database.exports<{ n: number; copy: boolean }>`
        select count(*)::int as n, pg_is_in_recovery() as copy from public.sale`
      expect(row).toEqual({ n, copy: true })
    }
    const rows = await database.snapshot((sql) => sql<{ copy: boolean }>`select pg_is_in_recovery() as copy`)
    expect(rows).toMatchObject([{ copy: true }])
    expect(changes).toEqual([])
  })

  test('a standby that lags is not read until it has caught up', async () => {
    const database = open(standby.url)
    await onStandby((sql) => sql`select pg_wal_replay_pause()`)
    try {
      await database.tx((sql) => sql`insert into public.sale values (100)`)
      const [row] = await database.exports<{ n: number; copy: boolean }>`
        select count(*)::int as n, pg_is_in_recovery() as copy from public.sale where cents = 100`
      expect(row).toEqual({ n: 1, copy: false })
      expect(changes).toEqual(['behind'])
    } finally {
      await onStandby((sql) => sql`select pg_wal_replay_resume()`)
    }
    expect(await isCopy(database)).toBe(true)
    expect(changes).toEqual(['behind', null])
  })

  test('another cluster is not read', async () => {
    const foreignPostgres = await startPostgres({ folder: place('foreign'), durable: true })
    try {
      const database = open(foreignPostgres.url)
      await database.exports`select count(*) from public.sale`
      expect(changes).toEqual(['foreign'])
    } finally {
      await stopPostgres(place('foreign'))
    }
  })

  test('the primary serves without the standby, and is not slowed down by repeated checks', async () => {
    const database = open(standby.url)
    expect(await isCopy(database)).toBe(true)
    await stopPostgres(place('standby'))
    // The running statement may be lost with the standby's connection, but not the next ones.
    await database.exports`select 1`.catch(() => null)
    for (let n = 0; n < 3; n++) expect(await isCopy(database)).toBe(false)
    expect(changes).toEqual(['unreachable'])
    expect(database.stats().copy?.lent).toBe(0)
    standby = await startPostgres({ folder: place('standby'), durable: true })
  })

  test('no acknowledged change is missing after a failover, and a promoted standby is no longer read', async () => {
    await onPrimary((sql) => sql`alter system set synchronous_standby_names = '*'`)
    await onPrimary((sql) => sql`select pg_reload_conf()`)
    const proxy = await openProxy(primary.url)
    const faultReasons: (string | null)[] = []
    const copy = {
      url: standby.url,
      onChange: (fault: ReplicaFault | null) => faultReasons.push(fault?.reason ?? null),
    }
    const database = openDatabase({ ...defaultOptions, name: 'failover', url: proxy.url, copy, waitTimeoutMs: 2_000 })
    openedDatabases.push(database)
    expect(await isCopy(database)).toBe(true)

    const acknowledged: number[] = []
    let next = 1_000
    let over = false
    async function sell(): Promise<void> {
      while (!over) {
        const cents = next++
        try {
          await database.tx((sql) => sql`insert into public.sale values (${cents})`)
          acknowledged.push(cents)
        } catch {
          // It got an error, so it may retry.
          await sleep(20)
        }
      }
    }
    const sellers = Array.from({ length: 8 }, sell)
    while (acknowledged.length < 200) await sleep(10)
    await killServer(place('primary'))
    await onStandby((sql) => sql`select pg_promote()`)
    await onStandby((sql) => sql`alter system reset synchronous_standby_names`)
    await onStandby((sql) => sql`select pg_reload_conf()`)
    proxy.leadTo(standby.url)
    const before = acknowledged.length
    while (acknowledged.length < before + 200) await sleep(10)
    over = true
    await Promise.all(sellers)

    const rows = await database.exports<{ cents: number; copy: boolean }>`
      select cents, pg_is_in_recovery() as copy from public.sale where cents >= 1000`
    const storedIds = new Set(rows.map(({ cents }) => cents))
    expect(acknowledged.filter((cents) => !storedIds.has(cents))).toEqual([])
    expect(storedIds.size).toBe(rows.length)
    expect(faultReasons).toEqual(['promoted'])
    await proxy.close()
  })
})

/** The address of the primary, as a virtual address or haproxy would provide it. */
async function openProxy(first: string) {
  let target = new URL(first)
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(first)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    leadTo(other: string) {
      target = new URL(other)
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function killServer(folder: string): Promise<void> {
  const [pid] = (await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
}
