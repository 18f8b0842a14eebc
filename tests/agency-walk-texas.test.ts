import { beforeAll, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { sweepCertificates } from '#modules/learning/certificates/sweep-certificates.ts'
import { findFullRefundDeadline } from '#modules/learning/index.ts'
import { sweepReports } from '#modules/learning/reporting/sweep-reports.ts'
import { stateIdOf } from '#platform/states.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { ok } from '#tests/support/path.ts'

/** A Texas school over HTTP: from the numbers that it buys to the file with originals and duplicates. */
const app = await openTestApp({ jobs: true })
const { read } = app.database
const agency = 'tx-tdlr'
let admin: Client
let user_id = 0

/** TDLR's columns are not public: an Admin describes them according to the Standards, and a sample matches. */
const layout = {
  form: 'csv',
  encoding: 'ascii',
  line_end: 'crlf',
  file_name: 'completions-{number:5}.csv',
  delimiter: ',',
  quote: 'needed',
  column_names: false,
  fields: [
    { name: 'certificate', from: 'certificate_number', required: true },
    { name: 'kind', from: 'certificate_kind', codes: { original: 'O', duplicate: 'D' }, required: true },
    { name: 'last', from: 'student.last_name', required: true },
    { name: 'license', from: 'student.driver_license', required: true },
  ],
  answers: { form: 'csv', id: 1, id_is: 'certificate_number', status: 2, accepted: ['A'], code: 3, message: 4 },
}

beforeAll(async () => {
  admin = await app.as(await app.userId('admin@example.com'))
  user_id = await app.userId('student@example.com')
  await read`update identity.person set dob = '1990-04-12', gender = 'F' where user_id = ${user_id}`
  await read`update catalogue.course set reports_to = ${agency} where course_id = 1`
  await read`update catalogue.course_version set program_id = 'tx-driving-safety' where course_version_id = 1`
  await read`update catalogue.course_state set lk_state_id = ${stateIdOf('TX')!} where course_version_id = 1`
  clearVersionCache()
  const settings = { layout: JSON.stringify(layout), sample: '90000001,O,Doe,12345678\r\n', delivery: 'download' }
  ok(await admin.put('/agency/account', { agency, method: 'file', settings, secrets: {} }))
})

type Row = {
  completion_report_id: number
  state: string
  number: string | null
  kind: string | null
  due_at: Date
  on: Date
}
const reportsOf = (student_course_id: number) => read<Row>`
  select r.completion_report_id, r.state, r.record ->> 'certificate_number' as number,
         r.record ->> 'certificate_kind' as kind, r.due_at, c.passed_at as on
  from learning.completion_report r join learning.student_course c using (student_course_id)
  where r.student_course_id = ${student_course_id} order by r.completion_report_id`
const certificateOf = async (student_course_id: number) => {
  const [row] = await read<{ student_certificate_id: number; certificate_number: string }>`
    select student_certificate_id, certificate_number from learning.student_certificate
    where student_course_id = ${student_course_id} order by version desc limit 1`
  return row!
}
const textOf = async (agency_file_id: number) =>
  Buffer.from((await admin.get(`/agency/file/${agency_file_id}`)).bytes).toString()
const sweep = async () => sweepReports(await app.ctx({ kind: 'system', name: 'test' }), new AbortController().signal)

/** Midnight in Texas at the end of the fifth day after a completion. */
async function endOfFifthDay(passed_at: Date): Promise<Date> {
  const [row] = await read<{ at: Date }>`
    select ((${passed_at}::timestamptz at time zone 'America/Chicago')::date + 6)::timestamp at time zone 'America/Chicago' as at`
  return row!.at
}

test('a Texas school: buys numbers, passes a student, files original and duplicate, meets the deadline, balances the account', async () => {
  ok(await admin.post('/certificate/numbers', { agency, numbers: ['90000002', '90000001', '90000003'] }))
  const student_course_id = await passCourse(app, user_id, 1, '12345678')
  await app.runJobs(true)
  const original = await certificateOf(student_course_id)
  expect(original.certificate_number).toBe('90000001')
  const [first] = await reportsOf(student_course_id)
  // 16 TAC 84.63: five days, the last of which ends at midnight.
  expect(first!.due_at).toEqual(await endOfFifthDay(first!.on))
  const page = await admin.visit(`/manage/completion-report/${student_course_id}`)
  expect(page.text).toContain('This report goes into the next file for Texas Department of Licensing and Regulation')
  const file = ok(await admin.post('/agency/file', { agency }))
  expect(file).toMatchObject({ name: 'completions-00001.csv', records: 1, left: [] })
  expect(await textOf(file.agency_file_id)).toMatch(/^90000001,O,[^,]+,12345678\r\n$/)
  const upload = (agency_file_id: number) => admin.post('/agency/file/deliver', { agency_file_id, by_hand: true })
  ok(await upload(file.agency_file_id))
  // A duplicate needs its own number, and its own line in the next file, after the response to the original.
  ok(
    await admin.post('/certificate/reissue', {
      student_certificate_id: original.student_certificate_id,
      reason: 'Lost in the mail',
    }),
  )
  await sweep()
  const duplicate = await certificateOf(student_course_id)
  expect(duplicate.certificate_number).toBe('90000002')
  expect((await admin.post('/agency/file', { agency })).body).toMatchObject({ code: 'NOTHING_WAITS' })
  // Answers that can't be read stay with their file, with the reason.
  const path = `/manage/agencies/${agency}/files`
  const unread = await admin.visit(path, { agency_file_id: String(file.agency_file_id), text: 'nonsense' })
  expect(unread.status).toBe(400)
  expect(unread.text).toMatch(/nonsense<\/textarea>/)
  expect(unread.text).toContain('the columns that the layout describes')
  const original_answer = { agency_file_id: file.agency_file_id, text: '90000001,A,,\n' }
  expect(ok(await admin.post('/agency/file/answers', original_answer))).toMatchObject({ accepted: 1 })
  const second = ok(await admin.post('/agency/file', { agency }))
  expect(await textOf(second.agency_file_id)).toMatch(/^90000002,D,[^,]+,12345678\r\n$/)
  const form = { agency_file_id: second.agency_file_id, text: '90000002,A,,\n' }
  expect(ok(await admin.post('/agency/file/answers', form))).toMatchObject({ accepted: 1, rejected: 0, unknown: [] })
  expect(await reportsOf(student_course_id)).toMatchObject([
    { state: 'replaced', number: '90000001', kind: 'original' },
    { state: 'accepted', number: '90000002', kind: 'duplicate' },
  ])
  const after = await admin.visit(`/manage/completion-report/${student_course_id}`)
  expect(after.text).toContain('Nothing is blocking this report')
  // Nothing waits for a third file, and the account of numbers balances: two used, one left.
  expect((await admin.post('/agency/file', { agency })).body).toMatchObject({ code: 'NOTHING_WAITS' })
  const account = await admin.get(
    `/certificate/numbers/account?agency=${agency}&from=2020-01-01&until=2099-12-31&format=csv`,
  )
  const uses = account.text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').slice(0, 2).join(' '))
  expect(uses).toEqual(['90000001 Original', '90000002 Duplicate', '90000003 Unused'])
})

test('a completion without a number waits, is shown in the stock, and is reported once numbers are bought', async () => {
  await read`delete from learning.certificate_stock_number where taken_at is null`
  const student_course_id = await passCourse(app, user_id, 1, '12345678')
  await app.runJobs(true)
  expect((await admin.post('/agency/file', { agency })).body).toMatchObject({ code: 'NOTHING_WAITS' })
  ok(await admin.post('/certificate/numbers', { agency, numbers: ['90000009'] }))
  await sweepCertificates(await app.ctx({ kind: 'system', name: 'test' }), new AbortController().signal)
  expect((await certificateOf(student_course_id)).certificate_number).toBe('90000009')
  expect(ok(await admin.post('/agency/file', { agency }))).toMatchObject({ records: 1 })
})

test("a student who cancels is refunded in full until midnight of the third business day of the school's zone", async () => {
  const student_course_id = await passCourse(app, user_id, 1, '12345678')
  // Signed on the Wednesday evening before Thanksgiving; the student has continued and not finished.
  await read`
    update learning.student_course
    set agreed_at = '2026-11-26T02:00:00Z', passed_at = null, lk_student_course_status_id = 4
    where student_course_id = ${student_course_id}`
  const ctx = await app.ctx({ kind: 'system', name: 'test' })
  const at = (now: string) =>
    findFullRefundDeadline(ctx.as({ now: new Date(now) }), student_course_id, 'America/Chicago')
  expect(await at('2026-12-02T05:59:59Z')).toEqual({
    until: new Date('2026-12-02T06:00:00Z'),
    source: expect.stringContaining('Tex. Educ. Code 1001.401'),
  })
  expect(await at('2026-12-02T06:00:00Z')).toBeNull()
})
