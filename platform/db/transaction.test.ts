import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import { asAdmin } from '#platform/testing/server.ts'
import { Aborted, CommitUnknown, ConnectionLost, RolledBack, TransactionOver } from './errors.ts'
import type { Sql } from './sql.ts'

const { db, url } = await testDatabase({
  transactions: { connections: 4, statementTimeoutMs: 5_000, lockTimeoutMs: 500, idleInTransactionTimeoutMs: 5_000 },
})
const unhandled: unknown[] = []
const note = (error: unknown) => void unhandled.push(error)

beforeAll(async () => {
  process.on('unhandledRejection', note)
  await db.read`create table note (who text unique)`
})
beforeEach(async () => {
  await db.read`truncate note`
})
afterAll(() => {
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

const write = (sql: Sql, name: string) => sql`insert into note values (${name})`
const storedNames = async () =>
  (await db.read<{ who: string }>`select who from note order by who`).map(({ who }) => who)

async function killBackendOf(sql: Sql) {
  const [me] = await sql<{ pid: number }>`select pg_backend_pid() as pid`
  await kill(me?.pid ?? 0)
}

async function kill(pid: number) {
  await asAdmin(url, async (admin) => {
    await admin`select pg_terminate_backend(${pid})`
    while ((await admin`select from pg_stat_activity where pid = ${pid}`).length > 0) await sleep(2)
  })
}

describe('a transaction whose connection dies', () => {
  test('loses only itself: a concurrent transaction still rolls back', async () => {
    const killed = Promise.withResolvers<void>()
    const first = db.tx(async (sql) => {
      await write(sql, 'A1')
      await killBackendOf(sql)
      killed.resolve()
      await sleep(60)
      await write(sql, 'A2')
    })
    const second = db.tx(async (sql) => {
      await write(sql, 'B1')
      await killed.promise
      await sleep(30)
      await write(sql, 'B2')
      throw new Error('B was told to roll back')
    })
    await expect(first).rejects.toBeInstanceOf(ConnectionLost)
    await expect(second).rejects.toThrow('B was told to roll back')
    expect(await storedNames()).toEqual([])
  })

  test('fails even if its operation swallowed the error', async () => {
    const lostTransaction = db.tx(async (sql) => {
      await write(sql, 'C1')
      await killBackendOf(sql)
      await write(sql, 'C2').catch(() => {})
      return 'well'
    })
    await expect(lostTransaction).rejects.toBeInstanceOf(ConnectionLost)
    expect(await storedNames()).toEqual([])
  })

  test('fails immediately while its operation waits for something else, and refuses later statements', async () => {
    const later = Promise.withResolvers<unknown>()
    const released = Promise.withResolvers<void>()
    const lostTransaction = db.tx(async (sql) => {
      await write(sql, 'D1')
      await killBackendOf(sql)
      await released.promise
      await write(sql, 'D2').then(later.resolve, later.resolve)
    })
    await expect(lostTransaction).rejects.toBeInstanceOf(ConnectionLost)
    released.resolve()
    expect(await later.promise).toBeInstanceOf(ConnectionLost)
    expect(await storedNames()).toEqual([])
  })

  test('never sends the statements queued behind the fatal one', async () => {
    const lostTransaction = db.tx(async (sql) => {
      const [me] = await sql<{ pid: number }>`select pg_backend_pid() as pid`
      const all = [sql`select pg_sleep(5)`, write(sql, 'E1'), write(sql, 'E2')].map((statement) =>
        statement.catch(() => {}),
      )
      await sleep(20)
      await kill(me?.pid ?? 0)
      await Promise.all(all)
    })
    await expect(lostTransaction).rejects.toBeInstanceOf(ConnectionLost)
    expect(await storedNames()).toEqual([])
  })

  test('has an unknown outcome when the connection dies during COMMIT', async () => {
    await db.read`create table slow_check (x int)`
    await db.read.text(`create function wait_at_commit() returns trigger language plpgsql as
      'begin perform pg_sleep(5); return null; end'`)
    await db.read`create constraint trigger slow after insert on slow_check deferrable initially deferred
      for each row execute function wait_at_commit()`
    let pid = 0
    const unsure = db.tx(async (sql) => {
      await sql`insert into slow_check values (1)`
      const [me] = await sql<{ pid: number }>`select pg_backend_pid() as pid`
      pid = me?.pid ?? 0
    })
    unsure.catch(() => {})
    await untilActive(() => pid, 'commit')
    await kill(pid)
    await expect(unsure).rejects.toBeInstanceOf(CommitUnknown)
  })

  test('is followed by the next one on a fresh connection', async () => {
    await db.tx((sql) => killBackendOf(sql)).catch(() => {})
    await Promise.all(['1', '2', '3', '4', '5', '6'].map((name) => db.tx((sql) => write(sql, name))))
    expect(await storedNames()).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(db.stats().transactions).toMatchObject({ lent: 0, waiting: 0 })
  })
})

async function untilActive(pid: () => number, query: string) {
  await asAdmin(url, async (admin) => {
    const activeCount = async () =>
      (await admin`select from pg_stat_activity where pid = ${pid()} and query = ${query} and state = 'active'`).length
    while ((await activeCount()) === 0) await sleep(2)
  })
}

describe('atomicity', () => {
  test('commits when the operation succeeds, and returns its result', async () => {
    const result = await db.tx(async (sql) => {
      await write(sql, 'kept')
      return 7
    })
    expect(result).toBe(7)
    expect(await storedNames()).toEqual(['kept'])
  })

  test('an operation without statements opens no transaction', async () => {
    expect(await db.tx(async () => 'nothing')).toBe('nothing')
  })

  test('an error swallowed by the operation fails the transaction', async () => {
    const refusedTransaction = db.tx(async (sql) => {
      await write(sql, 'F1')
      await sql`select 1 / 0`.catch(() => {})
      return 'well'
    })
    await expect(refusedTransaction).rejects.toMatchObject({ code: 'rolled_back', sqlstate: '22012' })
    expect(await storedNames()).toEqual([])
  })

  test('a statement stored for later is refused once the transaction is over', async () => {
    const leaked = { sql: db.read }
    let lazy: PromiseLike<unknown> | undefined
    await db.tx(async (sql) => {
      leaked.sql = sql
      lazy = write(sql, 'G1')
      await write(sql, 'G2')
    })
    await expect(lazy).rejects.toBeInstanceOf(TransactionOver)
    await expect(leaked.sql`select 1`).rejects.toBeInstanceOf(TransactionOver)
    expect(await storedNames()).toEqual(['G2'])
  })

  test('an operation that forgets to await a statement is rolled back, not half committed', async () => {
    const forgetful = db.tx(async (sql) => {
      await write(sql, 'H1')
      void write(sql, 'H2').then(() => {})
    })
    await expect(forgetful).rejects.toBeInstanceOf(RolledBack)
    expect(await storedNames()).toEqual([])
  })

  test('statements sent together keep their order', async () => {
    await db.tx(async (sql) => {
      await sql`create temp sequence place`
      const results = await Promise.all(
        Array.from({ length: 20 }, () => sql<{ n: number }>`select nextval('place') as n`),
      )
      expect(results.map(([row]) => row?.n)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    })
  })

  test('an aborted caller cancels the running statement', async () => {
    const giveUp = new AbortController()
    const slowTransaction = db.tx(
      async (sql) => {
        await write(sql, 'I1')
        setTimeout(() => giveUp.abort(), 20)
        await sql`select pg_sleep(4)`
      },
      { signal: giveUp.signal },
    )
    await expect(slowTransaction).rejects.toBeInstanceOf(Aborted)
    expect(await storedNames()).toEqual([])
    await asAdmin(url, async (admin) => {
      const running = () =>
        admin`select from pg_stat_activity where query like 'select pg_sleep(4)%' and state = 'active'`
      while ((await running()).length > 0) await sleep(5)
    })
    await expect(db.tx((sql) => write(sql, 'I2'), { signal: giveUp.signal })).rejects.toBeInstanceOf(Aborted)
  })

  test('two that deadlock both succeed with retries enabled', async () => {
    await db.read`insert into note values ('x'), ('y')`
    const lock = (sql: Sql, name: string) => sql`select from note where who = ${name} for update`
    let meetings = 0
    const both = Promise.withResolvers<void>()
    const cross = (first: string, second: string) =>
      db.tx(
        async (sql) => {
          await sql`set local lock_timeout = '4s'`
          await lock(sql, first)
          if (++meetings === 2) both.resolve()
          await both.promise
          await lock(sql, second)
          return `${first}${second}`
        },
        { retries: 3 },
      )
    expect(await Promise.all([cross('x', 'y'), cross('y', 'x')])).toEqual(['xy', 'yx'])
    expect(meetings).toBeGreaterThan(2)
  })

  test('waits for a locked row no longer than the lock timeout', async () => {
    await db.read`insert into note values ('held')`
    const done = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holder = db.tx(async (sql) => {
      await sql`select from note for update`
      locked.resolve()
      await done.promise
    })
    await locked.promise
    await expect(db.tx((sql) => sql`select from note for update`)).rejects.toMatchObject({ code: '55P03' })
    done.resolve()
    await holder
  })

  test('a read-only transaction cannot write', async () => {
    await expect(db.tx((sql) => write(sql, 'no'), { readOnly: true })).rejects.toMatchObject({ code: '25006' })
  })
})

describe('a savepoint', () => {
  test('rolls back only its own part if it fails', async () => {
    await db.tx(async (sql) => {
      await write(sql, 'before')
      const failure = sql.savepoint(async (inner) => {
        await write(inner, 'inside')
        await write(inner, 'before')
      })
      await expect(failure).rejects.toMatchObject({ code: '23505' })
      await write(sql, 'after')
    })
    expect(await storedNames()).toEqual(['after', 'before'])
  })

  test('returns its result and keeps its part, also nested', async () => {
    const result = await db.tx((sql) =>
      sql.savepoint(async (inner) => {
        await write(inner, 'one')
        return inner.savepoint(async (innermost) => {
          await write(innermost, 'two')
          return 'deep'
        })
      }),
    )
    expect(result).toBe('deep')
    expect(await storedNames()).toEqual(['one', 'two'])
  })

  test('fails if it swallowed an error, and the transaction can continue', async () => {
    await db.tx(async (sql) => {
      const swallowed = sql.savepoint((inner) => inner`select 1 / 0`.catch(() => {}))
      await expect(swallowed).rejects.toMatchObject({ code: 'rolled_back', sqlstate: '22012' })
      await write(sql, 'on')
    })
    expect(await storedNames()).toEqual(['on'])
  })

  test('excludes other statements while open, and is closed afterwards', async () => {
    await db.tx(async (sql) => {
      const leaked = { sql: db.read }
      await sql.savepoint(async (inner) => {
        leaked.sql = inner
        await expect(write(sql, 'outer')).rejects.toBeInstanceOf(TransactionOver)
      })
      await expect(leaked.sql`select 1`).rejects.toBeInstanceOf(TransactionOver)
    })
  })

  test("outliving its transaction can't write into the next one", async () => {
    const released = Promise.withResolvers<void>()
    const lateResult = Promise.withResolvers<unknown>()
    const failedTransaction = db.tx(async (sql) => {
      const orphan = sql.savepoint(async (inner) => {
        await write(inner, 'J1')
        await released.promise
        await write(inner, 'J2').then(lateResult.resolve, lateResult.resolve)
      })
      orphan.catch(() => {})
      await sleep(20)
      throw new Error('the operation failed in the meantime')
    })
    await expect(failedTransaction).rejects.toThrow('the operation failed in the meantime')
    released.resolve()
    expect(await lateResult.promise).toBeInstanceOf(TransactionOver)
    expect(await storedNames()).toEqual([])
  })

  test('requires a transaction', async () => {
    await expect(db.read.savepoint(async () => 1)).rejects.toBeInstanceOf(TransactionOver)
  })
})

describe('pipelined statements', () => {
  const three = (sql: Sql, names: readonly string[]) => Promise.all(names.map((name) => write(sql, name)))
  const pidOf = async (sql: Sql) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`)[0]!.pid
  /** A connection knows a statement once it has run it. */
  async function warm() {
    const warmUp = db.tx(async (sql) => {
      await pidOf(sql)
      await three(sql, ['w1', 'w2', 'w3'])
      await sql`select pg_sleep(${0})`
      throw new Error('only to be known')
    })
    await expect(warmUp).rejects.toThrow('only to be known')
  }

  test('run in the order of the calls, and one error rolls all of them back', async () => {
    await warm()
    await db.tx((sql) => three(sql, ['a', 'b', 'c']))
    const order = await db.read<{ who: string }>`select who from note order by ctid`
    expect(order.map(({ who }) => who)).toEqual(['a', 'b', 'c'])
    await expect(db.tx((sql) => three(sql, ['d', 'a', 'e']))).rejects.toMatchObject({ code: '23505' })
    expect(await storedNames()).toEqual(['a', 'b', 'c'])
  })

  test('fail the transaction if the operation swallowed their error', async () => {
    await warm()
    const swallowed = db.tx(async (sql) => {
      await Promise.allSettled([write(sql, 'a'), write(sql, 'a'), write(sql, 'b')])
    })
    await expect(swallowed).rejects.toThrow(RolledBack)
    await expect(swallowed).rejects.toMatchObject({ sqlstate: '23505' })
    expect(await storedNames()).toEqual([])
  })

  test('are all lost with their connection, and none runs on another one', async () => {
    await warm()
    const lostTransaction = db.tx(async (sql) => {
      const pid = await pidOf(sql)
      const all = [sql`select pg_sleep(${5})`, write(sql, 'E1'), write(sql, 'E2')].map((statement) =>
        statement.catch(() => {}),
      )
      await sleep(20)
      await kill(pid)
      await Promise.all(all)
    })
    await expect(lostTransaction).rejects.toBeInstanceOf(ConnectionLost)
    expect(await storedNames()).toEqual([])
    await db.tx((sql) => three(sql, ['a', 'b', 'c']))
    expect(await storedNames()).toEqual(['a', 'b', 'c'])
  })

  test('all arrive, even several and long ones', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `${String(index).padStart(2, '0')}${'x'.repeat(600)}`)
    await warm()
    await db.tx((sql) => three(sql, names))
    expect(await storedNames()).toEqual(names)
  })

  test('see the tenants of their own scope, regardless of earlier ones in progress', async () => {
    const scopeOf = async (sql: Sql) =>
      (await sql<{ scope: string }>`select current_setting('waypost.scope') as scope`)[0]!.scope
    for (let round = 0; round < 3; round++) {
      const scopes = await db.tx((sql) =>
        Promise.all([[1], [1], [2], [1], [2], [2]].map((scope) => scopeOf(sql.within(scope)))),
      )
      expect(scopes).toEqual(['{[1,2)}', '{[1,2)}', '{[2,3)}', '{[1,2)}', '{[2,3)}', '{[2,3)}'])
    }
  })
})

describe('the last statement of a transaction', () => {
  for (const isPrepared of [false, true]) {
    const where = isPrepared ? 'that the connection knows' : 'that is new to the connection'
    const last = async (sql: Sql, name: string) => {
      await sql.last(
        isPrepared ? sql`insert into note values (${name})` : sql`insert into note (who) values (${name}) -- new`,
      )
    }

    test(`commits with the rest: one ${where}`, async () => {
      if (isPrepared) await db.tx((sql) => write(sql, 'warm'))
      await db.tx(async (sql) => {
        await last(sql, 'end')
        await write(sql, 'middle')
        expect(await sql`select from note where who = 'end'`).toEqual([])
      })
      expect(await storedNames()).toEqual(['end', 'middle', ...(isPrepared ? ['warm'] : [])])
    })

    test(`rolls everything back if it fails: one ${where}`, async () => {
      await write(db.read, 'taken')
      const failedTransaction = db.tx(async (sql) => {
        await write(sql, 'middle')
        await last(sql, 'taken')
      })
      await expect(failedTransaction).rejects.toMatchObject({ code: '23505' })
      expect(await storedNames()).toEqual(['taken'])
    })
  }

  test('is not sent if the operation fails', async () => {
    const failedTransaction = db.tx(async (sql) => {
      await sql.last(write(sql, 'end'))
      throw new Error('told to roll back')
    })
    await expect(failedTransaction).rejects.toThrow('told to roll back')
    expect(await storedNames()).toEqual([])
  })

  test('has an unknown outcome when the connection dies while it is sent', async () => {
    const pause = (sql: Sql, seconds: number) => sql`select pg_sleep(${seconds})`
    await db.tx((sql) => pause(sql, 0))
    let pid = 0
    const unsure = db.tx(async (sql) => {
      await write(sql, 'end')
      pid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`)[0]!.pid
      await sql.last(pause(sql, 5))
    })
    unsure.catch(() => {})
    await untilActive(() => pid, 'select pg_sleep($1)')
    await kill(pid)
    // COMMIT had been sent behind it.
    await expect(unsure).rejects.toBeInstanceOf(CommitUnknown)
    expect(await storedNames()).toEqual([])
  })

  test('belongs to a savepoint within one, and runs immediately outside a transaction', async () => {
    await db.tx(async (sql) => {
      const undonePromise = sql.savepoint(async (part) => {
        await part.last(write(part, 'part'))
        throw new Error('undone')
      })
      await expect(undonePromise).rejects.toThrow('undone')
    })
    expect(await storedNames()).toEqual([])
    await db.read.last(write(db.read, 'alone'))
    expect(await storedNames()).toEqual(['alone'])
  })
})
