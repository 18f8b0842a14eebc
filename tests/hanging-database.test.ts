import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { hashReference, newReference } from '#modules/identity/sessions/reference.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { defaultOptions } from '#platform/db/database.ts'
import { courseFixture, parts } from './fixtures/learning/course.ts'
import { openTestApp } from './support/app.ts'

// As many connections and waiting callers as in the product, with shorter timeouts.
const app = await openTestApp({
  demo: false,
  database: {
    ...defaultOptions,
    web: { ...defaultOptions.web, statementTimeoutMs: 1_000 },
    transactions: { ...defaultOptions.transactions, statementTimeoutMs: 1_000, lockTimeoutMs: 500 },
    waitTimeoutMs: 1_000,
  },
})
const repetitions = 1_000
const lesson = parts.first

/** A student at a lesson, as their own page sees it. */
type Seat = { user_id: number; student_course_id: number; student_progress_id: number; lease_id: string; token: string }
/** A request and the status of its last response. */
type Request = { seat: Seat; send: () => Promise<Response>; status: number; time_spent: number }

beforeAll(async () => {
  await courseFixture({ db: app.database, app: app.services.database })
  // The seats before the first request.
  await app.database.read`create table seated as select * from learning.seat_lease`
})

/** Students who sat down 15 seconds ago, and the time that they have earned so far. */
async function seatStudents(earned: string): Promise<Seat[]> {
  const seats = await app.database.tx(
    (sql) => sql<Omit<Seat, 'token'>>`
      with t as materialized (select date_trunc('milliseconds', platform.now()) - interval '15 seconds' as at),
      person as (
        insert into identity.person (organization_id, lk_user_role_id, loginid, email)
        select 1, 3, name, name || '@example.com'
        from (select gen_random_uuid()::text as name from generate_series(1, ${repetitions}::int)) named
        returning user_id),
      course as (
        insert into learning.student_course
          (organization_id, user_id, course_version_id, course_website_id, lk_student_course_status_id,
           current_component_id, registered_at, agreed_at, started_at, expires_at)
        select 1, user_id, 1, 1, ${status.inProgress}::int, ${lesson}::int, platform.now(), platform.now(),
               platform.now(), platform.now() + interval '90 days'
        from person returning student_course_id, user_id),
      progress as (
        insert into learning.student_progress (student_course_id, organization_id, component_id)
        select student_course_id, 1, ${lesson}::int from course returning student_course_id, student_progress_id),
      lease as (
        insert into learning.seat_lease
          (user_id, organization_id, lease_id, student_course_id, component_id, student_progress_id, from_at, beat_at,
           base_ms, required_ms, interacted_at, idle_limit)
        select user_id, 1, gen_random_uuid(), student_course_id, ${lesson}::int, student_progress_id, t.at,
               t.at + ${earned}::interval, 0, 60000, platform.now(), interval '5 minutes'
        from course join progress using (student_course_id), t
        returning user_id, student_course_id, student_progress_id, lease_id)
      select * from lease`,
  )
  const signedIn = seats.map((seat) => ({ ...seat, token: newReference() }))
  await app.database.tx(async (sql) => {
    const rows = signedIn.map(({ user_id, token }) => ({
      user_id,
      organization_id: 1,
      reference_hash: hashReference(token),
      idle_seconds: 3_600,
      expires_at: new Date(Date.now() + 3_600_000),
    }))
    await sql`insert into identity.session ${sql(rows)}`
    const students = sql.array(signedIn.map(({ user_id }) => user_id))
    await sql`insert into seated select * from learning.seat_lease where user_id = any(${students}::int[])`
  })
  return signedIn
}

const site = 'http://aaa.localhost:3000'

/** Requests a page, or a call with a body. */
function startRequest(seat: Seat, path: string, body?: object): Request {
  const headers = {
    host: 'aaa.localhost:3000',
    origin: site,
    'sec-fetch-site': 'same-origin',
    cookie: `waypost=${seat.token}`,
    ...(body ? { 'content-type': 'application/json' } : { 'sec-fetch-mode': 'navigate' }),
  }
  const init = { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) }
  return { seat, send: async () => app.app.request(site + path, init), status: 0, time_spent: 0 }
}

const beat = (seat: Seat, sequence: number) => {
  const { student_progress_id, lease_id } = seat
  const body = { student_progress_id, lease_id, sequence, interacted_ms_ago: 0 }
  return startRequest(seat, '/api/course/updateStudentProgressTime', body)
}
const opening = (seat: Seat) => startRequest(seat, `/course/${seat.student_course_id}/${lesson}`)

async function answer(request: Request): Promise<void> {
  const response = await request.send()
  const text = await response.text()
  const { time_spent = 0 } = text.startsWith('{') ? (JSON.parse(text) as { time_spent?: number }) : {}
  Object.assign(request, { status: response.status, time_spent })
}

const countStatus = (requests: readonly Request[], status: number) =>
  requests.filter((request) => request.status === status).length

/** Blocks all access to the table until the returned function is called. */
async function stop(table: string): Promise<() => Promise<void>> {
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holdingTransaction = app.database.tx(async (sql) => {
    await sql`set local idle_in_transaction_session_timeout = 0`
    await sql`lock table ${sql(table)} in access exclusive mode`
    locked.resolve()
    await over.promise
  })
  await Promise.race([locked.promise, holdingTransaction])
  return () => {
    over.resolve()
    return holdingTransaction
  }
}

type Books = { user_id: number; counted_ms: number; booked_ms: number; elapsed_ms: number; ranges: number }

/** Everyone's time in the ledger and the running lease, and the elapsed time. */
const books = () => app.database.read<Books>`
  select l.user_id, p.credited_ms::int as booked_ms,
         (coalesce(extract(epoch from r.counted), 0) * 1000
           + extract(epoch from l.beat_at - l.from_at) * 1000)::int as counted_ms,
         (extract(epoch from l.beat_at - s.from_at) * 1000)::int as elapsed_ms, coalesce(r.ranges, 0)::int as ranges
  from learning.seat_lease l
  join seated s using (user_id)
  join learning.student_progress p on p.student_progress_id = l.student_progress_id
  left join (select student_progress_id, sum(to_at - from_at) as counted, count(*) as ranges from learning.seat_range group by 1) r
    on r.student_progress_id = l.student_progress_id`

test.each(['learning.seat_lease', 'identity.session'])(
  'thousands of heartbeats and openings while %s hangs lose no time and gain none',
  async (table) => {
    const [watching, arriving] = [await seatStudents('0 seconds'), await seatStudents('10 seconds')]
    const release = await stop(table)
    const requests = [...watching.map((seat) => beat(seat, 1)), ...arriving.map(opening)]
    const twice = watching.filter((_, n) => n % 5 === 0).map((seat) => beat(seat, 1))
    const sentPromise = Promise.all([...requests, ...twice].map(answer))
    while (countStatus(requests, 503) < repetitions / 10) await sleep(5)
    await release()
    await sentPromise
    const statuses = new Set([...requests, ...twice].map((request) => request.status))
    expect(statuses).toEqual(new Set([200, 503]))

    // A refused caller tries again, as the pages do.
    for (let round = 0; countStatus(requests, 503) > 0 && round < 50; round++) {
      const refusedRequests = requests.filter((request) => request.status === 503)
      await Promise.all(refusedRequests.map(answer))
    }
    expect(countStatus(requests, 200)).toBe(requests.length)

    const bookOf = new Map((await books()).map((row) => [row.user_id, row]))
    for (const { seat, time_spent } of requests.slice(0, repetitions)) {
      const { counted_ms, elapsed_ms } = bookOf.get(seat.user_id)!
      // A beat is worth the time since the previous one, at most twenty seconds.
      expect(counted_ms).toBe(Math.min(elapsed_ms, 20_000))
      expect(counted_ms).toBeGreaterThanOrEqual(time_spent * 1_000)
      expect(elapsed_ms).toBeGreaterThanOrEqual(15_000)
    }
    for (const { user_id } of arriving)
      expect(bookOf.get(user_id)).toMatchObject({ booked_ms: 10_000, counted_ms: 10_000, ranges: 1 })

    const { read, transactions } = app.services.database.stats()
    expect([read.lent, read.waiting, transactions.lent, transactions.waiting]).toEqual([0, 0, 0, 0])
    const next = [beat(watching[0]!, 2), opening(arriving[0]!)]
    await Promise.all(next.map(answer))
    expect(next.map((request) => request.status)).toEqual([200, 200])
  },
)
