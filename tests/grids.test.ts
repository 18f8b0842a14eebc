import { beforeAll, describe, expect, test } from 'vitest'
// The list of sent emails needs their declarations.
import '#jobs/index.ts'
import { manifests } from '#modules/manifests.ts'
import type { Ctx } from '#platform/ctx.ts'
import { cellText } from '#platform/grid/cell.shared.ts'
import { type Column, isFilterable, isSortable, responseShape } from '#platform/grid/columns.ts'
import { readState } from '#platform/grid/grid-state.shared.ts'
import { metaOf, narrowingsOf } from '#platform/grid/meta.ts'
import { readQuery } from '#platform/grid/query.ts'
import { pageStatement, readBatch } from '#platform/grid/rows.ts'
import type { BinaryResponse } from '#platform/operation.ts'
import { searchForm } from '#platform/search-form.ts'
import { defaultZone, legalDay } from '#platform/zone.ts'
import { openGridContexts, type Row } from './support/grid-contexts.ts'
import { companies, large, narrowed, seedGrids, small } from './support/grid-seed.ts'
import { maxRows, type PlanNode } from './support/plan-rows.ts'
import { readSheet } from './support/read-sheet.ts'

const grids = manifests.flatMap((manifest) => manifest.grids ?? [])
const { db, app, staffOf } = await openGridContexts()
beforeAll(() => seedGrids(db))

/** Lists with several rows for each of the tenant's rows. */
const rowsFor: Readonly<Record<string, number>> = {
  // Students, instructors, administrators and support staff.
  'GET /user/fetch': 4,
}
/** Lists that read all their rows for a page, with the reason. */
const readWhole: Readonly<Record<string, string>> = {
  'GET /course/fetch': 'an organization owns at most 1,000 courses',
  'GET /course/history/fetch': "the planner takes one course's events for few, and sorts them across the months",
}

test('every grid of the product is tested here', () => {
  expect(grids.map(({ calls }) => calls.fetch)).toEqual(
    expect.arrayContaining(['GET /student/fetch', 'GET /payment/fetch']),
  )
})

/** Words for actions that take something away from a person or the site. */
const takesAway =
  /remove|delete|disable|deactivate|suspend|unpublish|withdraw|void|revoke|cancel|discard|expire|close|end$/i

test('every action of a list that takes something away asks first or can be undone, also for many rows', () => {
  const actions = grids.flatMap(({ calls, actions = [] }) =>
    actions
      .filter(({ name, label, operation, danger }) => danger || takesAway.test(`${name} ${label[0]} ${operation.call}`))
      .map((action) => ({ list: calls.fetch, ...action })),
  )
  expect(actions.length).toBeGreaterThan(8)
  const unconfirmed = actions.filter(({ confirm, reason, undo }) => !confirm && !reason && !undo)
  expect(unconfirmed.map(({ list, name }) => `${list}: ${name}`)).toEqual([])
})

/** Tests for each case of a list; some lists have no case of a kind. */
const each = ((cases: readonly unknown[]) => (cases.length > 0 ? test.each(cases) : () => {})) as typeof test.each

describe.each(grids.map((grid) => [grid.calls.fetch, grid] as const))('%s', (call, grid) => {
  const times = rowsFor[call] ?? 1
  const expected = small.rows * times
  // A list of organizations has no tenant with many rows: its rows are the tenants.
  const isOfTenants = grid.key === 'organization_id'
  const ctx = isOfTenants ? staffOf(small.organization_id, 'staff', companies) : staffOf(small.organization_id)
  const named = Object.entries(grid.columns)
  const sortable = named.filter(([, column]) => isSortable(column))
  const filterable = named.filter(([, column]) => isFilterable(column))
  const narrowings = Object.entries(grid.narrowings ?? {})
  const keyOf = (row: Row) => row[grid.key] as number
  /** The rows of a one-record list all belong to the tenant, or to its first person. */
  const record = ({ organization: { organization_id } }: Ctx) =>
    grid.of ? { [grid.of]: grid.of === 'organization_id' ? organization_id : organization_id * 100_000 + 1 } : {}
  let all: Row[] = []
  beforeAll(async () => {
    all = await fetchAll({})
  })

  async function fetchPage(query: Record<string, unknown>, as = ctx) {
    const answer = (await grid.operations[0].run(as, { ...record(as), ...query })) as Record<string, unknown>
    const { count, after_id, count_estimated } = answer as {
      count: number
      after_id: string | null
      count_estimated: boolean
    }
    return { rows: answer[grid.rows] as Row[], count, after_id, count_estimated }
  }

  async function fetchAll(query: Record<string, unknown>): Promise<Row[]> {
    const rows: Row[] = []
    for (let after_id: string | null | undefined; after_id !== null; ) {
      const page = await fetchPage({ limit: 70, ...query, ...(after_id ? { after_id } : {}) })
      rows.push(...page.rows)
      after_id = page.after_id
    }
    return rows
  }

  const refusal = (query: Record<string, unknown>) =>
    expect(grid.operations[0].run(ctx, { ...record(ctx), ...query })).rejects

  test("pages add up to the whole without repeats, and no row is another tenant's", () => {
    expect(new Set(all.map(keyOf)).size).toBe(expected)
    expect(all.filter((row) => !ctx.organization.scope.includes(row.organization_id as number))).toEqual([])
  })

  test('a page has ten rows, its count is the total, and offset skips', async () => {
    const first = await fetchPage({})
    expect(first.rows).toHaveLength(10)
    expect(first.count).toBe(expected)
    const later = await fetchPage({ offset: '7', limit: '3' })
    expect(later.rows.map(keyOf)).toEqual(all.slice(7, 10).map(keyOf))
  })

  each(sortable)('sorting by %s is ordered both ways, stable, with nothing last', async (name, column) => {
    const up = await fetchAll({ sort_by: name })
    const down = await fetchAll({ sort_by: `-${name}` })
    expect(new Set(up.map(keyOf))).toEqual(new Set(all.map(keyOf)))
    const withValue = (rows: Row[]) => rows.filter((row) => row[name] !== null)
    const empty = (rows: Row[]) => rows.filter((row) => row[name] === null)
    expect(up.map(keyOf)).toEqual([...withValue(up), ...empty(up)].map(keyOf))
    expect(down.map(keyOf)).toEqual([...withValue(down), ...empty(down)].map(keyOf))
    expect(withValue(down).map(keyOf)).toEqual(withValue(up).map(keyOf).toReversed())
    expect(
      await outOfOrder(
        column,
        withValue(up).map((row) => row[name]),
      ),
    ).toEqual([])
    expect((await fetchAll({ sort_by: name })).map(keyOf)).toEqual(up.map(keyOf))
  })

  test('sorting by two columns in different directions pages without gaps', async () => {
    const [[one], [two]] = [sortable[1], sortable[2]] as [[string, Column], [string, Column]]
    const rows = await fetchAll({ sort_by: `-${one},${two}`, limit: 7 })
    expect(new Set(rows.map(keyOf)).size).toBe(expected)
  })

  each(filterable)('filters by %s give exactly the rows that they are true of', async (name, column) => {
    for (const { filter, holds } of filtersOf(
      column,
      all.map((row) => row[name]),
    )) {
      const rows = await fetchAll({ [name]: filter })
      const matches = all.filter((row) => row[name] !== null && holds(row[name] as never))
      expect(rows.map(keyOf), `${name}=${filter}`).toEqual(matches.map(keyOf))
      expect((await fetchPage({ [name]: filter })).count).toBe(matches.length)
    }
  })

  each(narrowings)('%s narrows pages, count and export to exactly the rows that it is true of', async (name) => {
    const trials = narrowed[grid.calls.fetch]?.[name] ?? []
    const counts = new Set<number>()
    for (const { filter, holds } of trials) {
      const matches = all.filter(holds)
      expect((await fetchAll({ [name]: filter, limit: 7 })).map(keyOf), `${name}=${filter}`).toEqual(matches.map(keyOf))
      expect((await fetchPage({ [name]: filter })).count).toBe(matches.length)
      expect((await exportOf({ [name]: filter })).rows).toHaveLength(matches.length)
      counts.add(matches.length)
    }
    // Some rows of the seed are found, others are not.
    expect([...counts].filter((n) => n > 0 && n < all.length)).not.toEqual([])
  })

  each(narrowings)('%s narrows and is nothing else: no cell, column, heading, order or cursor', async (name, by) => {
    expect(Object.keys(grid.columns)).not.toContain(name)
    expect(all.filter((row) => name in row)).toEqual([])
    const grammar = { columns: metaOf(grid.columns, ctx), narrowings: narrowingsOf(grid.narrowings, ctx) }
    const state = readState(new URLSearchParams({ columns: name, [name]: 'a' }), grammar)
    expect(state).toMatchObject({ columns: null, filters: { [name]: ['a'] } })
    expect(by.label.every((text) => text.length > 0)).toBe(true)
    const { after_id } = await fetchPage({})
    const invalidQueries = [
      { sort_by: name },
      { sort_by: `-${name}` },
      { [name]: 'a'.repeat(201) },
      { after_id, [name]: '1' },
    ]
    if (by.kind === 'text') invalidQueries.push({ [name]: 'gte:a' })
    for (const query of invalidQueries) await refusal(query).toMatchObject({ kind: { status: 400 } })
  })

  each(Object.entries(grid.switches?.parts ?? {}))(
    'the part %s is what its filters say, on pages, in the count and in the export',
    async (show, { filters }) => {
      const matches = await fetchAll({ ...filters })
      expect((await fetchAll({ show, limit: 7 })).map(keyOf)).toEqual(matches.map(keyOf))
      expect((await fetchPage({ show })).count).toBe(matches.length)
      expect((await exportOf({ show })).rows).toHaveLength(matches.length)
      // With a filter, both conditions apply.
      const [some] = matches.map(keyOf)
      if (some !== undefined && isFilterable(grid.columns[grid.key] as Column))
        expect((await fetchAll({ show, [grid.key]: `exact:${some}` })).map(keyOf)).toEqual([some])
      await refusal({ show: 'nothing' }).toMatchObject({ kind: { status: 400 } })
    },
  )

  test('an empty filter and an empty search leave the list unchanged', async () => {
    const blank = [...filterable, ...narrowings].map(([name]) => [name, ''])
    const { count } = await fetchPage({ search: ' ', ...Object.fromEntries(blank) })
    expect(count).toBe(expected)
  })

  test('T-22: the search requires each word in the searched columns and has no wildcards', async () => {
    const columns = named.filter(([, column]) => column.search).map(([name]) => name)
    const textOf = (row: Row) => columns.map((name) => searchForm(String(row[name] ?? '')))
    // Texts of the first row, one part each in two columns.
    const [first = '', ...others] = all.map(textOf).find((texts) => texts.filter(Boolean).length > 1) ?? []
    const two = `${first.slice(0, 2)}  ${others.at(-1)?.slice(-2) ?? ''}`.replaceAll(/[^a-z\d ]/g, '')
    for (const search of ['ANA', '%', '_', "'", two, 'ana ana', 'ana zzz']) {
      const rows = await fetchAll({ search })
      const words = searchForm(search).trim().split(/\s+/)
      const containsWords = (row: Row) => words.every((word) => textOf(row).some((text) => text.includes(word)))
      // The search may cover more than the list shows: a middle name.
      const hits = all.filter(containsWords).map(keyOf)
      expect(rows.map(keyOf), search).toEqual(grid.searchText ? expect.arrayContaining(hits) : hits)
    }
  })

  test('T-23: the export holds the rows of all pages: numbers, dates and texts, none a formula', async () => {
    const sheet = await exportOf({ export: 'xlsx' })
    const columns = metaOf(grid.columns, ctx)
    expect(sheet.headings).toEqual(columns.map(({ label }) => label))
    expect(['text', 'type 2', 'type 4']).toEqual(expect.arrayContaining(sheet.types))
    const expected = all.map((row) => columns.map((column) => sheetText(column, row[column.name])))
    expect(sheet.rows.map((cells) => cells.map((text) => text.replace(/^'(?=[=+\-@])/, '')))).toEqual(expected)
    expect(sheet.rows.flat().filter((text) => /^[=+\-@]\D/.test(text))).toEqual([])
  })

  test('T-23: a single page exports that page only, and an export applies filters', async () => {
    const page = await fetchPage({ limit: 5, offset: 5 })
    const single = await exportOf({ singlePage: '1', limit: 5, offset: 5 })
    expect(single.rows).toHaveLength(page.rows.length)
    const [[name, column]] = filterable.filter(([, { kind }]) => kind === 'status') as [[string, Column]]
    const id = all.map((row) => row[name]).find((value) => value !== null) as number
    const expected = all.filter((row) => row[name] === id).length
    expect((await exportOf({ [name]: `exact:${id}` })).rows, column.label[0]).toHaveLength(expected)
  })

  test("an export has its headings in the caller's language", async () => {
    const spanish = ctx.as({ locale: 'es-es' })
    const response = (await grid.operations[1].run(spanish, { ...record(ctx), singlePage: '1' })) as BinaryResponse
    const { headings } = await readSheet(response.body)
    expect(headings).toEqual(metaOf(grid.columns, spanish).map(({ label }) => label))
    expect(headings).not.toEqual(metaOf(grid.columns, ctx).map(({ label }) => label))
  })

  async function exportOf(query: Record<string, unknown>) {
    const response = (await grid.operations[1].run(ctx, { ...record(ctx), ...query })) as BinaryResponse
    expect(response.name).toBe(grid.file)
    return readSheet(response.body)
  }

  test('T-22: refuses unknown columns, operators, values, pages and cursors', async () => {
    const [text] = filterable.find(([, { kind }]) => kind === 'text') as [string, Column]
    const [instant] = filterable.find(([, { kind }]) => kind === 'instant') as [string, Column]
    const [status] = filterable.find(([, { kind }]) => kind === 'status') as [string, Column]
    const { after_id } = await fetchPage({})
    const invalidQueries: Record<string, unknown>[] = [
      { password_hash: 'contains:a' },
      { sort_by: 'password_hash' },
      { sort_by: `${text},${text}` },
      { sort_by: '__proto__' },
      { limit: '101' },
      { limit: '0' },
      { offset: '-1' },
      { [text]: 'gte:a' },
      { [instant]: 'gte:13/45/2026' },
      { [instant]: ['gte:03/02/2026', 'lte:03/01/2026'] },
      { [status]: "1' or '1'='1" },
      { after_id: 'AAAA.BBBB' },
      { after_id, sort_by: text },
      { after_id, [text]: 'a' },
      { after_id: `${after_id}x` },
    ]
    for (const query of invalidQueries) await refusal(query).toMatchObject({ kind: { status: 400 } })
    const stranger = staffOf(large.organization_id)
    await expect(fetchPage({ after_id }, stranger)).rejects.toMatchObject({ kind: { status: 400 } })
  })

  test('T-23: list and export return 401 to visitors, 403 to students and staff without the permission', async () => {
    for (const operation of grid.operations) {
      await expect(operation.run(staffOf(small.organization_id, 'nobody'), {})).rejects.toMatchObject({
        kind: { status: 401 },
      })
      await expect(operation.run(staffOf(small.organization_id, 'student'), {})).rejects.toMatchObject({
        kind: { status: 403 },
      })
      await expect(operation.run(staffOf(small.organization_id, 'keyless'), {})).rejects.toMatchObject({
        kind: { status: 403 },
      })
    }
  })

  test('the count of a large tenant is a close estimate', async () => {
    const { count, count_estimated } = await fetchPage({}, staffOf(large.organization_id))
    const rows = isOfTenants ? 1 : large.rows * times
    expect(count_estimated).toBe(!isOfTenants)
    expect(Math.abs(count - rows)).toBeLessThanOrEqual(rows / 5)
  })

  test('the first and the next page read few rows of large tables, for one tenant and for several', async () => {
    const tenants = [[large.organization_id], [small.organization_id], [small.organization_id, large.organization_id]]
    for (const scope of isOfTenants ? [companies] : tenants) {
      const query = readQuery(grid, { limit: 10, offset: 0, ...record(staffOf(scope.at(-1)!)) }, ctx)
      // As the application, behind the policies.
      const read = app.read.within(scope)
      const { cursor } = await readBatch(read, grid, scope, query)
      for (const from of [null, cursor]) {
        const statement = pageStatement(read, grid, scope, query, { columns: grid.columns, limit: 11, cursor: from })
        const [plan] = await read<{
          'QUERY PLAN': [{ Plan: PlanNode }]
        }>`explain (analyze, format json) ${statement}`
        const max = call in readWhole ? 3 * (small.rows + large.rows) : 1000
        expect(maxRows(plan!['QUERY PLAN'][0].Plan)).toBeLessThan(max)
      }
    }
  })

  test('every column has a label in both languages and its declared type', () => {
    for (const [name, column] of named) {
      expect(
        column.label.every((text) => text.length > 0),
        name,
      ).toBe(true)
      for (const row of all)
        expect(responseShape(column).safeParse(row[name]).success, `${name} ${row[name]}`).toBe(true)
    }
  })
})

describe('the count of a list', () => {
  const grid = grids.find(({ calls }) => calls.fetch === 'GET /student/fetch')!
  type Page = { count: number; count_estimated: boolean; after_id: string }
  const fetchFirst = (as: Ctx, query: Record<string, unknown> = {}) =>
    grid.operations[0].run(as, query) as Promise<Page>
  const takeAway = (first: number, step: number) =>
    db.tx(
      (sql) => sql`
      update identity.person set deleted_at = platform.now()
      where user_id > ${first}::int and user_id <= ${first}::int + 20000 and user_id % ${step}::int = 0`,
    )

  test('is fresh on the first page, and the same on the following pages', async () => {
    const ctx = staffOf(small.organization_id)
    const first = await fetchFirst(ctx)
    await takeAway(small.organization_id * 100_000, 10)
    expect((await fetchFirst(ctx, { after_id: first.after_id })).count).toBe(small.rows)
    expect((await fetchFirst(ctx)).count).toBe(small.rows - 13)
  })

  test('is cached as an estimate for half a minute, then renewed', async () => {
    const ctx = staffOf(large.organization_id)
    const first = await fetchFirst(ctx)
    await takeAway(large.organization_id * 100_000, 2)
    expect((await fetchFirst(ctx)).count).toBe(first.count)
    const laterCtx = ctx.as({ now: new Date(ctx.now.getTime() + 31_000) })
    expect(await fetchFirst(laterCtx)).toMatchObject({ count: large.rows / 2, count_estimated: false })
  })
})

test("a student's row shows the newest course's report and counts certificates that are not withdrawn", async () => {
  const grid = grids.find(({ calls }) => calls.fetch === 'GET /student/fetch')!
  const first = small.organization_id * 100_000
  const rowOf = async (n: number) => {
    const row = (await grid.operations[0].run(staffOf(small.organization_id), {
      loginid: `exact:user${first + n}`,
    })) as Row
    return (row.students as Row[])[0]
  }
  const accepted = { report_state: 4, report_agency: 1, report_code: 'CC0', num_certs: 1, certificates_sent: true }
  expect(await rowOf(8)).toMatchObject(accepted)
  expect(grid.columns.report_state?.choices?.[4]).toEqual(['Accepted', 'Aceptado'])
  const nothing = { report_state: null, report_agency: null, num_certs: 0, certificates_sent: false }
  // Every sixth has no course.
  expect(await rowOf(6)).toMatchObject(nothing)
})

/** Neighbors that the database sorts in the opposite order. */
async function outOfOrder(column: Column, values: unknown[]): Promise<unknown[]> {
  const pairs = values.slice(1).map((value, index) => [values[index], value] as [never, never])
  if (column.kind !== 'text') return pairs.filter(([a, b]) => a > b)
  const [a, b] = [pairs.map(([first]) => first), pairs.map(([, second]) => second)]
  return db.read`select a, b from unnest(${db.read.array(a)}::text[], ${db.read.array(b)}::text[]) t (a, b) where lower(a) > lower(b)`
}

type Trial = { filter: string | string[]; holds: (value: never) => boolean }

/** Filters of a column made from its values, each with a check for the resulting rows. */
function filtersOf({ kind }: Column, values: unknown[]): Trial[] {
  const filled = values.filter((value) => value !== null && value !== '')
  const value = filled[Math.floor(filled.length / 2)]
  expect(value).toBeDefined()
  if (kind === 'text') return textTrials([...new Set(filled.map(String))].slice(0, 8))
  if (kind === 'instant') return dateTrials(legalDay(String(value)))
  if (kind === 'date') return dateTrials(String(value))
  if (kind === 'flag')
    return [
      { filter: '1', holds: (cell) => cell === true },
      { filter: 'exact:0', holds: (cell) => cell === false },
    ]
  const exact: Trial[] = [
    { filter: String(value), holds: (cell) => cell === value },
    { filter: [`exact:${value}`, `exact:${filled[0]}`], holds: (cell) => cell === value || cell === filled[0] },
  ]
  if (kind === 'status') return exact
  return [
    ...exact,
    { filter: `gte:${value}`, holds: (cell: number) => cell >= (value as number) },
    { filter: `lte:${value}`, holds: (cell: number) => cell <= (value as number) },
  ]
}

const textTrials = (texts: string[]): Trial[] =>
  texts.flatMap((text) => {
    const lower = text.toLowerCase()
    const middle = lower.slice(Math.floor(lower.length / 3), Math.ceil((lower.length * 2) / 3)).trim()
    const inside = middle === '' ? lower : middle
    return [
      { filter: `contains:${inside}`, holds: (cell: string) => cell.toLowerCase().includes(inside) },
      {
        filter: `start:${text.slice(0, 2)}`,
        holds: (cell: string) => cell.toLowerCase().startsWith(lower.slice(0, 2).trim()),
      },
      { filter: `exact:${text}`, holds: (cell: string) => cell.toLowerCase() === lower },
    ]
  })

const american = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

const dateTrials = (day: string): Trial[] => [
  { filter: `gte:${american(day)}`, holds: (cell: string) => legalDay(cell) >= day },
  { filter: [`gte:${day}`, `lte:${american(day)}`], holds: (cell: string) => legalDay(cell) === day },
  { filter: day, holds: (cell: string) => legalDay(cell) === day },
]

/** A response's value as `readSheet` reads its cell: money and numbers as numbers, dates in the tenant's time zone. */
function sheetText(column: Parameters<typeof cellText>[0], value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (column.kind === 'money' || column.kind === 'number') return String(Number(value))
  if (column.kind === 'date') return `${value}T00:00:00`
  if (column.kind !== 'instant') return cellText(column, value, 'en-us')
  if (!column.precise) return `${legalDay(String(value))}T00:00:00`
  const second = new Date(Math.round(Date.parse(String(value)) / 1000) * 1000)
  return second.toLocaleString('sv-SE', { timeZone: defaultZone }).replace(' ', 'T')
}
