import { expect, test } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'

const { db } = await testDatabase()

test('reads rows of many columns', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `column_${n}`)
  const list = names.map((name, n) => `${n % 3 === 0 ? 'null::int' : n} as ${name}`).join()
  const text = `select ${list} from generate_series(1, 3)`
  for (const rows of [await db.read.text(text), await db.read.text(text)]) {
    expect(rows.map((row) => Object.keys(row))).toEqual([names, names, names])
    expect(rows.map((row) => row.column_3)).toEqual([null, null, null])
    expect(rows.map((row) => row.column_4)).toEqual([4, 4, 4])
  }
})

test('rows are plain objects, and the last of two columns with one name counts', async () => {
  const rows = await db.read.text<{ n: number }>('select 0 as n, i as n from generate_series(1, 2) i')
  expect(rows).toEqual([{ n: 1 }, { n: 2 }])
  expect(rows.count).toBe(2)
})

test('a result without columns has no rows', async () => {
  const rows = await db.read.text('update platform.clock set only_row = true where false')
  expect([rows.length, rows.count]).toEqual([0, 0])
  expect(await db.read.text('select from generate_series(1, 2)')).toEqual([{}, {}])
})
