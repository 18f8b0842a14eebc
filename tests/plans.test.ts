import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { eventHistory } from '#modules/backoffice/event-history/event-history.grid.ts'
import { completions } from '#modules/backoffice/reports/definitions/completions.ts'
import { enrollments, openEnrollments } from '#modules/backoffice/reports/definitions/enrollments.ts'
import { promoUse } from '#modules/backoffice/reports/definitions/promo-use.ts'
import { sales } from '#modules/backoffice/reports/definitions/sales.ts'
import { supportLoad } from '#modules/backoffice/reports/definitions/support-load.ts'
import { rowsStatement } from '#modules/backoffice/reports/statements.ts'
import { demoPassword } from '#modules/identity/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Reader } from '#platform/grid/columns.ts'
import { pageStatement } from '#platform/grid/rows.ts'
import { addDays, legalDay } from '#platform/zone.ts'
import { type Client, openTestApp } from './support/app.ts'
import { type Owner, openOwner } from './support/owner.ts'
import { ok } from './support/path.ts'
import { maxRows, type PlanNode } from './support/plan-rows.ts'
import { type Ids, records } from './support/records.ts'

// Behind a policy, an index serves only conditions that can't leak the rows they see: `lower(loginid) = $1` would scan
// the whole table despite its index. So the frequent calls run as the application over large tables, often enough for
// the server to cache a plan for each statement. No large table may have been scanned.
const app = await openTestApp()
const rowCount = 20_000
const rounds = 12
let lesson: Ids
let quiz: Ids
let learner: Owner
let taker: Owner
let staff: Client

beforeAll(async () => {
  staff = await app.as(await app.userId('admin@example.com'))
  learner = await openOwner(app)
  taker = await openOwner(app)
  lesson = await records.player(app, learner)
  quiz = await records.quiz(app, taker)
  await app.database.tx(async (sql) => {
    await sql`set local statement_timeout = 0`
    await sql`
      insert into identity.person (user_id, organization_id, lk_user_role_id, loginid, email)
      select 500000 + n, 1, 3, 'Plan' || n || '@example.com', 'plan' || n || '@example.com'
      from generate_series(1, ${rowCount}::int) n`
    await sql`
      insert into checkout.promo_code (organization_id, code, dollar_amount_off_cents)
      select 1, 'PLAN' || n, 100 from generate_series(1, ${rowCount}::int) n`
    await sql`
      insert into identity.session (reference_hash, user_id, organization_id, expires_at, idle_seconds)
      select sha256(user_id::text::bytea), user_id, 1, platform.now() + interval '1 hour', 3600
      from identity.person where user_id > 500000`
    await sql`
      insert into learning.student_course (student_course_id, organization_id, user_id, course_version_id,
                                           course_website_id, lk_student_course_status_id, audio_ind)
      select p.user_id, 1, p.user_id, s.course_version_id, s.course_website_id, s.lk_student_course_status_id, false
      from identity.person p, learning.student_course s
      where p.user_id > 500000 and s.student_course_id = ${Number(lesson.studentCourseId)}`
    await sql`
      insert into learning.student_progress (organization_id, student_course_id, component_id)
      select 1, s.student_course_id, p.component_id from learning.student_course s, learning.student_progress p
      where s.student_course_id > 500000 and p.student_progress_id = ${Number(lesson.student_progress_id)}`
    await sql`
      insert into learning.quiz_attempt (organization_id, student_course_id, component_id, quiz_id, attempt_number,
                                         threshold, total)
      select 1, s.student_course_id, a.component_id, a.quiz_id, 1, a.threshold, a.total
      from learning.student_course s, learning.quiz_attempt a
      where s.student_course_id > 500000 and a.student_course_id = ${Number(quiz.studentCourseId)}`
    await sql`
      insert into learning.submission (student_course_id, kind, organization_id, finished_at, waiting)
      select student_course_id, kind, 1, platform.now() - student_course_id * interval '1 second', 0
      from learning.student_course, unnest(array['quiz', 'document']) kind where student_course_id > 500000`
  })
  await app.database.tx(async (sql) => {
    await sql`set local statement_timeout = 0`
    await sql`analyze`
  })
  // Flushes the statistics of reads from while the tables were small, so that they don't arrive during the test.
  const flush = () => app.services.database.read`select pg_stat_force_next_flush(), pg_sleep(0.05)`
  await Promise.all(Array.from({ length: 12 }, flush))
})

type Read = { name: string; rows: number; scanned: number; looks: number; fetched: number }
const reads = () => app.database.read<Read>`
  select relid::regclass::text as name, n_live_tup::int as rows, seq_tup_read::int as scanned, coalesce(idx_scan, 0)::int as looks,
         (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as fetched
  from pg_stat_user_tables where n_live_tup >= ${rowCount} order by 1`

/** Submissions for review: no course has this status, and finding that out may not scan a list. */
const inStatus = 'lk_student_course_status_id=exact:13'

/** A person with very many events: as actor, as subject, and as both. */
async function makeHistory(user_id: number): Promise<void> {
  await app.database.tx(async (sql) => {
    await sql`set local statement_timeout = 0`
    await sql`
      insert into platform.audit_event (organization_id, at, action, subject_user_id, actor_kind, actor_user_id)
      select 1, platform.now() - n * interval '1 minute', 'user.login', case when n % 2 = 0 then ${user_id}::int end,
             'user', case when n % 2 = 1 or n % 3 > 0 then ${user_id}::int end
      from generate_series(1, ${rowCount}::int) n`
    await sql`analyze platform.audit_event`
  })
}

test('pages of a long history read few of its events', async () => {
  const { user_id } = learner
  await makeHistory(user_id)
  const read = app.services.database.read.within([1])
  const byUser = { name: 'user_id', terms: [{ op: 'exact', value: user_id }] } as const
  const type = { name: 'lk_audit_type_id', terms: [{ op: 'exact', value: 4 }] } as const
  const sorts = [{ name: 'created_at', descending: true }]
  // The reader's texts and time zone aren't part of the statement.
  const reader = {} as Reader
  for (const filters of [[byUser], [byUser, type]]) {
    const query = { reader, limit: 10, offset: 0, after_id: '', search: '', sorts, filters }
    const options = { columns: eventHistory.columns, limit: 11, cursor: null }
    const [plan] = await read<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
      explain (analyze, format json) ${pageStatement(read, eventHistory, [1], query, options)}`
    expect(maxRows(plan!['QUERY PLAN'][0].Plan)).toBeLessThan(1_000)
  }
})

/** Sales with a promo code, tickets and passed courses of half a year, ten minutes apart. */
async function makeHalfYear(): Promise<void> {
  await app.database.tx(async (sql) => {
    await sql`set local statement_timeout = 0`
    // Only the sizes matter: the product reads nothing about these rows' owners.
    await sql`set local session_replication_role = replica`
    await sql`
      create temp table half_year on commit drop as
      select 500000 + n as id, platform.now() - n * interval '10 minutes' as at from generate_series(1, ${rowCount}::int) n`
    await sql`
      insert into checkout.customer_order (order_id, organization_id, user_id, intent_id, lk_order_status_id, subtotal_cents,
        add_on_cents, shipping_cents, discount_cents, total_cents, first_name, last_name, email, created_at, paid_at)
      select id, 1, id, gen_random_uuid(), 2, 1995, 0, 0, 0, 1995, 'A', 'B', 'a@example.com', at, at from half_year`
    await sql`
      insert into checkout.order_item (order_item_id, order_id, organization_id, course_website_id, course_version_id, name,
                                       price_cents)
      select id, id, 1, s.course_website_id, s.course_version_id, 'Course', 1995
      from half_year join learning.student_course s on s.student_course_id = id`
    await sql`
      insert into checkout.promo_use (promo_code_id, organization_id, order_id, user_id, email, at)
      select (select max(promo_code_id) from checkout.promo_code), 1, id, id, 'a@example.com', at from half_year`
    await sql`
      insert into support.ticket (organization_id, visitor_email, lk_issue_category_id, issue_name, created_at)
      select 1, 'a@example.com', 2, 'Help', at from half_year`
    await sql`
      update learning.student_course set passed_at = h.at, created_at = h.at from half_year h
      where student_course_id = h.id`
    await sql`
      insert into learning.completion_report (organization_id, student_course_id, number, agency, state_code, record, state,
                                              due_at, accepted_at)
      select 1, id, 1, 'florida', 'FL', '{}', 'accepted', at, at from half_year`
    await sql`analyze`
  })
}

test('a report of one day reads few rows of half a year', async () => {
  await makeHalfYear()
  const read = app.services.database.read.within([1])
  const day = addDays(legalDay(new Date()), -5)
  const ctx = { organization: { scope: [1], time_zone: 'America/New_York' } } as unknown as Ctx
  const criteria = { values: {}, days: { from: day, to: day } }
  for (const report of [sales, promoUse, supportLoad, completions, enrollments, openEnrollments]) {
    const [plan] = await read<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
      explain (analyze, format json) ${rowsStatement(read, ctx, report, criteria)}`
    expect(maxRows(plan!['QUERY PLAN'][0].Plan), report.name).toBeLessThan(1_500)
  }
})

test('no frequent call scans a large table', async () => {
  const before = await reads()
  expect(before.length).toBeGreaterThanOrEqual(5)
  const [visitor, watching, answering] = [app.visitor(), await learner.client(), await taker.client()]
  const { studentCourseId, componentId } = quiz
  const query = `studentCourseId=${studentCourseId}&componentId=${componentId}`
  const { question } = ok(await answering.get(`/quiz/question/current?${query}`))
  const answer = { studentCourseId, componentId, questionId: question.question_id, answer: quiz.answer }
  const { student_progress_id, lease_id } = lesson

  const row = ['Ana', 'Plan', 'plan17@example.com', '04/09/1990']
  const upload = { file_name: 'plans.csv', rows: [['First_Name', 'Last_Name', 'Email', 'DOB'], row] }
  ok(await staff.post('/student/verifyUploadData', upload))

  const { guest_id } = ok(await visitor.post('/cart/addToCart', { course_website_id: 1001 }))

  for (let n = 1; n <= rounds; n++) {
    const loginid = `PLAN${n}@example.com`
    // The limit on account guesses isn't under test here.
    await app.database.read`delete from identity.account_guess`
    ok(await visitor.get('/course/fetchPublicCourses'))
    ok(await visitor.get(`/user/loginid/validate?loginid=${loginid}`))
    ok(await visitor.get(`/user/email/validate?email=${loginid}`))
    ok(await visitor.post('/user/resetPassword', { loginid }))
    expect((await visitor.post('/user/login', { loginid, password: demoPassword })).status).toBe(401)
    ok(await visitor.get(`/promocode/applyCode?code=PLAN${n}&guest_id=${guest_id}`))
    await app.moveClock(10_000)
    const beat = { student_progress_id, lease_id, sequence: n, time_spent: n * 10, interacted_ms_ago: 1_000 }
    ok(await watching.post('/course/updateStudentProgressTime', beat))
    ok(await answering.post('/quiz/answer', answer))
    for (const list of ['quiz', 'attachment'])
      expect(ok(await staff.get(`/${list}/submissions/fetch?${inStatus}`)).count).toBe(0)
  }

  // A backend publishes its statistics when it ends.
  await app.services.database.close()
  let after = await reads()
  const looksAt = (name: string, rows: Read[]) => rows.find((row) => row.name === name)!.looks
  while (looksAt('identity.session', after) < looksAt('identity.session', before) + rounds) {
    await sleep(20)
    after = await reads()
  }
  // Counted in rows, because a backend may publish a scan from before the tables were filled.
  const scannedBefore = (name: string) => before.find((row) => row.name === name)?.scanned ?? 0
  expect(after.filter(({ name, scanned }) => scanned - scannedBefore(name) >= rowCount)).toEqual([])
  const fetched = (rows: Read[]) => rows.find(({ name }) => name === 'learning.submission')!.fetched
  expect(fetched(after) - fetched(before)).toBeLessThan(rowCount)
})
