import { describe, expect, test } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import { compile } from './compile.ts'
import { BadStatement, SqlError } from './errors.ts'
import { makeSql } from './sql.ts'

const { db } = await testDatabase()
const sql = db.read

describe('values are read as they were written', () => {
  test('a date stays the text of its day', async () => {
    const [row] = await sql<{ day: string }>`select ${'2001-02-03'}::date as day`
    expect(row?.day).toBe('2001-02-03')
  })

  test('a numeric keeps every digit', async () => {
    const digits = '12345678901234567890.123456789012345678'
    const [row] = await sql<{ n: string }>`select ${digits}::numeric as n`
    expect(row?.n).toBe(digits)
  })

  test('a bigint is a number while it is exact, and text beyond', async () => {
    const [row] = await sql<{ near: number; far: string }>`select 9007199254740991 as near, 9007199254740993 as far`
    expect(row).toEqual({ near: 9007199254740991, far: '9007199254740993' })
  })

  test('an instant is a Date, a timestamp without zone stays text', async () => {
    const instant = new Date('2026-03-08T07:30:00.123Z')
    const [row] = await sql<{ at: Date; bare: string }>`select ${instant} as at, '2026-03-08 02:30'::timestamp as bare`
    expect(row).toEqual({ at: instant, bare: '2026-03-08 02:30:00' })
  })

  test('json is parsed, and a string of JSON is not wrapped twice', async () => {
    const value = { a: [1, null, 'x"y\\'], b: true }
    const [row] = await sql`select ${sql.json(value)} as one, ${JSON.stringify(value)}::jsonb as two`
    expect(row).toEqual({ one: value, two: value })
  })

  test('arrays carry commas, quotes, backslashes, null and nesting both ways', async () => {
    const words = ['a,b', '"q"', 'back\\slash', '{}', '', 'NULL', null]
    const [row] = await sql`select ${words}::text[] as words, ${[[1, 2], [3, 4]]}::int[] as grid, ${[]}::int[] as none,
      ${sql.array([true, false])}::bool[] as flags, array['2020-01-01'::date] as days`
    expect(row).toEqual({
      words,
      grid: [
        [1, 2],
        [3, 4],
      ],
      none: [],
      flags: [true, false],
      days: ['2020-01-01'],
    })
  })

  test('bytes and booleans survive, and the text "true" is true', async () => {
    const bytes = new Uint8Array([0, 255, 7])
    const [row] = await sql<{ bytes: Buffer; yes: boolean }>`select ${bytes} as bytes, ${'true'}::bool as yes`
    expect([...(row?.bytes ?? [])]).toEqual([0, 255, 7])
    expect(row?.yes).toBe(true)
  })
})

describe('statements are composed of fragments', () => {
  test('a fragment made by one Sql works inside another', async () => {
    const other = makeSql(() => Promise.reject(new Error('a fragment must not run')))
    const rows = await sql`select n from generate_series(1, 9) n where n > ${3} ${other`and n < ${7}`} order by n`
    expect(rows.map(({ n }) => n)).toEqual([4, 5, 6])
  })

  test('a list of fragments is written one after another', async () => {
    const filters = [sql`and n > ${1}`, sql`and n < ${4}`]
    const rows = await sql`select n from generate_series(1, 9) n where true ${filters} order by n`
    expect(rows.map(({ n }) => n)).toEqual([2, 3])
  })

  test('rows are inserted, updated and selected with sql(...)', async () => {
    await db.tx(async (tx) => {
      await tx`create temp table part (id int, name text, made timestamptz, extra jsonb) on commit drop`
      const rows = [
        { id: 1, name: 'one', made: tx`now()`, extra: tx.json({ a: 1 }) },
        { id: 2, name: 'two', made: tx`now()`, extra: null },
      ]
      expect((await tx`insert into part ${tx(rows)}`).count).toBe(2)
      await tx`insert into part ${tx({ id: 3, name: 'three', skipped: 'x' }, 'id', 'name')}`
      await tx`update part set ${tx({ name: 'deux' })} where id in ${tx([2])}`
      expect(
        await tx`select ${tx(['id', 'name'])} from ${tx('part')} where id in ${tx([2, 3])} order by ${tx('part.id')}`,
      ).toEqual([
        { id: 2, name: 'deux' },
        { id: 3, name: 'three' },
      ])
      expect(await tx`select id from part where id in ${tx([])}`).toEqual([])
      expect(await tx`select a, b from (values ${tx([{ a: '1', b: '2' }])}) v (a, b)`).toEqual([{ a: '1', b: '2' }])
    })
  })

  test('a value can never become SQL', async () => {
    const nasty = `'; drop table x; -- $1 "`
    const [row] = await sql`select ${nasty}::text as a, 1 as ${sql('we"ird')}`
    expect(row).toEqual({ a: nasty, 'we"ird': 1 })
  })

  test('a text contains one statement only', async () => {
    await expect(sql.text('select 1; select 2')).rejects.toMatchObject({ code: '42601' })
  })

  test('a statement runs once, however often it is awaited, and never if it is not', async () => {
    let runs = 0
    const counting = makeSql(async () => {
      runs++
      return Object.assign([], { count: 0 })
    })
    const statement = counting`select 1`
    counting`select 2`
    await Promise.all([statement, statement, statement.then(() => {})])
    expect(runs).toBe(1)
  })

  test('text of the queue accepts objects, dates and arrays as parameters', async () => {
    const rows = await sql.text('select $1::jsonb as a, $2::text[] as b, $3::timestamptz as c, $4::text as d', [
      { x: 1 },
      ['p', 'q'],
      new Date(0),
      undefined,
    ])
    expect(rows).toEqual([{ a: { x: 1 }, b: ['p', 'q'], c: new Date(0), d: null }])
  })
})

describe('errors without values', () => {
  const secret = '123-45-6789'

  test('a server error has code, constraint and text, and no parameter anywhere', async () => {
    const failure = db.tx(async (tx) => {
      await tx`create temp table person (ssn text constraint one_ssn unique) on commit drop`
      await tx`insert into person values (${secret})`
      await tx`insert into person values (${secret})`
    })
    const error = await failure.catch((caught) => caught)
    expect(error).toBeInstanceOf(SqlError)
    expect(error).toMatchObject({ code: '23505', constraint: 'one_ssn', table: 'person' })
    expect(allTextOf(error)).not.toContain(secret)
    expect(error.stack).toContain('sql.test.ts')
  })

  test('a value refused by the server is not quoted', async () => {
    const error = await sql`select ${secret}::int`.catch((caught) => caught)
    expect(error).toMatchObject({ code: '22P02' })
    expect(allTextOf(error)).not.toContain(secret)
  })

  test.each([
    ['undefined', undefined],
    ['an object', { a: 1 }],
    ['an invalid date', new Date(Number.NaN)],
    ['an object in a list', [{ a: 1 }]],
  ])('%s is refused before anything is sent', async (_, value) => {
    await expect(sql`select ${value as unknown as string}`).rejects.toBeInstanceOf(BadStatement)
  })

  test('too many parameters are refused before anything is sent', () => {
    expect(() => compile({ strings: ['', ''], values: [Array.from({ length: 66_000 }, () => sql`${1}`)] })).toThrow(
      BadStatement,
    )
  })
})

function allTextOf(error: Error): string {
  const names = Object.getOwnPropertyNames(error) as (keyof Error)[]
  return names.map((name) => `${name}: ${JSON.stringify(error[name]) ?? String(error[name])}`).join('\n')
}
