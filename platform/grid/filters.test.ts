import { expect, test } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import type { Column } from './columns.ts'
import { filterSql, parseFilter } from './filters.ts'

const { db } = await testDatabase()
const zone = 'America/New_York'

/** The instants and days that match a filter at noon of 10 March 2026 in New York. */
async function rowsMatching(kind: 'instant' | 'date', ...texts: string[]): Promise<string[]> {
  await db.read`update platform.clock set "offset" = '2026-03-10 16:00:00+00'::timestamptz - now()`
  const column: Column = {
    label: ['Day', 'Día'],
    kind,
    sql: (sql) => (kind === 'date' ? sql`d::date` : sql`d::timestamptz`),
  }
  const filter = parseFilter('day', column, texts)
  if (typeof filter === 'string') return [filter]
  const days = kind === 'date' ? dates : instants
  const rows = await db.read<{ d: string }>`
    select d from unnest(${db.read.array([...days])}::text[]) with ordinality as t (d, n)
    where ${filterSql(db.read, column, { ...filter, zone })} order by n`
  return rows.map(({ d }) => d)
}

const dates = ['2026-03-03', '2026-03-04', '2026-03-09', '2026-03-10', '2026-03-11']
// Midnights in New York, which come an hour earlier from 8 March on.
const instants = [
  '2026-03-04 04:59:59Z',
  '2026-03-04 05:00:00Z',
  '2026-03-10 03:59:59Z',
  '2026-03-10 04:00:00Z',
  '2026-03-11 03:59:59Z',
  '2026-03-11 04:00:00Z',
]

test('before and after exclude the day itself, and can be combined', async () => {
  expect(await rowsMatching('date', 'before:03/09/2026')).toEqual(dates.slice(0, 2))
  expect(await rowsMatching('date', 'after:2026-03-09')).toEqual(dates.slice(3))
  expect(await rowsMatching('date', 'after:2026-03-03', 'before:2026-03-10')).toEqual(dates.slice(1, 3))
  expect(await rowsMatching('instant', 'before:2026-03-10')).toEqual(instants.slice(0, 3))
  expect(await rowsMatching('instant', 'after:2026-03-10')).toEqual(instants.slice(5))
})

test.each(['text', 'number', 'money', 'instant', 'date', 'status', 'flag'] as const)(
  'refuses an unknown operator in a column of kind %s, instead of searching for it as text',
  (kind) => {
    for (const text of ['gt:5', 'like:ann', 'Contains:ann', 'eq:1', 'in:1,2', 'not_equal:1']) {
      expect(parseFilter('x', { kind }, [text]), text).toBe('unknownOperator')
    }
  },
)

test.each(['https://example.com/a', 'Re: exam', 'Note:', '12:30', 'contains:like:ann', 'a :1'])(
  'treats a text with a colon, %s, as text',
  (text) => {
    expect(parseFilter('x', { kind: 'text' }, [text])).toMatchObject({ terms: [{ op: 'contains' }] })
  },
)

test("the last days end today, in the organization's zone", async () => {
  expect(await rowsMatching('date', 'last:7')).toEqual(dates.slice(1, 4))
  expect(await rowsMatching('date', 'last:1')).toEqual(['2026-03-10'])
  expect(await rowsMatching('instant', 'last:7')).toEqual(instants.slice(1, 5))
  expect(await rowsMatching('instant', 'last:1')).toEqual(instants.slice(3, 5))
})

test('T-22: refuses an invalid number of days, and days for columns without dates', () => {
  const instant = { kind: 'instant' } as const
  for (const text of ['last:0', 'last:3651', 'last:-1', 'last:1.5', 'last:x'])
    expect(parseFilter('day', instant, [text])).toBe('badDays')
  expect(parseFilter('day', instant, ['before:02/30/2026'])).toBe('badDate')
  for (const kind of ['text', 'status', 'flag', 'number', 'money'] as const)
    for (const text of ['before:1', 'after:1', 'last:1'])
      expect(parseFilter('x', { kind }, [text]), `${kind} ${text}`).toBe('badOperator')
})

test('numbers and money are compared in the formats people use', () => {
  const terms = (kind: 'number' | 'money', ...texts: string[]) => {
    const filter = parseFilter('n', { kind }, texts)
    return typeof filter === 'string' ? filter : filter.terms.map(({ op, value }) => `${op} ${value}`)
  }
  expect(terms('number', '1,200')).toEqual(['exact 1200'])
  expect(terms('number', 'gte:-3', 'lte:4.5')).toEqual(['gte -3', 'lte 4.5'])
  expect(terms('money', 'exact:$1,019.95')).toEqual(['exact 101995'])
  expect(terms('money', 'gte:-$5')).toEqual(['gte -500'])
  for (const bad of ['1,20', '12,3456', '$', '1,200,', '$$5', 'ten', '1e5']) {
    expect(terms('number', bad), bad).toBe('badValue')
    expect(terms('money', bad), bad).toBe('badValue')
  }
  expect(terms('number', '$5')).toBe('badValue')
  expect(terms('number', 'gte:5', 'lte:4')).toBe('mostBelowLeast')
  for (const op of ['before', 'after', 'last', 'contains', 'start'])
    expect(terms('money', `${op}:5`)).toBe('badOperator')
})

test.each(['(813) 555-0147', '813.555.0147', '+1 813 555 0147', '555-0147', '0147'])(
  'finds a phone number typed as %s by its stored digits',
  async (typed) => {
    const column: Column = { label: ['Phone', 'Teléfono'], kind: 'text', phone: true, sql: (sql) => sql`d` }
    const filter = parseFilter('phone', column, [typed])
    if (typeof filter === 'string') throw new Error(filter)
    const rows = await db.read`
      select d from unnest(array['8135550147', '8135550148']) as t (d) where ${filterSql(db.read, column, filter)}`
    expect(rows).toEqual([{ d: '8135550147' }])
  },
)
