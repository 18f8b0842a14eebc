import { beforeAll, expect, test } from 'vitest'
import {
  askLicenseClass,
  askLicenseState,
  licenseClassQuestion,
  licenseStateQuestion,
} from '#tests/fixtures/learning/license-state.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { ok } from '#tests/support/path.ts'

/**
 * A federal CDL school: the worksheet of the registry's portal, its two business days, and a refusal corrected in time.
 */
const app = await openTestApp({ jobs: true })
const { read } = app.database
const agency = 'fmcsa-tpr'
let admin: Client
let student: Client
let user_id = 0

beforeAll(async () => {
  admin = await app.as(await app.userId('admin@example.com'))
  user_id = await app.userId('student@example.com')
  student = await app.as(user_id)
  await read`update identity.person set dob = '1990-04-12', gender = 'F', lk_state_id = 10 where user_id = ${user_id}`
  await read`update catalogue.course set reports_to = ${agency} where course_id = 2`
  const [version] = await read<{ course_version_id: number }>`
    select published_version_id as course_version_id from catalogue.course where course_id = 2`
  await read`
    update catalogue.course_version set program_id = 'us-eldt-theory'
    where course_version_id = ${version!.course_version_id}`
  await askLicenseClass(read, version!.course_version_id)
  // A driver who lives in Florida with a license of Georgia.
  await askLicenseState(read, version!.course_version_id)
  ok(
    await admin.put('/agency/account', {
      agency,
      method: 'worksheet',
      settings: { tpr_number: 'TPR-4711' },
      secrets: {},
    }),
  )
})

type Row = {
  completion_report_id: number
  number: number
  state: string
  due_at: Date
  passed_at: Date
  receipt: string | null
}
const reportsOf = (student_course_id: number) => read<Row>`
  select r.completion_report_id, r.number, r.state, r.due_at, c.passed_at, r.receipt
  from learning.completion_report r join learning.student_course c using (student_course_id)
  where r.student_course_id = ${student_course_id} order by r.completion_report_id`

async function passed(): Promise<number> {
  const student_course_id = await passCourse(app, user_id, 2, '052345678', {
    [licenseClassQuestion]: 1,
    [licenseStateQuestion]: 11,
  })
  await app.runJobs(true)
  return student_course_id
}

const worksheet = async (completion_report_id: number) => {
  const { portal, record } = ok(
    await admin.get(`/agency/worksheet?agency=${agency}&completion_report_id=${completion_report_id}`),
  )
  type Value = { label: string; value: string }
  return { portal, values: Object.fromEntries((record.values as Value[]).map(({ label, value }) => [label, value])) }
}

test('a federal CDL school: the worksheet names class and location, and is due at the end of the second business day', async () => {
  const student_course_id = await passed()
  const [report] = await reportsOf(student_course_id)
  // Nothing is sent automatically, and staff see what the report waits for.
  expect(report).toMatchObject({ state: 'due', number: 1 })
  const page = await admin.visit(`/manage/completion-report/${student_course_id}`)
  expect(page.text).toContain('This report is on the worksheet for FMCSA Training Provider Registry')
  const { portal, values } = await worksheet(report!.completion_report_id)
  expect(portal).toBe('https://tpr.fmcsa.dot.gov/Provider')
  expect(values).toMatchObject({
    'License number': '052345678',
    'State that issued the license': 'GA',
    'Type of training': 'Theory',
    'TPR number of the location': 'TPR-4711',
  })
  expect(Object.values(values)).toContain('Class A')
  // 49 CFR 380.717: midnight in Washington, counting business days only.
  const [row] = await read<{ time: string; days: number }>`
    select (${report!.due_at}::timestamptz at time zone 'America/New_York')::time::text as time,
           (select count(*)::int from generate_series(
              (${report!.passed_at}::timestamptz at time zone 'America/New_York')::date + 1,
              (${report!.due_at}::timestamptz at time zone 'America/New_York')::date - 1, interval '1 day') day
            where extract(isodow from day) < 6) as days`
  expect(row!.time).toBe('00:00:00')
  // A federal holiday between them makes it later, never earlier.
  expect(row!.days).toBeGreaterThanOrEqual(2)
})

test('the registry refuses, the license is corrected before the deadline, and the confirmation is on record', async () => {
  const student_course_id = await passed()
  const [first] = await reportsOf(student_course_id)
  const checkOff = (completion_report_id: number, agencyResult: object) =>
    admin.post('/agency/checkOff', { agency, completion_report_id, ...agencyResult })
  ok(await checkOff(first!.completion_report_id, { refusal: 'No driver with this license' }))
  expect((await student.visit(`/course/${student_course_id}/report`)).text).toContain('FMCSA')
  const blocked = await admin.visit(`/manage/completion-report/${student_course_id}`)
  expect(blocked.text).toContain('Blocked: FMCSA Training Provider Registry refused it')
  ok(await admin.post('/report/resubmitCompletion', { student_course_id, driver_license: '052345679' }))
  const [, second] = await reportsOf(student_course_id)
  expect((await worksheet(second!.completion_report_id)).values).toMatchObject({ 'License number': '052345679' })
  ok(await checkOff(second!.completion_report_id, { receipt: 'TPR-C-1' }))
  const rows = await reportsOf(student_course_id)
  expect(rows).toMatchObject([
    { number: 1, state: 'rejected' },
    { number: 2, state: 'accepted', receipt: 'TPR-C-1' },
  ])
  const [accepted] = await read<{ in_time: boolean }>`
    select accepted_at < due_at as in_time from learning.completion_report
    where completion_report_id = ${second!.completion_report_id}`
  expect(accepted!.in_time).toBe(true)
  // Another school's staff see none of it.
  expect((await checkOff(second!.completion_report_id, { receipt: 'again' })).status).toBe(404)
})
