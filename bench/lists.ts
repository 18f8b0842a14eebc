import type { Running } from '#scripts/site.ts'
import { compareTimes } from './compare.ts'
import type { LoadRequest } from './load.ts'
import { ms, type Row } from './report.ts'
import { host, type LongLists } from './seed-lists.ts'
import { sessionOf } from './seeded.ts'

type List = {
  readonly label: string
  /** The first page; a filter may follow. */
  readonly path: string
  readonly filter: string
  /** A text in many rows. */
  readonly search?: string
  /** A date column that filters the whole list in as many ways as there are requests, so that no count is cached. */
  readonly day?: string
}

const lists: readonly List[] = [
  {
    label: 'students',
    path: '/student/fetch?',
    filter: 'course_status=exact:4',
    search: 'search=smith',
    day: 'created_at',
  },
  {
    label: 'people',
    path: '/user/fetch?',
    filter: 'lk_user_role_id=exact:2',
    search: 'search=smith',
    day: 'updated_at',
  },
  {
    label: 'history of a person',
    path: '/user/eventhistory/fetch?user_id={person}&',
    filter: 'lk_audit_type_id=exact:4',
    search: 'search=ana',
    day: 'created_at',
  },
  {
    label: 'sent emails',
    path: '/settings/sentEmails?',
    filter: 'lk_email_kind_id=exact:2',
    search: 'search=smith',
    day: 'sent_at',
  },
  {
    label: 'payments',
    path: '/payment/fetch?',
    filter: 'lk_payment_status_id=exact:3',
    search: 'search=bob',
    day: 'created_at',
  },
  {
    label: 'orders of shops',
    path: '/storefrontOrder/fetch?',
    filter: 'lk_storefront_line_status_id=exact:3',
    search: 'search=ana',
    day: 'created_at',
  },
  {
    label: 'certificates',
    path: '/certificate/fetch?',
    filter: 'lk_shipping_type_id=exact:2',
    search: 'search=smith',
    day: 'issued_at',
  },
  {
    label: 'submitted quizzes',
    path: '/quiz/submissions/fetch?',
    filter: 'show=awaiting',
    search: 'search=smith',
    day: 'finished_date',
  },
  {
    label: 'submitted documents',
    path: '/attachment/submissions/fetch?',
    filter: 'show=awaiting',
    search: 'search=smith',
    day: 'finished_date',
  },
  {
    label: 'completion reports',
    path: '/report/completions/fetch?',
    filter: 'report_state=exact:4',
    search: 'search=smith',
    day: 'due_at',
  },
  { label: 'tickets', path: '/support/searchTicket?', filter: 'lk_issue_status_id=5', search: 'search=smith' },
  {
    label: 'keys',
    path: '/authorizationKeys/fetch?',
    filter: 'lk_authorization_key_status_id=exact:2',
    search: 'search=manejo',
    day: 'created_at',
  },
  {
    label: 'promo codes',
    path: '/promocode/fetch?',
    filter: 'promo_code_status=exact:4',
    search: 'search=summer',
    day: 'created_at',
  },
  { label: 'reports that were run', path: '/report/history?', filter: 'before=100000' },
]

const tiles = ['students', 'enrollments', 'sales', 'certificates', 'submissions', 'tickets', 'needs_attention'] as const

type ListRequest = { readonly label: string; readonly maximum: number; readonly path: (n: number) => string }

const dayOf = (n: number) => new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10)

function requestsOf({ label, path, filter, search, day }: List): ListRequest[] {
  return [
    { label: `${label}, first page`, maximum: 6, path: () => path },
    { label: `${label}, filtered`, maximum: 6, path: () => path + filter },
    ...(search ? [{ label: `${label}, search`, maximum: 12, path: () => path + search }] : []),
    ...(search
      ? [{ label: `${label}, search for what no row has`, maximum: 12, path: () => `${path}search=kowalczyk` }]
      : []),
    // A page with a new count each time.
    ...(day ? [{ label: `${label}, counted`, maximum: 6, path: (n: number) => `${path}${day}=gte:${dayOf(n)}` }] : []),
  ]
}

const tileAsks: readonly ListRequest[] = tiles.map((tile) => ({
  label: `tile ${tile}`,
  maximum: 3,
  path: () => `/usertile/${tile}`,
}))

type Sides = {
  readonly reference: Running
  readonly subject: Running
  readonly school: LongLists
  /** The number of requests of each kind. */
  readonly each: number
}

const session: ListRequest = {
  label: 'a session and no list',
  maximum: 6,
  path: () => '/usertile/tile_type/fetch?application_path=students',
}

/** The first of these warm up the compilers. */
const requests: readonly ListRequest[] = [session, ...lists.flatMap(requestsOf), ...tileAsks]

/** Each list and tile of a large school, one request at a time, in turn with a select by primary key over HTTP. */
export async function listRows(sides: Sides): Promise<Row[]> {
  const rows: Row[] = []
  for (const request of requests) rows.push(await measure(sides, request))
  return rows
}

async function measure({ reference, subject, school, each }: Sides, request: ListRequest): Promise<Row> {
  const { admins, first, students } = school
  const { label, maximum } = request
  const requestOf = (n: number): LoadRequest => ({
    path: `/api${request.path(n).replace('{person}', String(first + 1))}`,
    host,
    session: sessionOf(admins[n % admins.length]!),
  })
  const key = (n: number): LoadRequest => ({ path: `/person?user_id=${first + 1 + ((n * 7919) % students)}` })
  const sides = [
    { server: reference, requestOf: key },
    { server: subject, requestOf },
  ] as const
  const [referenceTimes, ownTimes] = await compareTimes(...sides, each, request === session ? 1_000 : 100)
  const ratio = ownTimes.p95 / referenceTimes.p95
  const medians = `median ${ms(ownTimes.p50)} against ${ms(referenceTimes.p50)} (${(ownTimes.p50 / referenceTimes.p50).toFixed(1)} x)`
  const note = `p95 ${ms(ownTimes.p95)} against ${ms(referenceTimes.p95)}, ${medians}`
  return { label, measured: `${ratio.toFixed(1)} x`, goal: `<= ${maximum} x`, met: ratio <= maximum, note }
}
