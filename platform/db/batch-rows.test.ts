import { expect, test } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import { alignRows, batchRows } from './batch-rows.ts'

const { db } = await testDatabase()

test('each request gets its own row in any row order, and null without one', () => {
  const inputs = ['a', 'b', 'c']
  const rows = [
    { request_number: 3, of: 'c' },
    { request_number: 1, of: 'a' },
  ]
  expect(alignRows(inputs, rows)).toEqual([rows[1], null, rows[0]])
  expect(alignRows(inputs, [])).toEqual([null, null, null])
})

test('a statement with reversed rows still returns each request its result', async () => {
  const inputs = [7, 5, 6].map((n) => ({ n }))
  const rows = await db.read<{ request_number: number; double: number }>`
    select a.request_number::int, a.n * 2 as double from ${batchRows(db.read, inputs, { n: 'int' })}
    where a.n <> 5 order by a.request_number desc`
  expect(rows.map(({ request_number }) => request_number)).toEqual([3, 1])
  expect(alignRows(inputs, rows).map((row) => row?.double ?? null)).toEqual([14, null, 12])
})
