import { expect, test } from 'vitest'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { addDays, dayIn } from '#platform/zone.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { findReadyReport } from './find-ready.ts'
import { runDueSchedules } from './run-schedules.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const system = await app.ctx({ kind: 'system', name: 'test' })
const [below, separate] = await Promise.all([
  app.database.tx((sql) => insertOrganization(sql, { code: 'RPB', name: 'Below School', parent_organization_id: 1 })),
  app.database.tx((sql) =>
    insertOrganization(sql, { code: 'RPC', name: 'Apart School', parent_organization_id: null }),
  ),
])

type Person = { user_id: number; loginid: string }
let people = 0
async function person(organization_id = 1, role = 1): Promise<Person> {
  people += 1
  const loginid = `keeper${people}@example.com`
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, first_name, last_name, loginid, email)
    values (${organization_id}, ${role}, 'Kim', ${`Keeper ${people}`}, ${loginid}, ${loginid}) returning user_id`
  return { user_id: row!.user_id, loginid }
}
const setKey = ({ user_id }: Person, key: string, organization_id = 1) => read`
  insert into identity.permission (user_id, organization_id, key, granted)
  values (${user_id}, ${organization_id}, ${key.replace('-', '')}, ${!key.startsWith('-')})
  on conflict (user_id, key) do update set granted = excluded.granted`

const admin = await person()
/** The administrator, signed in again for each call: these tests advance the clock past any session. */
const client = new Proxy({} as Client, {
  get: (_, name: keyof Client) => async (path: string, sent?: never) =>
    ((await app.as(admin.user_id))[name] as Client['post'])(path, sent),
})
const body = (recipients: readonly Person[], overrides: object = {}) => ({
  report: 'enrollments',
  format: 'csv',
  period: 'yesterday',
  repeats: 'daily',
  at_time: '07:00',
  time_zone: 'America/New_York',
  recipients: recipients.map(({ loginid }) => loginid).join(', '),
  ...overrides,
})
const save = (body: object, caller: Client = client) => caller.post('/report/schedule/save', body)
const listSchedules = async (caller: Client = client) => (await caller.get('/report/schedules')).body.schedules
const runsOf = (report_schedule_id: number) => read<{ user_id: number; state: string; due_at: Date; task_id: number }>`
  select user_id, state, due_at, task_id from backoffice.report_run
  where report_schedule_id = ${report_schedule_id} order by report_run_id`
const mailed = (loginid: string) => app.mail.sent.filter(({ to }) => to === loginid)
/** Advances the clock to a minute after the schedule's next time, and past further times. */
async function reach(report_schedule_id: number, more = 0) {
  const [row] = await read<{ ms: number }>`
    select (extract(epoch from next_at - platform.now()) * 1000)::float8 as ms
    from backoffice.report_schedule where report_schedule_id = ${report_schedule_id}`
  await app.moveClock(row!.ms + 60_000 + more * 86_400_000)
}
const due = async () => {
  await runDueSchedules(system)
  return app.runJobs()
}
const deleteOtherSchedules = async (report_schedule_id: number) => {
  await read`update backoffice.report_schedule set deleted_at = platform.now() where report_schedule_id <> ${report_schedule_id}`
}

test('each recipient gets one file and one email with a personal link, however often the jobs run', async () => {
  const [firstPerson, two] = [await person(), await person()]
  const { report_schedule_id } = (await save(body([firstPerson, two]))).body
  await deleteOtherSchedules(report_schedule_id)
  await due()
  expect(await runsOf(report_schedule_id)).toEqual([])
  await reach(report_schedule_id)
  await Promise.all([runDueSchedules(system), runDueSchedules(system)])
  await due()
  await due()
  const runs = await runsOf(report_schedule_id)
  expect(runs).toMatchObject([
    { user_id: firstPerson.user_id, state: 'done' },
    { user_id: two.user_id, state: 'done' },
  ])
  for (const { loginid, user_id } of [firstPerson, two]) {
    expect(mailed(loginid).map(({ subject }) => subject)).toEqual(['Your report is ready: Enrollments'])
    expect(mailed(loginid)[0]!.text).toContain('/manage/reports/history#run-')
    expect(mailed(loginid)[0]!.text).toContain('Yesterday')
    const { task_id } = runs.find((run) => run.user_id === user_id)!
    expect((await (await app.as(user_id)).get(`/user/task/${task_id}/file`)).status).toBe(200)
    expect((await client.get(`/user/task/${task_id}/file`)).status).toBe(404)
  }
  // It may contain rows of the whole organization, so someone assigned to others since can't open it any more.
  const [row] = await read<{ organization_id: number }>`
    select descendant_id as organization_id from identity.organization_closure where ancestor_id = 1 and depth = 1 limit 1`
  await read`update identity.person set lk_user_role_id = 2 where user_id = ${firstPerson.user_id}`
  await read`
    insert into identity.instructor_organization (user_id, organization_id)
    values (${firstPerson.user_id}, ${row!.organization_id})`
  for (const key of ['MANAGE_REPORTS:READ', 'MANAGE_STUDENTS:READ']) await setKey(firstPerson, key)
  const { task_id } = runs.find((run) => run.user_id === firstPerson.user_id)!
  expect((await (await app.as(firstPerson.user_id)).get(`/user/task/${task_id}/file`)).status).toBe(403)
})

test('missed runs are made up once, for the latest of them', async () => {
  const reader = await person()
  const { report_schedule_id } = (await save(body([reader]))).body
  await deleteOtherSchedules(report_schedule_id)
  await reach(report_schedule_id, 5)
  await due()
  const runs = await runsOf(report_schedule_id)
  expect(runs).toHaveLength(1)
  const [schedule] = await read<{ now: Date; next_at: Date }>`
    select platform.now() as now, next_at from backoffice.report_schedule
    where report_schedule_id = ${report_schedule_id}`
  const { now, next_at } = schedule!
  expect(now.getTime() - runs[0]!.due_at.getTime()).toBeLessThan(86_400_000 + 3_600_000)
  expect(next_at > now).toBe(true)
  expect(mailed(reader.loginid)).toHaveLength(1)
})

test('a report that is made days late covers the days before its own time', async () => {
  const reader = await person()
  const { report_schedule_id } = (await save(body([reader], { format: 'json' }))).body
  await deleteOtherSchedules(report_schedule_id)
  await reach(report_schedule_id)
  await runDueSchedules(system)
  await app.moveClock(3 * 86_400_000)
  await app.runJobs()
  const [run] = await runsOf(report_schedule_id)
  const yesterday = addDays(dayIn('America/New_York', run!.due_at), -1)
  const file = await (await app.as(reader.user_id)).get(`/user/task/${run!.task_id}/file`)
  expect(JSON.parse(file.text).days).toEqual({ from: yesterday, to: yesterday })
})

test("rechecks the recipient's permissions on each run", async () => {
  const [lasting, losing, leavingPerson] = [await person(), await person(), await person()]
  const { report_schedule_id } = (await save(body([lasting, losing, leavingPerson]))).body
  await deleteOtherSchedules(report_schedule_id)
  await setKey(losing, '-MANAGE_STUDENTS:READ')
  await read`update identity.person set lk_user_status_id = 2 where user_id = ${leavingPerson.user_id}`
  await reach(report_schedule_id)
  await due()
  expect((await runsOf(report_schedule_id)).map(({ state }) => state)).toEqual(['done', 'refused', 'refused'])
  expect([lasting, losing, leavingPerson].map(({ loginid }) => mailed(loginid).length)).toEqual([1, 0, 0])
  const refusedRows = await read`
    select subject_user_id from platform.v_audit_event where action = 'businessReport.refused' order by 1`
  expect(refusedRows.map((row) => row.subject_user_id)).toEqual([losing.user_id, leavingPerson.user_id])
  await setKey(losing, 'MANAGE_STUDENTS:READ')
  await reach(report_schedule_id)
  await due()
  expect(mailed(losing.loginid)).toHaveLength(1)
})

test('a permission lost between schedule and file produces no file and no email', async () => {
  const reader = await person()
  const { report_schedule_id } = (await save(body([reader]))).body
  await deleteOtherSchedules(report_schedule_id)
  await reach(report_schedule_id)
  await runDueSchedules(system)
  await setKey(reader, '-MANAGE_REPORTS:READ')
  await app.runJobs()
  expect((await runsOf(report_schedule_id)).map(({ state }) => state)).toEqual(['refused'])
  expect(mailed(reader.loginid)).toEqual([])
})

test.each<[string, (reader: Person, report_run_id: number) => PromiseLike<unknown>]>([
  ['the permission for its report was lost', (reader) => setKey(reader, '-MANAGE_REPORTS:READ')],
  ['the permission for its data was lost', (reader) => setKey(reader, '-MANAGE_STUDENTS:READ')],
  [
    'the recipient was disabled',
    ({ user_id }) => read`update identity.person set lk_user_status_id = 2 where user_id = ${user_id}`,
  ],
  [
    'the recipient was removed',
    ({ user_id }) => read`update identity.person set deleted_at = platform.now() where user_id = ${user_id}`,
  ],
  [
    'its file failed after all',
    (_, report_run_id) => read`
      update backoffice.report_run set state = 'refused' where report_run_id = ${report_run_id}`,
  ],
])('the email about a finished report is not sent if, before its job first runs, %s', async (_, end) => {
  const reader = await person()
  const { report_schedule_id } = (await save(body([reader]))).body
  await deleteOtherSchedules(report_schedule_id)
  await reach(report_schedule_id)
  await due()
  const [run] = await read<{ report_run_id: number }>`
    select report_run_id from backoffice.report_run where report_schedule_id = ${report_schedule_id}`
  const { report_run_id } = run!
  expect((await findReadyReport(system, report_run_id))?.email).toBe(reader.loginid)
  await end(reader, report_run_id)
  expect(await findReadyReport(system, report_run_id)).toBeNull()
})

test('a removed schedule does not run', async () => {
  const reader = await person()
  const { report_schedule_id } = (await save(body([reader]))).body
  await deleteOtherSchedules(report_schedule_id)
  await client.delete(`/report/schedule/${report_schedule_id}`)
  await reach(report_schedule_id)
  await due()
  expect(await runsOf(report_schedule_id)).toEqual([])
})

test('a paused schedule does not run, and skipped runs are not made up', async () => {
  const reader = await person()
  const { report_schedule_id } = (await save(body([reader]))).body
  await deleteOtherSchedules(report_schedule_id)
  await client.post('/report/schedule/pause', { report_schedule_id, paused: 1 })
  await app.moveClock(3 * 86_400_000)
  await due()
  await client.post('/report/schedule/pause', { report_schedule_id, paused: 0 })
  await client.post('/report/schedule/pause', { report_schedule_id, paused: 0 })
  await due()
  expect(await runsOf(report_schedule_id)).toEqual([])
  await reach(report_schedule_id)
  await due()
  expect(await runsOf(report_schedule_id)).toHaveLength(1)
})

test('recipients are staff of this organization or one above who may read the report', async () => {
  const [student, instructor, otherOrganizationPerson, lower] = [
    await person(1, 3),
    await person(1, 2),
    await person(separate),
    await person(below),
  ]
  const refusal = async (recipients: readonly Person[], overrides: object = {}) => {
    const { status, body: answer } = await save(body(recipients, overrides))
    return [status, answer.issues?.[0]?.path]
  }
  for (const firstPerson of [student, otherOrganizationPerson, lower])
    expect(await refusal([firstPerson])).toEqual([400, 'recipients'])
  expect(await refusal([instructor], { report: 'sales' })).toEqual([400, 'recipients'])
  expect(await refusal([])).toEqual([400, 'recipients'])
  expect(await refusal([], { recipients: Array.from({ length: 21 }, (_, n) => `a${n}@example.com`).join() })).toEqual([
    400,
    'recipients',
  ])
  expect((await save(body([instructor]))).status).toBe(200)
  expect((await save(body([admin]), await app.as(admin.user_id, 'RPB'))).status).toBe(200)
})

test('every accepted recipient gets the email, including an instructor limited to some organizations', async () => {
  const limited = await person(1, 2)
  await read`
    insert into identity.instructor_organization (user_id, organization_id) values (${limited.user_id}, ${below})`
  const response = await save(body([limited]))
  expect(response.status).toBe(200)
  const { report_schedule_id } = response.body
  await deleteOtherSchedules(report_schedule_id)
  await reach(report_schedule_id)
  await due()
  await due()
  expect(await runsOf(report_schedule_id)).toMatchObject([{ user_id: limited.user_id, state: 'done' }])
  expect(mailed(limited.loginid).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Your report is ready'),
  ])
})

test('refuses times that do not exist at their field', async () => {
  const wrong = async (overrides: object) => (await save(body([admin], overrides))).body.issues[0].path
  expect(await wrong({ at_time: '24:00' })).toBe('at_time')
  expect(await wrong({ time_zone: 'Moon/Base' })).toBe('time_zone')
  expect(await wrong({ repeats: 'weekly' })).toBe('week_day')
  expect(await wrong({ repeats: 'monthly' })).toBe('month_day')
  expect(await wrong({ repeats: 'monthly', month_day: 32 })).toBe('month_day')
  expect(await wrong({ repeats: 'hourly' })).toBe('repeats')
  expect(await wrong({ startDate: '02/30/2026', period: '' })).toBe('startDate')
})

test('T-20: returns 404 for a schedule of another organization, and requires each permission', async () => {
  const { report_schedule_id } = (await save(body([admin]))).body
  const beneath = await app.as((await person(below)).user_id, 'RPB')
  const outsider = await app.as((await person(separate)).user_id, 'RPC')
  const changes = async (caller: Client) => [
    await save(body([admin], { report_schedule_id }), caller),
    await caller.post('/report/schedule/pause', { report_schedule_id, paused: 1 }),
    await caller.delete(`/report/schedule/${report_schedule_id}`),
  ]
  for (const caller of [beneath, outsider]) {
    expect((await changes(caller)).map(({ status }) => status)).toEqual([404, 404, 404])
    expect(
      (await listSchedules(caller)).map((row: { report_schedule_id: number }) => row.report_schedule_id),
    ).not.toContain(report_schedule_id)
  }
  const instructor = await app.as((await person(1, 2)).user_id)
  expect((await changes(instructor)).map(({ status }) => status)).toEqual([403, 403, 403])
  expect((await save(body([admin]), instructor)).status).toBe(403)
  // An administrator who may not read its content.
  const narrow = await person()
  await setKey(narrow, '-MANAGE_STUDENTS:READ')
  const narrowed = await app.as(narrow.user_id)
  expect((await changes(narrowed)).map(({ status }) => status)).toEqual([403, 403, 403])
  expect(await listSchedules(narrowed)).toEqual([])
  expect((await changes(client)).map(({ status }) => status)).toEqual([200, 200, 200])
})

test('changes are audited with the values before and after', async () => {
  const { report_schedule_id } = (await save(body([admin]))).body
  await save(body([admin], { report_schedule_id, at_time: '08:15' }))
  await client.delete(`/report/schedule/${report_schedule_id}`)
  const rows = await read<{ action: string; before: object | null; after: object | null }>`
    select action, before, after from platform.v_audit_event
    where subject = ${`report_schedule_id:${report_schedule_id}`} order by audit_event_id`
  expect(rows).toMatchObject([
    { action: 'reportSchedule.create', before: null, after: { at_time: '07:00', recipients: [admin.user_id] } },
    { action: 'reportSchedule.update', before: { at_time: '07:00' }, after: { at_time: '08:15' } },
    { action: 'reportSchedule.delete', before: { at_time: '08:15' }, after: null },
  ])
  expect((await client.delete(`/report/schedule/${report_schedule_id}`)).status).toBe(404)
})

test('ten simultaneous submissions of one form create one schedule', async () => {
  const caller = await app.as(admin.user_id)
  const sentBody = body([admin], { at_time: '03:21' })
  const responses = await Promise.all(Array.from({ length: 10 }, () => save(sentBody, caller)))
  expect(new Set(responses.map((response) => response.body.report_schedule_id)).size).toBe(1)
  expect((await listSchedules()).filter((row: { at_time: string }) => row.at_time === '03:21')).toHaveLength(1)
})
