import { expect, test } from 'vitest'
import type { ColumnMeta } from './cell.shared.ts'
import { hrefOf, nextPage, overrides, readState, sortBy, splitParams, viewQueryOf } from './grid-state.shared.ts'
import { openState } from './saved-view.ts'

const column = (name: string, kind: ColumnMeta['kind'], isShown = true): ColumnMeta => ({
  name,
  kind,
  label: name,
  sort: true,
  filter: true,
  shown: isShown,
  choices: [],
  remark: null,
  continues: null,
  link: null,
  copies: null,
  precise: false,
  phone: false,
})
const grid = {
  columns: [column('name', 'text'), column('born', 'date'), column('sum', 'money', false)],
  narrowings: [],
}
const read = (query: string) => readState(new URLSearchParams(query), grid)
const place = { path: '/list', prefix: '', rest: '' }

test.each([
  ['name=ana', ['ana']],
  ['name.op=start&name=Ana', ['start:Ana']],
  ['name.op=exact&name=exact:ly', ['exact:exact:ly']],
  ['name.op=start&name=', undefined],
])('the filter form of a text is parsed with its operator: %s', (query, texts) => {
  expect(read(query).filters.name).toEqual(texts)
})

test.each([
  ['born.from=2026-01-02&born.to=2026-02-01', ['gte:2026-01-02', 'lte:2026-02-01']],
  ['born.op=between&born.from=2026-01-02&born.to=&born.days=7', ['gte:2026-01-02']],
  ['born.op=exact&born.from=2026-01-02&born.to=2026-02-01', ['exact:2026-01-02']],
  ['born.op=before&born.from=2026-01-02&born.days=7', ['before:2026-01-02']],
  ['born.op=after&born.from=2026-01-02', ['after:2026-01-02']],
  ['born.op=last&born.from=2026-01-02&born.days=7', ['last:7']],
  ['born.op=last&born.days=', undefined],
  ['born.op=after&born.from=', undefined],
])('the filter form of a date is parsed with its operator: %s', (query, texts) => {
  expect(read(query).filters.born).toEqual(texts)
})

test.each([
  ['sum.op=exact&sum.from=19.95&sum.to=', ['exact:19.95']],
  ['sum.op=gte&sum.from=10&sum.to=20', ['gte:10']],
  ['sum.op=lte&sum.from=10', ['lte:10']],
  ['sum.op=between&sum.from=10&sum.to=20', ['gte:10', 'lte:20']],
  ['sum.op=between&sum.from=&sum.to=20', ['lte:20']],
  ['sum.op=gte&sum.from=', undefined],
])('the filter form of a number is parsed with its operator: %s', (query, texts) => {
  expect(read(query).filters.sum).toEqual(texts)
})

const parted = {
  ...grid,
  switches: [
    { name: 'open', label: 'Open', whole: false },
    { name: 'all', label: 'All', whole: true },
  ],
}

test('a list opens with its first tab, or unrestricted if the address has filters', () => {
  const show = (query: string) => readState(new URLSearchParams(query), parted).show
  expect(['', 'show=all', 'show=nothing', 'name=a', 'name=a&show=open', 'offset=10', 'student=new'].map(show)).toEqual([
    'open',
    'all',
    'all',
    'all',
    'open',
    'open',
    'open',
  ])
  expect(read('show=all').show).toBe('')
  const state = readState(new URLSearchParams('show=all&name=b'), parted)
  expect(hrefOf(place, state)).toBe('/list?show=all&name=b')
  expect(viewQueryOf(state)).toBe('show=all&name=b')
})

test('sorts by up to three columns, each once', () => {
  expect(read('sort=name&sort.way=-&sort=&sort.way=&sort=born&sort.way=').sort_by).toBe('-name,born')
  expect(read('sort=name&sort.way=&sort=name&sort.way=-&sort=born&sort.way=-').sort_by).toBe('name,-born')
  expect(read('sort=&sort.way=-&sort_by=born').sort_by).toBe('')
  expect(read('sort_by=-born,name').sort_by).toBe('-born,name')
})

test('chosen columns keep their order; the default columns in default order are not stored', () => {
  expect(read('columns=born,name').columns).toEqual(['born', 'name'])
  expect(read('columns=name&columns=born').columns).toBeNull()
  expect(read('columns=sum,nothing,sum').columns).toEqual(['sum'])
})

const preferences = {
  opens: 7,
  views: [
    {
      grid_view_id: 7,
      name: 'Mine',
      query: 'name=start%3AA&sort_by=-born',
      shared: false,
      changeable: true,
      organization_default: false,
    },
  ],
}
const open = (query: string, from = preferences) => openState(new URLSearchParams(query), grid, from)

test('the default view opens unless the address has parameters', () => {
  expect(open('').state).toMatchObject({ view: 7, filters: { name: ['start:A'] }, sort_by: '-born', edited: false })
  expect(open('student=new').state.view).toBe(7)
  expect(open('view=0').state).toMatchObject({ view: 0, filters: {} })
  expect(open('name=b').state).toMatchObject({ view: 0, filters: { name: ['b'] } })
  expect(open('born.op=last&born.days=7').state).toMatchObject({ view: 0, filters: { born: ['last:7'] } })
  expect(open('', { ...preferences, opens: 0 }).state.view).toBeNull()
})

test('a view stays named during paging, sorting and filtering, and is shown as changed', () => {
  const { state } = open('view=7')
  expect(hrefOf(place, nextPage({ state, rows: [1, 2], after_id: 'c' })!)).toBe(
    '/list?name=start%3AA&sort_by=-born&after_id=c&offset=2&view=7',
  )
  const sorted = sortBy(state, 'name', 'name')
  expect(hrefOf(place, sorted)).toBe('/list?name=start%3AA&sort_by=name&view=7&edited=1')
  expect(open('name=start%3AA&sort_by=name&view=7&edited=1').state).toMatchObject({ sort_by: 'name', edited: true })
  // A view whose filters were all removed is still changed.
  expect(open('view=7&edited=1').state).toMatchObject({ filters: {}, edited: true })
  expect(viewQueryOf(sorted)).toBe('name=start%3AA&sort_by=name')
  expect(open('view=8')).toMatchObject({ gone: true, state: { view: 0, filters: {} } })
})

test('grids of one page have separate address parameters, and do not affect each other', () => {
  const params = new URLSearchParams('orders.search=a&orders.offset=10&keys.search=b&tab=sales')
  const { own, rest } = splitParams(params, 'orders.')
  expect(readState(own, grid)).toMatchObject({ search: 'a', offset: 10 })
  const address = hrefOf(
    { path: '/list', prefix: 'orders.', rest },
    { ...readState(own, grid), search: 'c', offset: 0 },
  )
  expect(address).toBe('/list?keys.search=b&tab=sales&orders.search=c')
  expect(overrides(splitParams(params, 'keys.').own, grid)).toBe(true)
  expect(overrides(splitParams(params, 'more.').own, grid)).toBe(false)
})
