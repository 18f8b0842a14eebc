import { expect, test } from 'vitest'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { atOnce, fifty, tally } from '#tests/support/at-once.ts'
import { runDueSchedules } from './reports/run-schedules.ts'
import { processUpload } from './uploads/process-upload.ts'
import { processUploadUndo } from './uploads/process-upload-undo.ts'

/** Tests each lock of this module with fifty concurrent calls; tests/locks.txt names them. */
const app = await openTestApp({ jobs: true })
const { read } = app.database
await read`update identity.organization set invoice_ind = true where organization_id = 1`
const admin = await someone()
const system = await app.ctx({ kind: 'system', name: 'test' })

async function someone(role = 1): Promise<Client & { user_id: number }> {
  const loginid = `locks${Math.random().toString(36).slice(2)}@example.com`
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    values (1, ${role}, ${loginid}, ${loginid}, 'Lee', 'Locks') returning user_id`
  return { ...(await app.as(row!.user_id)), ...row! }
}

type Event = { before: Record<string, unknown> | null; after: Record<string, unknown> | null }
const eventsOf = (action: string, subject: string) => read<Event>`
  select before, after from platform.audit_event where action = ${action} and subject = ${subject} order by audit_event_id`

/** Whether each change was based on the previous one. */
const isChain = (events: readonly Event[], name: string) =>
  events.every(({ before }, index) => index === 0 || before?.[name] === events[index - 1]!.after?.[name])

test('fifty simultaneous changes of a note are serialized, and each is audited', async () => {
  const { user_id: entity_id } = await someone(3)
  const { body } = await admin.post('/user/addEntityNotes', { entity_id, note: 'First.' })
  const { entity_note_id } = body.data
  const responses = await atOnce((index) =>
    admin.post('/user/editEntityNotes', { entity_note_id, note: `Change ${index}.` }),
  )
  expect(tally(responses)).toEqual({ 200: fifty })
  const events = await eventsOf('note.edit', `entity_note_id:${entity_note_id}`)
  expect(new Set(events.map(({ before }) => before!.note)).size).toBe(fifty)
  expect(isChain(events, 'note')).toBe(true)
})

test('saved views have unique names, and there are never more than fifty', async () => {
  const grid = 'student/fetch'
  const responses = await atOnce(() => admin.post('/grid/view', { grid, name: 'Mine', query: 'search=a' }))
  expect(tally(responses)).toEqual({ 200: 1, '409 VIEW_NAME_TAKEN': fifty - 1 })
  const more = await atOnce((index) => admin.post('/grid/view', { grid, name: `Mine ${index}`, query: 'search=a' }))
  expect(tally(more)).toEqual({ 200: fifty - 1, '409 TOO_MANY_VIEWS': 1 })
})

const schedule = (overrides: object = {}) => ({
  report: 'enrollments',
  format: 'csv',
  period: 'yesterday',
  repeats: 'daily',
  at_time: '07:00',
  time_zone: 'America/New_York',
  recipients: 'admin@example.com',
  ...overrides,
})

test('fifty simultaneous pauses of a schedule are one change, and fifty changes are serialized', async () => {
  const { report_schedule_id } = (await admin.post('/report/schedule/save', schedule({ at_time: '05:05' }))).body
  const subject = `report_schedule_id:${report_schedule_id}`
  await atOnce(() => admin.post('/report/schedule/pause', { report_schedule_id, paused: true }))
  expect(await eventsOf('reportSchedule.pause', subject)).toHaveLength(1)
  const responses = await atOnce((index) =>
    admin.post(
      '/report/schedule/save',
      schedule({ report_schedule_id, at_time: `06:${String(index).padStart(2, '0')}` }),
    ),
  )
  expect(tally(responses)).toEqual({ 200: fifty })
  const events = await eventsOf('reportSchedule.update', subject)
  expect(new Set(events.map(({ before }) => before!.at_time)).size).toBe(fifty)
  expect(isChain(events, 'at_time')).toBe(true)
})

test('schedules of one kind are unique, and a due one runs once with any number of workers', async () => {
  const responses = await atOnce(() => admin.post('/report/schedule/save', schedule({ at_time: '04:04' })))
  expect(new Set(responses.map(({ body }) => body.report_schedule_id)).size).toBe(1)
  await read`
    update backoffice.report_schedule set next_at = platform.now() - interval '1 minute', paused_at = null`
  await atOnce(() => runDueSchedules(system))
  const runs = await read<{ n: number }>`
    select count(*)::int as n from backoffice.report_run where report_schedule_id is not null
    group by report_schedule_id, user_id`
  expect(runs.length).toBeGreaterThan(1)
  expect(new Set(runs.map(({ n }) => n))).toEqual(new Set([1]))
})

test('at most twenty emails an hour are resent under simultaneous requests', async () => {
  const { user_id } = await someone(3)
  await app.database.read`
    insert into platform.audit_event (organization_id, action, actor_kind, subject_user_id, after)
    values (1, 'mail.sent', 'system', ${user_id}, '{"letter": "identity.password-link"}')`
  const [event] = await read<{ audit_id: number }>`
    select audit_event_id::int as audit_id from platform.audit_event
    where action = 'mail.sent' and subject_user_id = ${user_id}`
  const responses = await atOnce(() => admin.post('/user/resendEmail', event))
  expect(tally(responses)).toEqual({ 200: 20, '429 TOO_MANY': fifty - 20 })
})

const header = ['First_Name', 'Last_Name', 'Email', 'DOB']
let people = 0
async function checkRows(rows: number) {
  const cells = Array.from({ length: rows }, () => [
    'Lena',
    'Lockhart',
    `lena${++people}@locks.example.com`,
    '04/09/1990',
  ])
  const { body } = await admin.post('/student/verifyUploadData', { rows: [header, ...cells], file_name: 'class.xlsx' })
  return { student_upload_id: body.data.student_upload_id as number, digest: body.data.digest as string }
}
const ordersOf = (student_upload_id: number) => read<{ user_id: number; n: number }>`
  select r.user_id, (select count(*)::int from checkout.customer_order o where o.user_id = r.user_id) as n
  from backoffice.student_upload_row r where r.student_upload_id = ${student_upload_id}`

test('an upload takes one set of terms, adds each row once and is undone once', async () => {
  const { student_upload_id, digest } = await checkRows(6)
  const terms = {
    organization: 1,
    course_website: 1001,
    student_upload_id,
    digest,
    coursePrice: null,
    bill_students: true,
  }
  const started = await atOnce((index) =>
    admin.post('/student/uploadStudents', { ...terms, trxId: index % 2 ? 'A' : 'B' }),
  )
  expect(tally(started)).toEqual({ 200: fifty / 2, '409 UPLOAD_STARTED': fifty / 2 })
  expect(await eventsOf('student.upload', `student_upload_id:${student_upload_id}`)).toHaveLength(1)
  await atOnce(() => processUpload(system, student_upload_id).catch(() => {}), 10)
  const orders = await ordersOf(student_upload_id)
  expect(orders.map(({ n }) => n)).toEqual(Array(6).fill(1))
  expect(new Set(orders.map(({ user_id }) => user_id)).size).toBe(6)
  const responses = await atOnce(() => admin.post('/student/undoUpload', { student_upload_id }))
  expect(tally(responses)).toEqual({ 200: fifty })
  expect(await eventsOf('student.undo-upload', `student_upload_id:${student_upload_id}`)).toHaveLength(1)
  await atOnce(() => processUploadUndo(system, student_upload_id).catch(() => {}), 10)
  const removedRows = await read<{ n: number }>`
    select count(*)::int as n from platform.audit_event
    where action = 'user.remove' and subject_user_id = any(${read.array(orders.map(({ user_id }) => user_id))}::int[])
    group by subject_user_id`
  expect(removedRows.map(({ n }) => n)).toEqual(Array(6).fill(1))
})

test('one of fifty simultaneous decisions on an advance request takes effect', async () => {
  const { user_id } = await someone(3)
  const [course] = await read<{ student_course_id: number }>`
    insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id,
                                         lk_student_course_status_id)
    select 1, ${user_id}, course_version_id, course_website_id, 4
    from catalogue.v_course_website where course_website_id = 1001 returning student_course_id`
  const [row] = await read<{ advance_request_id: number; student_course_id: number }>`
    insert into backoffice.advance_request
      (organization_id, student_course_id, user_id, component_id, complete_ind, final_ind, reason, asked_by, expires_at)
    select 1, ${course!.student_course_id}, ${user_id}, (select min(component_id) from catalogue.component), true, false,
           'Took it at school',
           (select user_id from identity.person where loginid = 'admin@example.com'), platform.now() + interval '1 day'
    returning advance_request_id, student_course_id`
  const responses = await atOnce((index) =>
    admin.post('/student/decideAdvance', {
      advance_request_id: row!.advance_request_id,
      decision: 'declined',
      note: `No ${index}`,
    }),
  )
  expect(tally(responses)[200]).toBe(1)
  expect(await eventsOf('course.decline-advance', `student_course_id:${row!.student_course_id}`)).toHaveLength(1)
})
