import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import { asAdmin } from '#platform/testing/server.ts'
import { CommitUnknown, ConnectionLost } from './errors.ts'

const { db, url } = await testDatabase({
  name: 'storm',
  transactions: { connections: 4, statementTimeoutMs: 5_000, lockTimeoutMs: 2_000, idleInTransactionTimeoutMs: 5_000 },
})
const transactions = 2_400

type Fate = 'committed' | 'rolled back' | 'unknown' | 'lost'

test('a storm of killed connections tears, loses and duplicates no transaction', async () => {
  await db.read`create table pair (id int, part int)`
  const fates = new Map<number, Fate>()
  let killed = 0
  let over = false
  const killer = asAdmin(url, async (admin) => {
    while (!over) {
      await sleep(4)
      const victims = await admin`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name in ('storm/tx', 'storm/read') and datname = current_database() order by random() limit 1`
      killed += victims.length
    }
  })
  let next = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < transactions) {
        const id = ++next
        fates.set(id, await writePair(id))
      }
    }),
  )
  over = true
  await killer

  const rows = await asAdmin(url, (admin) => admin`select id, count(*)::int as n from pair group by id`)
  const counts = new Map(rows.map(({ id, n }) => [id, n]))
  const ids = (fate: Fate, wrong: (n: number) => boolean) =>
    [...fates].filter(([id, is]) => is === fate && wrong(counts.get(id) ?? 0)).map(([id]) => id)
  expect(fates.size).toBe(transactions)
  expect({
    torn: [...counts].filter(([, n]) => n !== 2),
    lost: ids('committed', (n) => n !== 2),
    ghosts: [...ids('rolled back', (n) => n !== 0), ...ids('lost', (n) => n !== 0)],
  }).toEqual({ torn: [], lost: [], ghosts: [] })
  expect(killed).toBeGreaterThan(20)
  expect([...fates.values()].filter((fate) => fate === 'lost').length).toBeGreaterThan(5)
  expect(db.stats().transactions).toMatchObject({ lent: 0, waiting: 0 })
}, 240_000)

async function writePair(id: number): Promise<Fate> {
  try {
    await db.tx(async (sql) => {
      // Two at a time, so that one may be queued when the connection dies.
      await Promise.all([sql`insert into pair values (${id}, 1)`, sql`insert into pair values (${id}, 2)`])
      if (id % 3 === 0) await sleep(2)
      if (id % 5 === 0) throw new Error('told to roll back')
    })
    return 'committed'
  } catch (error) {
    if (error instanceof CommitUnknown) return 'unknown'
    if (error instanceof ConnectionLost) return 'lost'
    if ((error as Error).message === 'told to roll back') return 'rolled back'
    throw error
  }
}
