// @vitest-environment happy-dom
import { act } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { network } from '#platform/testing/page-network.ts'
import { boot } from '#platform/ui/boot.client.ts'
import { island, PlaceContext } from '#platform/ui/island.tsx'
import { loadFrom } from '#platform/ui/islands-in-development.ts'
import { forgetPage, shared } from '#platform/ui/shared.tsx'
import { newPlacing } from '#platform/web/place.ts'
import type { ColumnMeta } from './cell.shared.ts'
import GridIsland from './grid.island.tsx'
import { useRefreshGrid } from './grid-changes.shared.ts'
import type { GridData } from './grid-data.ts'
import { useSelection } from './grid-selection.shared.ts'
import { cardColumns } from './grid-table.tsx'

const sent: { method: string; url: string; body: string }[] = []
let respond: () => Promise<Response>
let doInBulk: (ids: number[]) => object

network.fetch = async (request) => {
  const body = await request.text()
  sent.push({ method: request.method, url: request.url, body })
  return request.url.endsWith('/bulk') ? json(doInBulk(JSON.parse(body).ids)) : respond()
}

const column = (name: string, more: Partial<ColumnMeta> = {}): ColumnMeta => ({
  name,
  kind: 'text',
  label: name.toUpperCase(),
  sort: true,
  filter: true,
  shown: true,
  choices: [],
  remark: null,
  continues: null,
  link: null,
  copies: null,
  precise: false,
  phone: false,
  ...more,
})

const active = [
  { id: 1, word: 'Active', english: 'Active', tone: null, icon: null },
  { id: 2, word: 'Disabled', english: 'Disabled', tone: null, icon: { icon: 'alert', tone: 'red' as const } },
]
const person = (id: number, status = 1) => ({ id, name: `Person ${id}`, born: '1990-02-03', status })

const data: GridData = {
  title: 'People',
  empty: 'No people found.',
  path: '/manage/people',
  prefix: '',
  rest: '',
  grid: 'person/fetch',
  fetch: '/person/fetch',
  export: '/person/export',
  export_label: 'Export To Excel',
  file: 'PersonData.xlsx',
  rows_name: 'people',
  of: {},
  key: 'id',
  order: '-born',
  columns: [column('name'), column('born', { kind: 'date' }), column('status', { kind: 'status', choices: active })],
  narrowings: [],
  switches: [],
  switches_label: '',
  links: [],
  actions: [
    {
      name: 'disable',
      label: 'Disable',
      call: 'PUT /person/disable',
      takes_list: false,
      takes_key: 'person_id',
      when: { status: [1] },
      danger: false,
      in_query: false,
      confirm: null,
      reason: null,
      undo: null,
      why: null,
      not_own: null,
      chosen_only: false,
    },
  ],
  state: {
    limit: 10,
    offset: 0,
    after_id: '',
    sort_by: '',
    search: '',
    show: '',
    filters: {},
    columns: null,
    view: null,
    edited: false,
  },
  rows: [person(1), person(2), person(3, 2)],
  count: 23,
  count_estimated: false,
  after_id: 'cursor-1',
  problem: null,
  bulk: '/person/bulk',
  matching: '/person/bulk/all',
  running: null,
  viewer: 1,
  asked: null,
  undoable: null,
  views: [],
  shares: false,
  missing: [],
  view_gone: false,
  widths: {},
}

const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const page = (...people: object[]) =>
  json({ error: false, people, count: people.length, count_estimated: false, after_id: null })

/** Another island of the page that reads the list's selection and changes its rows. */
const Neighbor = island('web/beside', { when: 'load', shares: shared() }, () => {
  const { selected } = useSelection(data)
  const refresh = useRefreshGrid()
  return (
    <button type="button" id="beside" onClick={refresh}>
      {[...selected].join()}
    </button>
  )
})
const neighbor = () => document.getElementById('beside')!

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.documentElement.lang = 'en-us'
  boot(
    loadFrom({
      '/platform/grid/grid.island.tsx': async () => ({ default: GridIsland }),
      '/web/beside.island.tsx': async () => ({ default: Neighbor }),
    }),
  )
})
beforeEach(() => {
  sent.length = 0
  respond = async () => page(person(9))
  doInBulk = (ids) => ({ done: ids, refused: [], message: 'Done.' })
  history.replaceState(null, '', '/manage/people')
})
afterEach(async () => {
  vi.useRealTimers()
  await act(async () => {
    document.body.innerHTML = ''
  })
  forgetPage()
})

const settle = () => act(async () => new Promise((done) => setTimeout(done, 20)))

async function open(change: Partial<GridData> = {}) {
  const { place } = newPlacing({ locale: 'en-us' })
  const html = renderToString(
    <PlaceContext value={place}>
      <GridIsland data={{ ...data, ...change }} />
      <Neighbor />
    </PlaceContext>,
  )
  await act(async () => {
    document.body.innerHTML = `<div id="toasts"></div>${html}`
  })
  await settle()
  expect(document.querySelector('[data-ready]')).not.toBeNull()
  return html
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
const rowTexts = () => all('tbody tr').map((row) => row.textContent)
async function click(element: HTMLElement | undefined | null) {
  await act(async () => element?.click())
  await settle()
}
const link = (name: string) => all('a').find((a) => a.textContent?.includes(name))

test('the server renders the whole table: rows, sort links, chips, status labels and row range', async () => {
  const html = await open({ state: { ...data.state, filters: { born: ['gte:01/02/1990'] } } })
  expect(html).toContain('href="/manage/people?born=gte%3A01%2F02%2F1990&amp;sort_by=name"')
  expect(html).toContain('02/03/1990')
  expect(html).toContain('Disabled')
  expect(html).toContain('BORN from 01/02/1990')
  expect(html.replaceAll('<!-- -->', '')).toContain('1–3 of 23')
})

test('a filter without a column has a field and a chip, and is kept on sorting', async () => {
  const narrowings = [{ name: 'course', kind: 'text' as const, label: 'COURSE', choices: [] }]
  await open({ narrowings, state: { ...data.state, filters: { course: ['contains:night'] } } })
  expect(document.querySelector<HTMLInputElement>('#grid-filters [name=course]')?.value).toBe('night')
  const columns = all('#grid-columns [name=columns]').map((box) => (box as HTMLInputElement).value)
  expect(columns).toEqual(['name', 'born', 'status'])
  expect(all('thead th').map((cell) => cell.textContent)).not.toContain('COURSE')
  expect(link('COURSE contains night')?.getAttribute('href')).toBe('/manage/people')
  await click(link('NAME'))
  expect(sent[0]?.url).toContain('/api/person/fetch?course=contains%3Anight&sort_by=name')
})

test('sorting and paging fetch without a reload and update the address', async () => {
  await open()
  await click(link('NAME'))
  expect(sent[0]?.url).toContain('/api/person/fetch?sort_by=name')
  expect(location.search).toBe('?sort_by=name')
  expect(rowTexts()[0]).toContain('Person 9')
  expect(rowTexts()).toHaveLength(1)
})

test('requests the next page by its cursor', async () => {
  await open()
  await click(link('Next'))
  expect(sent[0]?.url).toContain('after_id=cursor-1')
  expect(location.search).toBe('?after_id=cursor-1&offset=3')
})

test('ignores a second fetch while one is running', async () => {
  await open()
  let finish = () => {}
  respond = () => new Promise((done) => (finish = () => done(page(person(8)))))
  await click(link('NAME'))
  await click(link('BORN'))
  expect(sent).toHaveLength(1)
  expect(document.getElementById('toasts')?.textContent).toContain('Currently Fetching')
  finish()
  await settle()
  expect(rowTexts()[0]).toContain('Person 8')
})

test('a refused query shows the reason and a retry, and keeps the rows', async () => {
  await open()
  respond = async () =>
    json(
      {
        error: true,
        code: 'INVALID',
        message: 'Please, correct all errors.',
        issues: [{ path: 'x', message: 'No such column' }],
      },
      400,
    )
  await click(link('NAME'))
  expect(document.querySelector('[role=alert]')?.textContent).toContain('No such column')
  expect(rowTexts()).toHaveLength(3)
  respond = async () => page(person(7))
  await click(all('button').find((button) => button.textContent === 'Try again'))
  expect(document.querySelector('[role=alert]')).toBeNull()
  expect(rowTexts()[0]).toContain('Person 7')
})

test('an empty result offers the list without filters', async () => {
  await open({ state: { ...data.state, search: 'x' } })
  respond = async () => page()
  await click(link('NAME'))
  expect(document.body.textContent).toContain('No results match your search and filters.')
  expect(link('Clear filters')?.getAttribute('href')).toBe('/manage/people')
})

test('an empty list without filters states what it will contain', async () => {
  await open({ rows: [], count: 0, empty: 'No people yet. Add one.' })
  expect(all('p').map((part) => part.textContent)).toContain('No people yet.')
  expect(document.body.textContent).toContain('Add one.')
  expect(document.body.textContent).not.toContain('No results match')
})

test('arrow keys move between rows, Space selects and Enter opens the actions', async () => {
  await open()
  const [first, second] = all('tbody tr') as [HTMLElement, HTMLElement]
  first.focus()
  const press = (on: HTMLElement, key: string) =>
    act(async () => void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
  await press(first, 'ArrowDown')
  expect(document.activeElement).toBe(second)
  await press(second, ' ')
  expect(second.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked).toBe(true)
  expect(document.body.textContent).toContain('1 selected')
  const opened = vi.fn()
  second.querySelector('button[popovertarget]')?.addEventListener('click', opened)
  await press(second, 'Enter')
  expect(opened).toHaveBeenCalledOnce()
  const entries = [...second.querySelectorAll<HTMLElement>('[popover] :is(a, button)')]
  expect(document.activeElement).toBe(entries[0])
  await press(entries[0]!, 'ArrowUp')
  expect(document.activeElement).toBe(entries.at(-1))
  await press(entries.at(-1)!, 'ArrowDown')
  expect(document.activeElement).toBe(entries[0])
})

test('a click in a row opens its record, but not on a control', async () => {
  await open({ links: [{ label: 'View', opens: '/manage/person/{key}', when: {}, why: null }] })
  const [row] = all('tbody tr') as [HTMLElement]
  const followed = vi.fn((event: Event) => event.preventDefault())
  row.querySelector('[popover] a')?.addEventListener('click', followed)
  await click(row.querySelector<HTMLElement>('input[type=checkbox]'))
  await click(row.querySelector<HTMLElement>('button[popovertarget]'))
  expect(followed).not.toHaveBeenCalled()
  await click(row.querySelectorAll('td')[1])
  expect(followed).toHaveBeenCalledOnce()
})

test('an action is offered for eligible rows only, and a bulk action omits the others', async () => {
  await open()
  expect(all('tbody button[name=action]').map((button) => (button as HTMLButtonElement).value)).toEqual([
    'disable:1',
    'disable:2',
  ])
  await click(document.querySelector<HTMLElement>('thead input[type=checkbox]'))
  await click(all('button[name=action]').find((button) => (button as HTMLButtonElement).value === 'disable'))
  const calls = sent.filter(({ method }) => method === 'POST')
  expect(calls.map(({ body }) => body)).toEqual(['{"action":"disable","ids":[1,2]}'])
  expect(sent.at(-1)?.url).toContain('/person/fetch')
})

test('other islands of the page see the selection, and reloading the rows clears it there, too', async () => {
  await open()
  for (const box of all('tbody input[type=checkbox]').slice(0, 2)) await click(box)
  expect(neighbor().textContent).toBe('1,2')
  respond = async () => page(person(1), person(2))
  await click(neighbor())
  expect(sent.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([['GET', '/api/person/fetch']])
  expect([neighbor().textContent, all('tbody input:checked').length]).toEqual(['', 0])
})

test('a refused call keeps the rows unchanged and clears the selection everywhere', async () => {
  await open()
  await click(all('tbody input[type=checkbox]')[0])
  expect(neighbor().textContent).toBe('1')
  respond = async () => json({ error: true, code: 'FORBIDDEN', message: 'You cannot do this.' }, 403)
  await click(all('[data-bulk] button').find(({ textContent }) => textContent?.includes('Disable')))
  expect([neighbor().textContent, rowTexts().length]).toEqual(['', 3])
  expect(document.body.textContent).toContain('You cannot do this.')
})

test('the bulk bar offers the actions that fit a selected row', async () => {
  await open()
  const disableButtons = () =>
    all('button[name=action]').filter((button) => (button as HTMLButtonElement).value === 'disable')
  const [, , disabled] = all('tbody input[name=row]')
  await click(disabled as HTMLElement)
  expect(disableButtons()).toHaveLength(0)
  await click(all('tbody input[name=row]')[0] as HTMLElement)
  expect(disableButtons()).toHaveLength(1)
})

const press = (key: string, on: Element = document.activeElement ?? document.body) =>
  act(async () => void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
const focusedRow = () => document.activeElement?.closest('tr')?.textContent ?? ''

test('j and k move between rows, x selects, Escape clears, / searches; typing in fields is unaffected', async () => {
  await open()
  await press('j')
  await press('j')
  expect(focusedRow()).toContain('Person 2')
  await press('k')
  expect(focusedRow()).toContain('Person 1')
  await press('x')
  expect(document.body.textContent).toContain('1 selected')
  await press('Escape')
  expect(all('tbody input:checked')).toEqual([])
  await press('/')
  expect((document.activeElement as HTMLInputElement).name).toBe('search')
  await press('j')
  expect((document.activeElement as HTMLInputElement).name).toBe('search')
})

const panel = () => document.querySelector('aside')
test('the quick view shows a whole row, continues on the next page and restores the focus', async () => {
  await open({ columns: [...data.columns.slice(0, 2), column('email', { shown: false })] })
  await press('j')
  await press('o')
  expect(panel()?.textContent).toContain('EMAIL')
  expect(document.activeElement?.textContent).toBe('Person 1')
  await press('j')
  await press('j')
  expect(panel()?.querySelector('h2')?.textContent).toBe('Person 3')
  respond = async () => page(person(4), person(5))
  await press('j')
  await settle()
  expect(sent.at(-1)?.url).toContain('after_id=cursor-1')
  expect(panel()?.querySelector('h2')?.textContent).toBe('Person 4')
  await press('Escape')
  expect(panel()).toBeNull()
  expect(focusedRow()).toContain('Person 4')
})

test('a disabled action explains why, in the menu and in the quick view', async () => {
  const [disable] = data.actions
  await open({ actions: [{ ...disable!, why: 'This account is disabled already.' }] })
  all('tbody tr')[2]?.focus()
  expect(all('tbody tr')[2]?.textContent).toContain('This account is disabled already.')
  await press('o')
  expect(panel()?.textContent).toContain('This account is disabled already.')
  expect(panel()?.querySelector<HTMLButtonElement>('button[name=action]')?.disabled).toBe(true)
  await press('Escape')
  for (const box of all('tbody input[name=row]')) await click(box)
  expect(
    all('button[name=action]').find((button) => (button as HTMLButtonElement).value === 'disable')?.textContent,
  ).toBe('Disable (2 of 3)')
})

test('columns appear in the chosen order, which is stored for the person', async () => {
  await open()
  await click(document.querySelector<HTMLElement>('[aria-label="Move STATUS up"]'))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move STATUS up')
  respond = async () => page(person(1))
  await click(all('#grid-columns button[type=submit]')[0])
  expect(
    all('thead th')
      .map((cell) => cell.textContent)
      .join(),
  ).toMatch(/NAME.*STATUS.*BORN/)
  const request = sent.find(({ method }) => method === 'PUT')
  expect(request?.url).toContain('/api/grid/layout')
  expect(JSON.parse(request!.body)).toEqual({ grid: 'person/fetch', columns: ['name', 'status', 'born'] })
})

test('arrow keys on the edge of a heading change its width, and Home restores it', async () => {
  await open({ widths: { name: 5 } })
  const edge = () => document.querySelector<HTMLElement>('[data-width=name]')!
  expect(edge().getAttribute('aria-valuenow')).toBe('5')
  await press('ArrowRight', edge())
  await press('ArrowRight', edge())
  expect(edge().getAttribute('aria-valuenow')).toBe('7')
  expect(all('tbody td')[1]?.innerHTML).toContain('truncate')
  await press('Home', edge())
  await act(() =>
    vi.waitFor(() => expect(sent.map(({ body }) => body)).toEqual(['{"grid":"person/fetch","widths":{}}']), 5_000),
  )
  expect(all('tbody td')[1]?.innerHTML).not.toContain('truncate')
})

const views = [
  { id: 7, name: 'Born early', shared: true, changeable: true, opens: true },
  { id: 8, name: 'Others', shared: false, changeable: true, opens: false },
]
test('saved views are links of the page, and the current list can be saved as one', async () => {
  const state = { ...data.state, filters: { born: ['last:7'] }, view: 7 }
  await open({ views, shares: true, state })
  expect(location.search).toBe('?born=last%3A7&view=7')
  const links = all('#grid-views a').map((a) => [a.textContent, a.getAttribute('href')])
  expect(links.slice(0, 3)).toEqual([
    ['All', '/manage/people?view=0'],
    ['Born earlyShared, Default', '/manage/people?view=7'],
    ['Others', '/manage/people?view=8'],
  ])
  expect(document.body.textContent).toContain('BORN in the last 7 days')
  await click(link('NAME'))
  expect(location.search).toBe('?born=last%3A7&sort_by=name&view=7&edited=1')
  expect(document.body.textContent).toContain('Born early(changed)')
  const form = document.querySelector<HTMLFormElement>('#grid-views form')!
  expect(Object.fromEntries(new FormData(form) as never)).toMatchObject({
    grid: 'person/fetch',
    query: 'born=last%3A7&sort_by=name',
    back: '/manage/people',
  })
  expect(all('#grid-views form button').map((button) => (button as HTMLButtonElement).value)).toEqual([
    'add',
    'change:7',
  ])
})

test('a view with unavailable parts says so', async () => {
  await open({ views, missing: ['shoe_size'], state: { ...data.state, view: 7 } })
  expect(document.body.textContent).toContain('Some columns or filters of Born early no longer exist')
  expect(document.body.textContent).toContain('shoe_size')
})

test('the search waits until typing pauses', async () => {
  await open()
  const field = document.querySelector<HTMLInputElement>('input[name=search]')!
  for (const value of ['a', 'an', 'ana']) {
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  await act(() => vi.waitFor(() => expect(sent).toHaveLength(1)))
  expect(sent[0]?.url).toContain('search=ana')
  await settle()
})

test('an action on all matching rows is confirmed, started by one call, and shown until it is done', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open({ state: { ...data.state, search: 'per', limit: 25, offset: 25, after_id: 'c' } })
  await click(all('tbody input[type=checkbox]')[0])
  const box = document.querySelector<HTMLInputElement>('input[name=matching]')
  expect(box?.closest('label')?.textContent).toContain('All 23 that match')
  await click(box)
  await click(all('button[value=disable]')[0])
  expect(sent).toEqual([])
  const asking = all('dialog').find((dialog) => dialog.textContent?.includes('Disable'))
  expect(asking?.textContent).toContain('your search and filters: 23.')
  let task = { state: 'running', rows_done: 11, summary: null as string | null }
  respond = async () => json({ error: false, task_id: 7, rows: 23, message: 'Begun' })
  await click([...asking!.querySelectorAll('button')].find((button) => button.textContent === 'Disable'))
  expect(sent.map(({ method, url, body }) => [method, new URL(url).pathname, body])).toEqual([
    ['POST', '/api/person/bulk/all', JSON.stringify({ action: 'disable', query: 'search=per', rows: 23 })],
  ])
  expect(document.querySelector('progress')).not.toBeNull()
  respond = async () => json({ error: false, task })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(sent.at(-1)?.url).toContain('/api/user/task/7')
  expect(document.body.textContent).toContain('11 of 23')
  task = { state: 'done', rows_done: 23, summary: 'Done: 23 of 23.' }
  respond = async () => (sent.at(-1)?.url.includes('task') ? json({ error: false, task }) : page(person(9)))
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await act(() => vi.advanceTimersByTimeAsync(50))
  expect(document.getElementById('toasts')?.textContent).toContain('Done: 23 of 23.')
  expect(document.querySelector('progress')).toBeNull()
  expect(rowTexts()[0]).toContain('Person 9')
})

test('a finished action on all matching rows offers Undo, which runs as a task of its own', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open({ running: { task_id: 7, title: 'Disable: People', rows_done: 0, rows_total: 23 } })
  const until = '2026-12-06T12:00:00.000Z'
  let task = { state: 'done', rows_done: 23, summary: 'Done: 23 of 23.', undo_until: until as string | null }
  respond = async () => (sent.at(-1)?.url.includes('task') ? json({ error: false, task }) : page(person(9)))
  await act(() => vi.advanceTimersByTimeAsync(1_050))
  const buttons = () => [...document.querySelectorAll<HTMLElement>('#toasts button')].map((button) => button)
  respond = async () => json({ error: false, task_id: 8, rows: 23, message: 'Begun' })
  await click(buttons().find((button) => button.textContent === 'Undo'))
  expect(sent.at(-1)).toMatchObject({ method: 'POST', body: JSON.stringify({ task_id: 7 }) })
  expect(sent.at(-1)?.url).toContain('/api/user/task/undo')
  expect(document.body.textContent).toContain('0 of 23')
  task = { ...task, summary: 'Undone: 23 of 23.', undo_until: null }
  respond = async () => (sent.at(-1)?.url.includes('task') ? json({ error: false, task }) : page(person(9)))
  await act(() => vi.advanceTimersByTimeAsync(1_050))
  expect(document.getElementById('toasts')?.textContent).toContain('Undone: 23 of 23.')
  expect(document.querySelector('progress')).toBeNull()
})

test('an action limited to selected rows is not offered for all, and a single page offers only the rows that it shows', async () => {
  const [disable] = data.actions
  await open({ actions: [disable!, { ...disable!, name: 'send', label: 'Send', chosen_only: true }] })
  await click(all('tbody input[type=checkbox]')[0])
  const offered = () =>
    all('form button[name=action]')
      .filter(({ closest }) => closest)
      .map((button) => button.getAttribute('value'))
  expect(offered()).toContain('send')
  await click(document.querySelector<HTMLElement>('input[name=matching]'))
  expect(offered()).not.toContain('send')
  document.body.innerHTML = ''
  await open({ count: 3, after_id: null })
  await click(all('tbody input[type=checkbox]')[0])
  expect(document.querySelector('input[name=matching]')).toBeNull()
})

const parts = [
  { name: 'open', label: 'Open ones', whole: false },
  { name: 'all', label: 'Everything', whole: true },
]

test('the tabs of a list keep the search, and an empty tab offers the whole list', async () => {
  const state = { ...data.state, show: 'open' }
  await open({ switches: parts, switches_label: 'Parts', state, rows: [], count: 0, after_id: null })
  expect(document.body.textContent).toContain('There is nothing in “Open ones”.')
  expect(document.querySelector('nav[aria-label=Parts] a[aria-current]')?.textContent).toBe('Open ones')
  await click(link('Show the whole list'))
  expect(sent[0]?.url).toContain('/api/person/fetch?show=all')
  expect(location.search).toBe('?show=all')
  expect(document.querySelector<HTMLInputElement>('search input[name=show]')?.value).toBe('all')
})

const headings = () => all('thead th [data-width]').map((handle) => handle.dataset.width)
const keptColumns = () => sent.filter(({ url }) => url.includes('/grid/layout')).map(({ body }) => JSON.parse(body))

test('dragging a heading onto another one moves it there, and stores the order once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open()
  const [name, , status] = all('thead th[draggable]')
  const carried = { clearData: () => {}, setData: () => {}, effectAllowed: '', dropEffect: '' }
  const fire = (kind: string, on: HTMLElement | undefined) =>
    act(async () => {
      const event = new Event(kind, { bubbles: true, cancelable: true })
      on?.dispatchEvent(Object.assign(event, { dataTransfer: carried }))
    })
  // Drops from other elements are ignored.
  await fire('drop', name)
  expect(headings()).toEqual(['name', 'born', 'status'])
  await fire('dragstart', status)
  await fire('dragover', name)
  await fire('drop', name)
  expect(headings()).toEqual(['status', 'name', 'born'])
  expect(location.search).toBe('?columns=status%2Cname%2Cborn')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(keptColumns()).toEqual([{ grid: 'person/fetch', columns: ['status', 'name', 'born'] }])
})

test('Shift with an arrow moves a column, announces its position and keeps the focus', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open()
  const handle = () => document.querySelector<HTMLElement>('[data-width=name]')
  const press = (key: string) =>
    act(async () => handle()?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true })))
  handle()?.focus()
  await press('ArrowRight')
  await press('ArrowRight')
  await press('ArrowRight')
  expect(headings()).toEqual(['born', 'status', 'name'])
  expect(document.activeElement).toBe(handle())
  expect(document.body.textContent).toContain('NAME: column 3 of 3')
  await press('ArrowLeft')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(keptColumns()).toEqual([{ grid: 'person/fetch', columns: ['born', 'name', 'status'] }])
})

test("a row's menu explains unavailable actions", async () => {
  const links = [{ label: 'Refund', opens: '/manage/person/{key}', when: { status: [1] }, why: 'Nothing was paid.' }]
  await open({ links })
  const entry = all('tbody tr')[2]?.querySelector<HTMLButtonElement>('[popover] button:disabled')
  expect(entry?.textContent).toBe('RefundNothing was paid.')
  expect(all('tbody tr')[0]?.querySelector('[popover] a')?.textContent).toBe('Refund')
})

test('b moves the focus from the rows to the bulk actions', async () => {
  await open()
  const press = (key: string) =>
    act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  all('tbody tr')[0]?.focus()
  await press('b')
  expect(document.activeElement?.tagName).toBe('TR')
  await press('x')
  await settle()
  await press('b')
  expect(document.activeElement?.getAttribute('name')).toBe('matching')
})

test('selected rows stay selected across pages and share one action', async () => {
  await open()
  await click(all('tbody input[type=checkbox]')[0])
  respond = async () => page(person(9))
  await click(link('Next'))
  expect([neighbor().textContent, all('tbody input:checked').length]).toEqual(['1', 0])
  await click(document.querySelector<HTMLElement>('thead input[type=checkbox]'))
  expect(neighbor().textContent).toBe('1,9')
  expect(document.querySelector('[data-bulk]')?.textContent).toContain('2 selected (1 on other pages)')
  await click(document.querySelector<HTMLElement>('thead input[type=checkbox]'))
  expect(neighbor().textContent).toBe('1')
  await click(all('tbody input[type=checkbox]')[0])
  await click(all('[data-bulk] button').find(({ textContent }) => textContent?.includes('Disable')))
  const calls = sent.filter(({ method }) => method === 'POST')
  expect(calls.map(({ body }) => body)).toEqual(['{"action":"disable","ids":[1,9]}'])
  expect(neighbor().textContent).toBe('')
  await click(all('tbody input[type=checkbox]')[0])
  await click(all('[data-bulk] button').find(({ textContent }) => textContent === 'Clear selection'))
  expect([neighbor().textContent, all('tbody input:checked').length]).toEqual(['', 0])
})

test('a new filter clears the selection, because the list then shows other rows', async () => {
  await open({ state: { ...data.state, filters: { name: ['contains:p'] } } })
  await click(all('tbody input[type=checkbox]')[0])
  await click(link('NAME contains p'))
  expect(sent.at(-1)?.url).not.toContain('contains')
  expect(neighbor().textContent).toBe('')
})

test('more than a hundred selected rows are sent in parts of a hundred', async () => {
  const rows = Array.from({ length: 100 }, (_, at) => person(at + 1))
  await open({ rows, count: 230, bulk: '/person/bulk' })
  const tickAll = () => click(document.querySelector<HTMLElement>('thead input[type=checkbox]'))
  await tickAll()
  respond = async () => page(...rows.map((_, at) => person(at + 101)))
  await click(link('Next'))
  await tickAll()
  await click(all('[data-bulk] button').find(({ textContent }) => textContent?.includes('Disable')))
  const parts = sent.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(String(body)).ids.length)
  expect(parts).toEqual([100, 100])
})

test('an action on several rows is one message, whose Undo takes back the rows that were done', async () => {
  const rows = Array.from({ length: 100 }, (_, at) => person(at + 1))
  const undo = { call: 'PUT /person/enable', takes_key: 'person_id' }
  await open({ rows, count: 230, actions: [{ ...data.actions[0]!, undo }] })
  const tickAll = () => click(document.querySelector<HTMLElement>('thead input[type=checkbox]'))
  await tickAll()
  respond = async () => page(...rows.map((_, at) => person(at + 101)))
  await click(link('Next'))
  await tickAll()
  doInBulk = ([first, ...done]) => ({ done, refused: [{ id: first, message: 'Not this one.' }], message: 'Disable' })
  await click(all('[data-bulk] button').find(({ textContent }) => textContent?.includes('Disable')))
  const toasts = all('#toasts > div')
  expect(toasts.map(({ textContent }) => textContent)).toEqual(['✓ Disable: 198 of 200 done. Not this one.Undo'])
  sent.length = 0
  await click(toasts[0]!.querySelector('button'))
  const bodies = sent.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body))
  expect(bodies.map(({ undo: undone, ids }) => [undone, ids.length])).toEqual([
    [true, 100],
    [true, 98],
  ])
  expect(bodies.flatMap(({ ids }) => ids)).not.toContain(1)
})

test('a card on a phone shows the title, each status and the next columns, or all columns that a person chose', () => {
  const columns = [...'abcdefgh'].map((name) => ({
    name,
    kind: name === 'h' ? ('status' as const) : ('text' as const),
    continues: null as string | null,
  }))
  expect([...cardColumns(columns, false)]).toEqual(['a', 'h', 'b', 'c', 'd', 'e'])
  expect([...cardColumns(columns, true)]).toEqual([...'abcdefgh'])
  expect([...cardColumns([], false)]).toEqual([])
  // b continues a, so it isn't a line of its own; it is one where another column comes between.
  const withLastName = columns.map((column) => (column.name === 'b' ? { ...column, continues: 'a' } : column))
  expect([...cardColumns(withLastName, false)]).toEqual(['a', 'h', 'c', 'd', 'e', 'f'])
  expect([...cardColumns(withLastName, true)]).toEqual([...'acdefgh'])
  const [a, b, c] = withLastName
  const withAmounts = columns.map((column) =>
    'fg'.includes(column.name) ? { ...column, kind: 'money' as const } : column,
  )
  expect([...cardColumns(withAmounts, false)]).toEqual(['a', 'h', 'f', 'b', 'c', 'd'])
  expect([...cardColumns([a!, c!, b!], false)]).toEqual(['a', 'c', 'b'])
})
