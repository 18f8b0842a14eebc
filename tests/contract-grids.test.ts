import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { isFilterable } from '#platform/grid/columns.ts'
import type { AnyGrid } from '#platform/grid/grid.ts'

type RowAction = { label: string; permission: string | null; call: string | null }
type Listed = {
  name: string
  endpoint: string
  columns: string[]
  default_sort: string | null
  page_size: number | null
  filters: string[] | string
  row_actions: RowAction[]
  grid_actions: { label: string; call: string | null }[]
  export_file: string | null
  note: string
}

/** The lists as in the contract. A copy, so that nothing outside the repository is needed. */
const contract: Listed[] = JSON.parse(readFileSync(resolve(import.meta.dirname, 'contract/grids.json'), 'utf8'))
const grids = manifests.flatMap(({ grids: ownGrids = [] }) => ownGrids)
const calls = new Set(manifests.flatMap(({ operations }) => operations.map(({ call }) => withoutSlash(call))))

/** Lists of the contract that aren't management lists, and the pages that show them. */
const elsewhere: Readonly<Record<string, string>> = {
  'Public catalogue': 'pages for visitors, /courses/search',
  'Student certificates': "the student's dashboard",
  'Support ticket list': 'the list of tickets beside a thread, /support',
  'Support tickets (dashboard grid)': 'the same tickets, as the call of a tile',
  'Media library uploads': 'the dialog of the course editor',
  'Question bank questions': 'the dialog of the course editor and the page of question banks',
  'Student detail courses': "a handful of courses with their papers, on the student's page",
  'Student payments': 'the list of payments, narrowed to the student on their page',
  'Organization payment history': "the organization's tab of payments",
  'Sub-organizations': "the organization's tab, by name",
  'Organization websites': "the organization's tab of websites, a handful above their courses",
  'User tickets': 'a tab of the account',
  'User notes': 'a tab of the account',
  'User transactions': 'a tab of the account',
  'User student courses': 'a tab of the account',
  'Instructor courses':
    "the instructor's page, from its own counts; the list of courses is narrowed by `instructor_id`, too",
  Documents: 'a tab of the account and of the organization',
  'Permissions (per role)': 'a matrix of boxes, /manage/permissions',
  'Default permissions': 'a matrix of boxes in the settings',
  'System notices': 'a page of the settings, with a form for each',
  'System languages': 'a page of the settings',
  Translations: 'a page of the settings with a column for each language',
}

/** Lists whose call the settings modal also uses, in another shape; the list has its own call. */
const madeOf: Readonly<Record<string, string>> = { 'Promo codes': 'GET /promocode/fetch' }

/** Contract columns and filters that a list has under another name. */
const named: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Courses: {
    organization: 'organization_name',
    status: 'lk_course_status_id',
    'published at': 'published_at',
    'updated at': 'updated_at',
  },
  'Course history': { TIMESTAMP: 'created_at' },
  Students: {
    username: 'loginid',
    'code (organization)': 'code',
    course: 'course_name',
    user_status: 'lk_user_status_id',
    phone: 'phone_number',
  },
  Organizations: {
    ORGANIZATION: 'name',
    'MANAGER NAME': 'manager_name',
    PHONE: 'phone_number',
    STATUS: 'lk_organization_status_id',
    HOSTING: 'hosting_ind',
    'contact name': 'contact_name',
    state: 'lk_state_id',
    course: 'course_name',
  },
  'Course-websites': {
    WEBSITE: 'name',
    'COURSE PRICE': 'course_price',
    'ADMIN PRICE': 'admin_fee',
    'MIN PRICE': 'min_course_price',
    'MAX PRICE': 'max_course_price',
  },
  Certificates: { 'lk_shipping_type_id (label)': 'lk_shipping_type_id' },
  Payments: {
    'created date': 'created_at',
    'ORDER TYPE': 'order_type',
    'course name (COURSE)': 'course_name',
    'payment status': 'lk_payment_status_id',
  },
  'Submissions: quizzes': {
    'student name': 'first_name',
    'student course status': 'lk_student_course_status_id',
    organization: 'organization_name',
    course: 'course_name',
  },
  'Submissions: documents': {
    'student name': 'first_name',
    'student course status': 'lk_student_course_status_id',
    organization: 'organization_name',
    course: 'course_name',
  },
  'Authorization keys': {
    CODE: 'authorization_code',
    STATUS: 'lk_authorization_key_status_id',
    ORGANIZATION: 'name',
    COURSE: 'course_name',
  },
  'Event history': {
    organization: 'organization_name',
    'audit type': 'lk_audit_type_id',
    time: 'created_at',
  },
}

/** Contract actions with another label, or in another place (`null`). */
const actionNames: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  Courses: { 'Edit Course': 'Edit Course', 'remove course': 'Remove' },
  'Organization courses': { 'edit course': 'Edit prices', 'remove course': 'Remove' },
  // A click on the value copies it.
  'Course-websites': { 'click the URL': null },
  Certificates: { 'toggle deleted': 'Withdraw' },
  'Event history': {
    'resend e-mail': 'Resend Email',
    // The description itself is a link.
    'entity link': null,
  },
}

type Excuse = 'order' | 'shown' | 'sort' | 'action' | 'filter' | 'permission'
/** Differences from the contract, by list, with the reason. */
const excused: Readonly<Record<string, Partial<Record<Excuse, Readonly<Record<string, string>>>>>> = {
  Students: {
    shown: {
      username: 'opens with what staff look for most: name, course, status, progress, last activity, phone',
      'code (organization)': 'see username',
      email: 'see username',
      organization: 'see username',
      dob: 'see username',
      created_at: 'see username',
      user_status: 'see username',
      audio: 'see username',
    },
  },
  'Event history': { order: { organization: 'the description names the row, so it stands first' } },
  'Authorization keys': { shown: { 'REDEEMED BY': 'of the other reading: an extra column, which opens hidden' } },
  'Promo codes': {
    shown: {
      promo_code_id: 'a number that no one looks for: hidden at first',
      website_id: 'the website is shown by its name',
    },
    order: { dollar_amount_off: 'behind status and website, before the percentage' },
  },
  Payments: {
    shown: { 'course name (COURSE)': 'hidden from an Admin, as the contract says' },
    order: { 'payment status': 'beside the name: at the end it lay under the fixed column of actions at 1440 px' },
  },
}

const withoutVisible = /Visible columns are not listed|No screen is described/

describe.each(contract.map((listed) => [listed.name, listed] as const))('%s', (name, listed) => {
  const grid = grids.find(({ calls: own }) => own.fetch === (madeOf[name] ?? listed.endpoint))
  const isOurs = !(name in elsewhere)

  test('has its call', () => {
    expect([...calls]).toContain(withoutSlash(listed.endpoint))
    const named = [...listed.row_actions, ...listed.grid_actions].flatMap(({ call }) => call ?? [])
    expect(named.filter((call) => ![...calls].includes(withoutSlash(call)))).toEqual([])
  })

  if (!isOurs) return

  test('is declared as a list', () => {
    expect(grid, `${listed.endpoint} is not a grid: declare it, or say what shows it`).toBeDefined()
  })
  if (!grid) return

  const excuse = excused[name] ?? {}
  const fieldOf = (column: string) => {
    const columnName = named[name]?.[column] ?? column.toLowerCase().replaceAll(' ', '_')
    return (
      Object.keys({ ...grid.columns, ...grid.narrowings }).find(
        (field) => field.toLowerCase() === columnName.toLowerCase(),
      ) ?? columnName
    )
  }
  const visible = Object.entries(grid.columns)
    .filter(([, { kind, shown, shownTo }]) => kind !== 'json' && shown === undefined && !shownTo)
    .map(([field]) => field)
  const isAnswered = (field: string) => field in grid.columns || field in (grid.more?.gives ?? {})

  test('has its default columns in order; differences have a reason', () => {
    const fields = listed.columns.map((column) => [column, fieldOf(column)] as const)
    expect(fields.filter(([, field]) => !isAnswered(field))).toEqual([])
    if (withoutVisible.test(listed.note)) return
    const hidden = fields.filter(([, field]) => !visible.includes(field)).map(([column]) => column)
    expect(hidden).toEqual(Object.keys(excuse.shown ?? {}))
    const places = fields
      .filter(([column]) => !hidden.includes(column) && !(column in (excuse.order ?? {})))
      .map(([, field]) => visible.indexOf(field))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('has its order, its page of ten rows and its file', () => {
    if (listed.default_sort !== null) expect(grid.order.join(',')).toBe(listed.default_sort)
    expect(grid.operations[0].takes.shape.limit?.safeParse(undefined).data).toBe(listed.page_size ?? 10)
    if (listed.export_file !== null) expect(grid.file).toBe(listed.export_file)
    const exported = listed.grid_actions.filter(({ label }) => /export/i.test(label)).map(({ call }) => call)
    const calls = grid.operations.map(({ call }) => call as string)
    // Both submission tabs share one export in the contract; here each has its own.
    if (name !== 'Submissions: documents') expect(exported.filter((call) => call && !calls.includes(call))).toEqual([])
  })

  test('has its filters', () => {
    const filters = Array.isArray(listed.filters) ? listed.filters : []
    const missingFilters = filters
      .map((text) => text.replace(/ (by default|\(|[0-9]).*$/, ''))
      // Paging parameters, which are `offset` and `limit` here.
      .filter((text) => !/query$|^page(Size)?$/.test(text) && !canFilter(grid, fieldOf(text)))
    expect(missingFilters).toEqual(Object.keys(excuse.filter ?? {}))
  })

  test("has its row actions, each with the contract's permission", () => {
    const linksAndActions = [...(grid.links ?? []), ...(grid.actions ?? [])]
    const problems = listed.row_actions.flatMap(({ label, permission }) => {
      const plain = label.replace(/^\((.*)\)$/, '$1')
      const actionName = actionNames[name]?.[plain]
      if (actionName === null || plain in (excuse.action ?? {})) return []
      const shownActions = linksAndActions.filter(
        (action) => action.label[0].toLowerCase() === (actionName ?? plain).toLowerCase(),
      )
      if (shownActions.length === 0)
        return [`${label} is not among ${linksAndActions.map((action) => action.label[0]).join(', ')}`]
      if (permission === null || plain in (excuse.permission ?? {})) return []
      return shownActions
        .filter(({ may }) => may !== permission)
        .map(({ may }) => `${label} asks for ${may}, not ${permission}`)
    })
    expect(problems).toEqual([])
  })
})

test('every list of the contract is declared or replaced, and no exception is outdated', () => {
  const names = new Set(contract.map(({ name }) => name))
  expect(contract).toHaveLength(39)
  for (const table of [elsewhere, madeOf, named, actionNames, excused])
    expect(Object.keys(table).filter((name) => !names.has(name))).toEqual([])
})

const canFilter = ({ columns, narrowings = {} }: AnyGrid, field: string): boolean =>
  field in narrowings || (field in columns && isFilterable(columns[field]!))

function withoutSlash(call: string): string {
  return call.replace(/\/$/, '').replaceAll(/\{[^}]+\}/g, '{}')
}
