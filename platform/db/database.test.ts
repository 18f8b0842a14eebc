import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { batch } from '#platform/batch.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { asAdmin } from '#platform/testing/server.ts'
import { defaultOptions, openDatabase } from './database.ts'
import { Busy, Closed, ConnectionLost } from './errors.ts'

const { db, url } = await testDatabase()
const small = {
  ...defaultOptions,
  url,
  name: 'small',
  web: { connections: 2, statementTimeoutMs: 5_000 },
  transactions: { ...defaultOptions.transactions, connections: 1 },
  waitTimeoutMs: 100,
  maxWaiting: 3,
}

async function killAll(name: string) {
  await asAdmin(
    url,
    (admin) => admin`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like ${`${name}/%`} and datname = current_database()`,
  )
}

describe('the connection pool', () => {
  test('a burst beyond the pool is served completely and leaves nothing behind', async () => {
    const results = await Promise.all(Array.from({ length: 150 }, (_, n) => db.read`select ${n}::int as n`))
    expect(results.map(([row]) => row?.n)).toEqual(Array.from({ length: 150 }, (_, n) => n))
    const { size, ...rest } = db.stats().read
    expect(rest).toEqual({ lent: 0, idle: size, waiting: 0 })
    expect(size).toBeLessThanOrEqual(defaultOptions.web.connections)
  })

  test('a caller behind too long a queue is refused immediately as busy', async () => {
    const db = openDatabase({ ...small, waitTimeoutMs: 5_000 })
    const sleeping = Array.from({ length: 5 }, () => db.read`select pg_sleep(0.2)`)
    const settledPromise = Promise.all(sleeping)
    await expect(db.read`select 1`).rejects.toBeInstanceOf(Busy)
    await settledPromise
    expect(await db.read`select 1 as one`).toEqual([{ one: 1 }])
    await db.close()
  })

  test('a caller who waits too long for a transaction is refused as busy', async () => {
    const db = openDatabase(small)
    const done = Promise.withResolvers<void>()
    const holder = db.tx(() => done.promise)
    await expect(db.tx(async () => 'never')).rejects.toMatchObject({ code: 'busy' })
    expect(db.stats().transactions.waiting).toBe(0)
    done.resolve()
    await holder
    await db.close()
  })

  test('the server cancels a statement that takes too long', async () => {
    const db = openDatabase({ ...small, web: { connections: 1, statementTimeoutMs: 50 } })
    await expect(db.read`select pg_sleep(3)`).rejects.toMatchObject({ code: '57014' })
    await db.close()
  })

  test('sessions run in UTC regardless of the server', async () => {
    expect(await db.read`show timezone`).toEqual([{ TimeZone: 'UTC' }])
  })
})

describe('a lost database connection', () => {
  test('fails the requests of its batch, and none that follow', async () => {
    const db = openDatabase({ ...small, name: 'gathered' })
    const request = batch(async (seconds: readonly number[]) => {
      await db.read`select pg_sleep(${Math.max(...seconds)})`
      return seconds
    })
    await request(0.02)
    const results = Promise.allSettled([3, 3, 3].map(request))
    while (db.stats().read.lent === 0) await sleep(2)
    await sleep(20)
    await killAll('gathered')
    const reasons = (await results).map((result) => (result.status === 'rejected' ? result.reason.code : result.status))
    expect(reasons).toEqual(['connection_lost', 'connection_lost', 'connection_lost'])
    expect(await request(0)).toBe(0)
    await db.close()
  })

  test('fails the running statement and nothing after it', async () => {
    const db = openDatabase({ ...small, name: 'reader' })
    const pendingQuery = db.read`select pg_sleep(3)`.catch((error) => error)
    while (db.stats().read.lent === 0) await sleep(2)
    await sleep(50)
    await killAll('reader')
    expect(await pendingQuery).toBeInstanceOf(ConnectionLost)
    expect(await db.read`select 1 as one`).toEqual([{ one: 1 }])
    await db.close()
  })

  test('drops idle connections that the server closed', async () => {
    const db = openDatabase({ ...small, name: 'idler' })
    await Promise.all([db.read`select 1`, db.read`select 1`])
    expect(db.stats().read.size).toBe(2)
    await killAll('idler')
    while (db.stats().read.size > 0) await sleep(2)
    expect(await db.read`select 1 as one`).toEqual([{ one: 1 }])
    await db.close()
  })

  test('is refused immediately if the database does not exist', async () => {
    const nowhere = openDatabase({ ...small, url: 'postgres://nobody:x@127.0.0.1:1/none' })
    await expect(nowhere.read`select 1`).rejects.toBeInstanceOf(ConnectionLost)
    await expect(nowhere.tx((sql) => sql`select 1`)).rejects.toBeInstanceOf(ConnectionLost)
    expect(nowhere.stats().transactions).toEqual({ size: 0, lent: 0, idle: 0, waiting: 0 })
    await nowhere.close()
  })
})

describe('closing', () => {
  test('waits for running work and refuses new work', async () => {
    const db = openDatabase(small)
    const pendingTransaction = db.tx(async (sql) => {
      await sql`select pg_sleep(0.1)`
      return 'finished'
    })
    const waitingTransaction = db.tx(async () => 'never').catch((error) => error)
    await sleep(10)
    const closing = db.close()
    await expect(db.read`select 1`).rejects.toBeInstanceOf(Closed)
    expect(await waitingTransaction).toBeInstanceOf(Closed)
    expect(await pendingTransaction).toBe('finished')
    await closing
    expect(db.stats().transactions.size).toBe(0)
  })

  test('does not wait forever', async () => {
    const db = openDatabase(small)
    const stuck = db.tx((sql) => sql`select pg_sleep(5)`).catch((error) => error)
    await sleep(30)
    await db.close(50)
    expect(await stuck).toBeInstanceOf(Closed)
  })
})

describe('listening', () => {
  test("receives a transaction's notification, and resumes after a lost connection", async () => {
    const listener = openDatabase({ ...small, name: 'ear' })
    const payloads: string[] = []
    let readies = 0
    const stop = await listener.listen(
      'news',
      (payload) => payloads.push(payload),
      () => readies++,
    )
    await db.tx((sql) => sql`select pg_notify('news', 'one')`)
    while (payloads.length < 1) await sleep(2)
    await killAll('ear')
    while (readies < 2) await sleep(2)
    await db.tx((sql) => sql`select pg_notify('news', 'two')`)
    while (payloads.length < 2) await sleep(2)
    stop()
    expect(payloads).toEqual(['one', 'two'])
    await listener.close()
  })
})
