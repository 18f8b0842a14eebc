import { expect, test } from 'vitest'
import { shippingType } from '#modules/catalogue/lookups.shared.ts'
import { addSomeone, addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import { addStudent, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database
const admin = await app.as(await app.userId('admin@example.com'))
type Waiting = { kind: string; count: number; age_days: number | null; href: string }[]
const waitingOf = async (client = admin): Promise<Waiting> => (await client.get('/user/waiting')).body.waiting
const countOf = (items: Waiting, kind: string) => items.find((item) => item.kind === kind)?.count ?? 0

test('pending work is counted live, with a link to the page where it is done', async () => {
  const before = await waitingOf()
  const student = await addStudent(app)
  const { studentCourseId } = await takeCourse(app, student, 1, 1002)
  const setStatus = (to: number) => read`
    update learning.student_course set lk_student_course_status_id = ${to}
    where student_course_id = ${studentCourseId}`
  await setStatus(5)
  await read`
    insert into backoffice.advance_request (organization_id, student_course_id, user_id, component_id, complete_ind,
      final_ind, reason, asked_by)
    values (1, ${studentCourseId}, ${student}, 1011, false, false, 'Learned at school', 9001)`
  const during = await waitingOf()
  for (const kind of ['submissions', 'advances'])
    expect([kind, countOf(during, kind)]).toEqual([kind, countOf(before, kind) + 1])
  // The requester can't approve it.
  await read`
    update backoffice.advance_request set asked_by = ${await app.userId('admin@example.com')}
    where student_course_id = ${studentCourseId}`
  expect(countOf(await waitingOf(), 'advances')).toBe(countOf(before, 'advances'))
  const page = (await admin.visit('/manage/home')).text
  expect(page).toContain('Submissions to review')
  for (const { href } of during) {
    const response = await admin.visit(href)
    expect([href, [200, 302].includes(response.status)]).toEqual([href, true])
  }
  await setStatus(4)
  expect(countOf(await waitingOf(), 'submissions')).toBe(countOf(before, 'submissions'))
})

test('shows how long the oldest item of each kind has waited', async () => {
  const ageOf = async (kind: string) => (await waitingOf()).find((item) => item.kind === kind)?.age_days
  const { studentCourseId } = await takeCourse(app, await addStudent(app), 1, 1002)
  await read`
    insert into learning.submission (student_course_id, kind, organization_id, finished_at, waiting)
    values (${studentCourseId}, 'document', 1, platform.now() - interval '400 days 1 hour', 1)`
  expect(await ageOf('submissions')).toBe(400)
  await read`
    insert into support.ticket (organization_id, reporter_user_id, reporter_role_id, lk_issue_category_id, issue_name,
      created_at)
    values (1, ${await app.userId('student@example.com')}, 3, 2, 'Old', platform.now() - interval '300 days 1 hour')`
  expect(await ageOf('tickets')).toBe(300)
  expect((await admin.visit('/manage/home')).text).toContain('Oldest: 400 days')
  await read`delete from learning.submission where student_course_id = ${studentCourseId}`
  expect(await ageOf('submissions')).not.toBe(400)
})

test('counts a certificate to mail until it is shipped, and none for download or email', async () => {
  const user_id = await addStudent(app)
  const { studentCourseId: student_course_id } = await takeCourse(app, user_id, 1, 1002)
  const place = { student_course_id, version: 1, organization_id: 1 }
  const code = { certificate_number: 'HAMEHAMEHAME', check_code: 'HAMEHAMEHAME' }
  await read`insert into learning.certificate_reservation ${read({ ...place, ...code })}`
  await read`insert into learning.student_certificate ${read({
    ...place,
    ...code,
    user_id,
    certificate_template_id: 1,
    model: read.json({}),
    content_hash: '0'.repeat(64),
    jpg_key: 'home.jpg',
    pdf_key: 'home.pdf',
    issued_at: new Date(),
  })}`
  const countOfType = async (lk_shipping_type_id: number) => {
    await read`update learning.student_course set ${read({ lk_shipping_type_id })}
               where student_course_id = ${student_course_id}`
    return countOf(await waitingOf(), 'ship')
  }
  const others = await countOfType(shippingType.Download)
  expect(await countOfType(shippingType.EmailAndDownload)).toBe(others)
  expect(await countOfType(shippingType.MailOvernight)).toBe(others + 1)
  expect(await countOfType(shippingType.Mail)).toBe(others + 1)
  const setWithdrawn = (withdrawn: boolean) => read`
    update learning.student_certificate set deleted_at = case when ${withdrawn} then platform.now() end
    where student_course_id = ${student_course_id}`
  await setWithdrawn(true)
  expect(countOf(await waitingOf(), 'ship')).toBe(others)
  await setWithdrawn(false)
  expect(countOf(await waitingOf(), 'ship')).toBe(others + 1)
  await read`
    update learning.student_certificate set shipped_at = platform.now() where student_course_id = ${student_course_id}`
  expect(countOf(await waitingOf(), 'ship')).toBe(others)
})

test.each([
  ['due', true],
  ['sending', true],
  ['retry', true],
  ['waiting', false],
  ['watched', false],
  ['accepted', false],
  ['rejected', false],
  ['replaced', false],
])('a report that is %s after its deadline counts as not sent by then: %s, as in its list', async (state, counts) => {
  const rejectedBefore = countOf(await waitingOf(), 'reports')
  const { studentCourseId: student_course_id } = await takeCourse(app, await addStudent(app), 1, 1002)
  const place = { student_course_id, organization_id: 1, agency: 'dmv', state_code: 'FL', number: 1 }
  const due_at = new Date(Date.now() + 3_600_000)
  const accepted_at = state === 'accepted' ? new Date() : null
  const [report] = await read<{ completion_report_id: number }>`
    insert into learning.completion_report ${read({ ...place, state, due_at, accepted_at, record: read.json({}) })}
    returning completion_report_id`
  const waits = async () => (await waitingOf()).find(({ kind }) => kind === 'lateReports')
  expect(await waits()).toBeUndefined()
  await read`
    update learning.completion_report set due_at = platform.now() - interval '49 hours'
    where completion_report_id = ${report!.completion_report_id}`
  const lateItem = await waits()
  expect(lateItem && [lateItem.count, lateItem.age_days]).toEqual(counts ? [1, 2] : undefined)
  expect(countOf(await waitingOf(), 'reports') - rejectedBefore).toBe(state === 'rejected' ? 1 : 0)
  if (lateItem) {
    const { reports } = (await admin.get(`/report/completions/fetch${new URL(lateItem.href, 'http://x').search}`)).body
    expect(reports).toMatchObject([report!])
  }
  await read`delete from learning.completion_report where completion_report_id = ${report!.completion_report_id}`
})

test('a late report counts for its organization and its parents, not for sub-organizations or siblings', async () => {
  const staff = { LSD: await addStaff(app, 'LSD'), LST: await addStaff(app, 'LST'), SSD: admin }
  const countsOfAll = async () =>
    Promise.all(Object.values(staff).map(async (client) => countOf(await waitingOf(client), 'lateReports')))
  const addLateReport = async (code: string) => {
    const { user_id } = await addSomeone(app, code)
    await read`
      with made as (
        insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id,
          lk_student_course_status_id)
        select p.organization_id, p.user_id, w.course_version_id, w.course_website_id, 6
        from identity.person p, lateral (select * from catalogue.v_course_website limit 1) w
        where p.user_id = ${user_id}
        returning student_course_id, organization_id)
      insert into learning.completion_report
        (student_course_id, organization_id, agency, state_code, number, state, due_at, record)
      select student_course_id, organization_id, 'dmv', 'FL', 1, 'due', platform.now() - interval '1 hour', '{}' from made`
  }
  const [above, below, beside] = await countsOfAll()
  await addLateReport('LST')
  expect(await countsOfAll()).toEqual([above! + 1, below! + 1, beside])
  await addLateReport('LSD')
  expect(await countsOfAll()).toEqual([above! + 2, below! + 1, beside])
})

test('shows each reader the counts allowed by their permissions and organizations', async () => {
  const instructor = await app.as(await app.userId('instructor@example.com'))
  const kinds = (await waitingOf(instructor)).map(({ kind }) => kind)
  for (const kind of ['held', 'refunds', 'advances', 'invoices']) expect(kinds).not.toContain(kind)
  const [other] = await read<{ organization_id: number; code: string }>`
    select organization_id, code from identity.organization
    where parent_organization_id is null and not default_ind and lk_organization_status_id = 1 limit 1`
  const [user] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    values (${other!.organization_id}, 1, 'elsewhere@example.com', 'elsewhere@example.com') returning user_id`
  const otherClient = await app.as(user!.user_id, other!.code)
  expect(countOf(await waitingOf(otherClient), 'advances')).toBe(0)
  const student = await app.as(await app.userId('student@example.com'))
  expect((await student.get('/user/waiting')).status).toBe(403)
})

test('warns of a low stock of certificate numbers, and more strongly of an empty one', async () => {
  const numbers = async () => (await waitingOf()).find(({ kind }) => kind === 'numbers')?.count
  const { studentCourseId } = await takeCourse(app, await addStudent(app), 1, 1002)
  const added = Array.from({ length: 60 }, (_, n) => `HOME-${1_000 + n}`)
  expect((await admin.post('/certificate/numbers', { agency: 'fl-dhsmv', numbers: added })).status).toBe(200)
  expect(await numbers()).toBeUndefined()
  const take = (remaining: number) => read`
    update learning.certificate_stock_number set taken_at = platform.now(), student_course_id = ${studentCourseId},
      version = certificate_stock_number_id
    where certificate_stock_number_id in (
      select certificate_stock_number_id from learning.certificate_stock_number
      where organization_id = 1 and taken_at is null order by 1 offset ${remaining}::int)`
  await take(12)
  expect(await numbers()).toBe(12)
  await take(0)
  expect(await numbers()).toBe(0)
  expect((await admin.visit('/manage/home')).text).toContain('Certificate numbers left')
})
