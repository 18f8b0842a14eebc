import { expect, test } from 'vitest'
import { searchForm, searchPattern } from './search-form.ts'
import { testDatabase } from './testing/database.ts'

const { db } = await testDatabase()

const samples = [
  'José',
  'O’Brien',
  "O'Brien",
  'O`Brien',
  'Oʻahu',
  'García\u2011López',
  'Garcia-Lopez',
  'ÑANDÚ',
  'Łukasz Đorđe Ødegaard',
  'Nguyễn Thị Ánh',
  'МАРИЯ Ёлкина',
  'ΓΙΏΡΓΟΣ',
  'Γιώργος',
  '王小明',
  'plain',
  'A_b%c\\d',
  '😀 x',
  'a\u00a0b',
  'ﬁ',
  'ß',
  '',
]

test('the database and the program have the same search form', async () => {
  const rows = await db.read<{ form: string }>`
    select platform.search_form(t) as form from unnest(${db.read.array(samples)}::text[]) with ordinality u (t, n) order by n`
  expect(rows.map(({ form }) => form)).toEqual(samples.map(searchForm))
})

test.each([
  ['Jose', 'José'],
  ['JOSÉ', 'Jose'],
  ['obrien', 'O’Brien'],
  ["O'Brien", 'O’Brien'],
  ['O’Brien', "O'Brien"],
  ['Garcia Lopez', 'García-López'],
  ['garcia-lopez', 'García López'],
  ['Lukasz', 'Łukasz'],
  ['nguyen', 'Nguyễn'],
  ['елкина', 'Ёлкина'],
])('%s finds %s', async (text, name) => {
  const [row] = await db.read<{
    found: boolean
  }>`select platform.search_form(${name}) like ${searchPattern(text)} as found`
  expect(row!.found).toBe(true)
})

test('no typed text is a wildcard', async () => {
  for (const text of ['%', '_', '\\', '％']) {
    const [row] = await db.read<{ found: boolean }>`
      select platform.search_form('Ana Lee') like ${searchPattern(text)} as found`
    expect(row!.found, text).toBe(false)
  }
})
