import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCopy, testDatabase } from '#platform/testing/database.ts'
import { asAdmin } from '#platform/testing/server.ts'
import { appRole, type Database, defaultOptions, openDatabase } from './database.ts'
import { ConnectionLost, DatabaseError } from './errors.ts'
import { scopeText } from './scope.ts'
import type { Sql } from './sql.ts'

const { db, url } = await testDatabase()
// One connection of each kind: the next caller gets the previous caller's connection.
const options = {
  ...defaultOptions,
  url,
  name: 'scoped',
  role: appRole,
  web: { connections: 1, statementTimeoutMs: 5_000 },
  transactions: { ...defaultOptions.transactions, connections: 1 },
}
const scopedDb = openDatabase(options)

const makeTrial = async (owner: Database) => {
  await owner.read`create schema trial`
  await owner.read`select platform.open_schema('trial')`
  await owner.read`create table trial.note (organization_id int not null, words text)`
  await owner.read`select platform.protect_tenant_table('trial.note')`
}

beforeAll(async () => {
  await makeTrial(db)
  return () => scopedDb.close(1_000)
})
beforeEach(async () => {
  await db.read`truncate trial.note`
  await db.read`insert into trial.note values (1, 'one'), (2, 'two'), (3, 'three'), (7, 'seven')`
})

const visibleIds = async (sql: Sql) =>
  (await sql<{ id: number }>`select organization_id as id from trial.note order by 1`).map(({ id }) => id)

test.each([
  [[], '{}'],
  [[5], '{[5,6)}'],
  [[3, 1, 2, 9, 2], '{[1,4),[9,10)}'],
  ['all' as const, '{(,)}'],
])('the scope %j is the setting %s', (scope, text) => {
  expect(scopeText(scope)).toBe(text)
})

describe('a statement sees the tenants of its scope', () => {
  test('named ones, all, or none', async () => {
    expect(await visibleIds(scopedDb.read.within([1, 2, 7]))).toEqual([1, 2, 7])
    expect(await visibleIds(scopedDb.read.within([]))).toEqual([])
    expect(await visibleIds(scopedDb.read)).toEqual([1, 2, 3, 7])
  })

  test('regardless of the former scope of the connection', async () => {
    const scopes = Array.from({ length: 60 }, (_, n) => [[1], [2, 3], [7], []][n % 4]!)
    const idLists = await Promise.all(scopes.map((scope) => visibleIds(scopedDb.read.within(scope))))
    expect(idLists).toEqual(scopes)
    expect(scopedDb.stats().read.size).toBe(1)
  })

  test('the next statement has its own scope after a failed statement, and after a lost connection', async () => {
    await expect(scopedDb.read.within([1])`select 1 / 0`).rejects.toMatchObject({ code: '22012' })
    expect(await visibleIds(scopedDb.read.within([2]))).toEqual([2])
    await scopedDb.read.within([3])`select pg_terminate_backend(pg_backend_pid())`.catch(() => {})
    expect(await visibleIds(scopedDb.read.within([2]))).toEqual([2])
  })

  test('a connection without a scope sees no tenants', async () => {
    const rowsWithoutScope = await asAdmin(url, async (sql) => {
      await sql.unsafe(`set role ${appRole}`)
      return sql`select * from trial.note`
    })
    expect(rowsWithoutScope).toHaveLength(0)
  })
})

describe('a row of another tenant', () => {
  const scoped = scopedDb.read.within([1])

  test('cannot be added, taken over, changed or removed', async () => {
    const refusal = { code: '42501' }
    await expect(scoped`insert into trial.note values (2, 'planted')`).rejects.toMatchObject(refusal)
    await expect(scoped`update trial.note set organization_id = 2`).rejects.toMatchObject(refusal)
    expect((await scoped`update trial.note set words = 'mine'`).count).toBe(1)
    expect((await scoped`delete from trial.note`).count).toBe(1)
    expect(await db.read`select organization_id as id, words from trial.note order by 1`).toEqual([
      { id: 2, words: 'two' },
      { id: 3, words: 'three' },
      { id: 7, words: 'seven' },
    ])
  })
})

describe('a transaction', () => {
  test('has its own scope, may widen it for one look-up, and leaves nothing of it behind', async () => {
    await scopedDb.tx(
      async (sql) => {
        expect(await visibleIds(sql)).toEqual([1])
        expect(await visibleIds(sql.within('all'))).toEqual([1, 2, 3, 7])
        expect(await visibleIds(sql)).toEqual([1])
      },
      { scope: [1] },
    )
    expect(await scopedDb.tx(visibleIds, { scope: [2] })).toEqual([2])
  })

  test('reverts its scope when it is rolled back, and the next one has its own', async () => {
    expect(await scopedDb.tx(visibleIds, { scope: [1] })).toEqual([1])
    const failedTransaction = scopedDb.tx(
      async (sql) => {
        expect(await visibleIds(sql)).toEqual([2])
        throw new Error('told to roll back')
      },
      { scope: [2] },
    )
    await expect(failedTransaction).rejects.toThrow('told to roll back')
    expect(await scopedDb.tx(visibleIds, { scope: [2] })).toEqual([2])
    const swallowed = scopedDb.tx(
      async (sql) => {
        await sql.within([3])`select 1 / 0`.catch(() => {})
        await sql.within([7])`select 1`.catch(() => {})
      },
      { scope: [1] },
    )
    await expect(swallowed).rejects.toMatchObject({ code: 'rolled_back' })
    expect(await scopedDb.tx(visibleIds, { scope: [3] })).toEqual([3])
  })

  test('keeps its scope through savepoints, released or rolled back', async () => {
    await scopedDb.tx(
      async (sql) => {
        expect(await sql.savepoint((inner) => visibleIds(inner))).toEqual([1])
        expect(await sql.within([2]).savepoint((inner) => visibleIds(inner))).toEqual([2])
        expect(await visibleIds(sql)).toEqual([1])
        await sql
          .savepoint(async (inner) => {
            expect(await visibleIds(inner.within([3]))).toEqual([3])
            throw new Error('taken back')
          })
          .catch(() => {})
        expect(await visibleIds(sql)).toEqual([1])
        expect(await visibleIds(sql.within([3]))).toEqual([3])
      },
      { scope: [1] },
    )
  })

  test('reports an earlier failure after a statement of another scope', async () => {
    const failure = scopedDb.tx(
      async (sql) => {
        await sql`select 1 / 0`.catch(() => {})
        await visibleIds(sql.within([2]))
      },
      { scope: [1] },
    )
    await expect(failure).rejects.toMatchObject({ code: '25P02' })
    expect(await scopedDb.tx(visibleIds, { scope: [1] })).toEqual([1])
  })
})

test('discards the result and the connection if the scope cannot be set', async () => {
  const copy = await emptyCopy()
  const brokenDb = openDatabase({ ...options, url: copy.url })
  try {
    expect(await brokenDb.read.within([1])`select 1 as one`).toEqual([{ one: 1 }])
    await asAdmin(copy.url, (sql) => sql`revoke execute on function set_config(text, text, bool) from public`)
    await expect(brokenDb.read.within([2])`select 1`).rejects.toBeInstanceOf(ConnectionLost)
    expect(brokenDb.stats().read.size).toBe(0)
  } finally {
    await brokenDb.close(1_000)
    await copy.drop()
  }
})

test("a storm of killed connections never shows one tenant's rows to another", async () => {
  const four = { connections: 4, statementTimeoutMs: 5_000 }
  const stormy = openDatabase({
    ...options,
    name: 'scope-storm',
    web: four,
    transactions: { ...defaultOptions.transactions, ...four },
  })
  let over = false
  let killed = 0
  const killer = asAdmin(url, async (admin) => {
    while (!over) {
      await sleep(4)
      const victims = await admin`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'scope-storm/%' and datname = current_database() order by random() limit 1`
      killed += victims.length
    }
  })
  const strange: unknown[] = []
  let looksCount = 0
  const look = async (n: number) => {
    const scope = [[1], [2], [3], [7], [1, 2], []][n % 6]!
    const ids = await (n % 2 ? visibleIds(stormy.read.within(scope)) : readTwice(stormy, scope, n))
    looksCount++
    if (ids.some((id) => !scope.includes(id)) || ids.length !== scope.length) strange.push({ scope, found: ids })
  }
  let next = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < 3_000) await look(++next).catch((error) => expect(error).toBeInstanceOf(DatabaseError))
    }),
  )
  over = true
  await killer
  await stormy.close(1_000)
  expect(strange).toEqual([])
  expect(looksCount).toBeGreaterThan(1_000)
  expect(killed).toBeGreaterThan(20)
}, 60_000)

/** Reads inside a transaction that widens its scope midway; every fifth one is rolled back. */
async function readTwice(database: Database, scope: readonly number[], n: number): Promise<number[]> {
  let ids: number[] = []
  const transaction = database.tx(
    async (sql) => {
      await visibleIds(sql.within('all'))
      ids = await visibleIds(sql)
      if (n % 5 === 0) throw new Error('told to roll back')
    },
    { scope },
  )
  await transaction.catch((error) => {
    if (error.message !== 'told to roll back') throw error
  })
  return ids
}
