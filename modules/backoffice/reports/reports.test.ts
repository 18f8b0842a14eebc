import { describe, expect, test } from 'vitest'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { readSheet } from '#tests/support/read-sheet.ts'
import { carryOutReport } from './carry-out-report.ts'
import { reports } from './reports.ts'
import { findRun } from './run.sql.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const system = await app.ctx({ kind: 'system', name: 'test' })

/** RPB is below the demo's organization 1; RPC is separate. */
const [below, separate] = await Promise.all([
  app.database.tx((sql) => insertOrganization(sql, { code: 'RPB', name: 'Below School', parent_organization_id: 1 })),
  app.database.tx((sql) =>
    insertOrganization(sql, { code: 'RPC', name: 'Apart School', parent_organization_id: null }),
  ),
])

type Person = { user_id: number; loginid: string }
let people = 0
async function person(organization_id = 1, role = 1, keys: readonly string[] = []): Promise<Person> {
  people += 1
  const loginid = `reader${people}@example.com`
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, first_name, last_name, loginid, email)
    values (${organization_id}, ${role}, 'Rea', ${`Der ${people}`}, ${loginid}, ${loginid}) returning user_id`
  for (const key of keys) await setKey(row!.user_id, organization_id, key)
  return { user_id: row!.user_id, loginid }
}
const setKey = (user_id: number, organization_id: number, key: string) => read`
  insert into identity.permission (user_id, organization_id, key, granted)
  values (${user_id}, ${organization_id}, ${key.replace('-', '')}, ${!key.startsWith('-')})
  on conflict (user_id, key) do update set granted = excluded.granted`

async function enroll(organization_id: number, last_name: string, created_at: string): Promise<number> {
  const { user_id } = await person(organization_id, 3)
  await read`update identity.person set last_name = ${last_name} where user_id = ${user_id}`
  const [row] = await read<{ student_course_id: number }>`
    insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id,
                                         lk_student_course_status_id, audio_ind, created_at)
    select ${organization_id}, ${user_id}, course_version_id, course_website_id, 4, false, ${created_at}::timestamptz
    from catalogue.v_course_website where course_website_id = 1001
    returning student_course_id`
  return row!.student_course_id
}

// At 23:30 and 00:30 in New York.
const evening = await enroll(1, 'Evening', '2026-03-08T04:30:00Z')
const night = await enroll(1, '=HYPERLINK("x")', '2026-03-08T05:30:00Z')
await enroll(below, 'Below', '2026-03-08T12:00:00Z')
await enroll(separate, 'Apart', '2026-03-08T12:00:00Z')
await read`update identity.organization set time_zone = 'America/New_York' where organization_id = 1`

const admin = await person()
const adminClient = await app.as(admin.user_id)
const fileOf = async (client: Client, query: string) => client.get(`/report/run/${query}`)
const jsonRows = async (client: Client, query: string) => {
  const { status, body, text } = await fileOf(client, query)
  if (status !== 200) throw new Error(text)
  return body as { rows: Record<string, unknown>[]; time_zone: string; filters: object }
}
const days = 'startDate=03/07/2026&endDate=03/09/2026'

describe('every report', () => {
  test.each(reports.map((report) => report.name))(
    '%s has a preview and a file of each type, named after it, in both languages',
    async (name) => {
      const required = name === 'seat-time' ? '&random_id=1' : ''
      const preview = await adminClient.get(`/report/preview/${name}?period=last-30-days${required}`)
      expect(preview.status, preview.text).toBe(200)
      const label = reports.find((report) => report.name === name)!.label[0]
      for (const format of ['xlsx', 'csv', 'json']) {
        const { status, headers, text } = await fileOf(adminClient, `${name}?format=${format}${required}`)
        expect(status, text.slice(0, 300)).toBe(200)
        expect(headers.get('content-disposition')).toContain(`filename="${label}.${format}"`)
      }
      // All filters together, and again with names instead of numbers.
      for (const text of ['1', 'x%_\\']) {
        const all = new URLSearchParams({
          course_id: text,
          website_id: text,
          organization_id: text,
          random_id: '1',
          promo_code: text,
          payment_type: '1',
          role_id: '3',
          startDate: '2026-01-01',
          endDate: '12/31/2026',
        })
        const { status, text: responseText } = await adminClient.get(`/report/preview/${name}?${all}`)
        expect(status, responseText).toBe(200)
      }
    },
  )

  test('the list names the parameters of each report', async () => {
    const { body } = await adminClient.get('/report/fetch')
    expect(body.reports).toHaveLength(9)
    expect(body.reports[8]).toMatchObject({
      report: 'seat-time',
      required: 'random_id',
      formats: ['xlsx', 'csv', 'json'],
    })
  })

  test('refuses the ledger of an unknown student at its field', async () => {
    const { status, body } = await adminClient.get('/report/run/seat-time')
    expect([status, body.issues[0].path]).toEqual([400, 'random_id'])
  })
})

describe('contents of a file', () => {
  test("dates are in the organization's time zone in rows, bounds and times", async () => {
    const rowsBetween = async (from: string, to: string) =>
      (await jsonRows(adminClient, `enrollments?format=json&organization_id=1&startDate=${from}&endDate=${to}`)).rows
    const seventh = await rowsBetween('2026-03-07', '2026-03-07')
    expect(seventh).toMatchObject([{ student_course_id: evening, enrolled_at: '2026-03-07T23:30:00-05:00' }])
    expect((await rowsBetween('2026-03-08', '03/08/2026')).map((row) => row.student_course_id)).toEqual([night])
  })

  test('T-23: texts never begin a formula, and numbers and dates are stored as such', async () => {
    const { bytes } = await fileOf(adminClient, `enrollments?organization_id=1&${days}`)
    const { headings, rows, about, types } = await readSheet(bytes)
    expect(headings.slice(0, 3)).toEqual(['Enrollment number', 'Last name', 'First name'])
    expect(rows[0]!.slice(0, 2)).toEqual([String(night), '\'=HYPERLINK("x")'])
    expect(types).not.toContain('type 6')
    expect(about.flat()).toEqual(expect.arrayContaining(['Organization', '1', 'Start date', '03/07/2026']))
    const csv = (await fileOf(adminClient, `enrollments?format=csv&organization_id=1&${days}`)).text
    expect(csv).toContain(`${night},"'=HYPERLINK(""x"")",`)
    expect(csv).toContain(',2026-03-07,')
  })

  test('the file and the audit log name the request', async () => {
    const { about } = await readSheet((await fileOf(adminClient, `enrollments?${days}`)).bytes)
    const [, reference] = about.find(([name]) => name === 'Reference')!
    const rows = await read<{ after: unknown }>`
      select after from platform.v_audit_event where action = 'businessReport.run' and request_id = ${reference!}`
    expect(rows).toMatchObject([{ after: { report: 'enrollments', filters: { startDate: '03/07/2026' } } }])
  })

  test('totals, groups and the time series agree with the rows', async () => {
    const { body } = await adminClient.get(`/report/preview/enrollments?organization_id=1&${days}`)
    expect(body).toMatchObject({
      count: 2,
      totals: [{ value: '2' }, { value: '0' }, { value: '0' }],
      breakdown: { rows: [['In Progress', '2', '0']] },
      trend: {
        grain: 'day',
        points: [
          { day: '2026-03-07', value: 1 },
          { day: '2026-03-08', value: 1 },
        ],
      },
    })
  })

  test('a day, week or month without rows is a zero in the time series', async () => {
    await enroll(separate, 'Gap', '2026-03-08T12:00:00Z')
    await enroll(separate, 'Gap', '2026-05-04T12:00:00Z')
    const client = await app.as((await person(separate)).user_id, 'RPC')
    const values = async (dates: string) => {
      const { body } = await client.get(`/report/preview/enrollments?${dates}`)
      return body.trend.points.map(({ day, value }: { day: string; value: number }) => [day, value])
    }
    expect(await values('startDate=03/01/2026&endDate=06/30/2026')).toEqual([
      ['2026-03-02', 2],
      ...['03-09', '03-16', '03-23', '03-30', '04-06', '04-13', '04-20', '04-27'].map((day) => [`2026-${day}`, 0]),
      ['2026-05-04', 1],
    ])
    expect(await values('endDate=06/30/2026')).toEqual([
      ['2026-03-01', 2],
      ['2026-04-01', 0],
      ['2026-05-01', 1],
    ])
    await enroll(separate, 'Long ago', '2016-03-08T12:00:00Z')
    const { trend } = (await client.get('/report/preview/enrollments?endDate=06/30/2026')).body
    expect([trend.points.length, trend.points[0].day, trend.cut]).toEqual([36, '2023-06-01', true])
  })
})

describe('access', () => {
  test('refuses visitors, students and staff without the permission for any report', async () => {
    const student = await app.as((await person(1, 3)).user_id)
    const support = await app.as((await person(1, 4)).user_id)
    for (const path of [
      '/report/fetch',
      '/report/history',
      '/report/schedules',
      '/report/run/sales',
      '/report/preview/sales',
    ]) {
      expect((await app.visitor().get(path)).status).toBe(401)
      expect((await student.get(path)).status).toBe(403)
      expect((await support.get(path)).status).toBe(403)
    }
    expect((await support.post('/report/start', { report: 'sales' })).status).toBe(403)
  })

  test('MANAGE_REPORTS alone shows nothing: the underlying data must be readable, too', async () => {
    const instructor = await app.as((await person(1, 2)).user_id)
    const { body } = await instructor.get('/report/fetch')
    const names = body.reports.map(({ report }: { report: string }) => report)
    expect(names).not.toContain('sales')
    expect(names).toContain('enrollments')
    for (const path of ['/report/run/sales', '/report/preview/promo-use', '/report/run/authorization-keys'])
      expect((await instructor.get(path)).status).toBe(403)
    expect((await instructor.post('/report/start', { report: 'sales' })).status).toBe(403)
    expect((await instructor.get('/report/run/nothing')).status).toBe(404)
  })

  test('T-20: an organization reads itself and its sub-organizations, never its parents or siblings', async () => {
    const names = async (client: Client) =>
      (await jsonRows(client, `enrollments?format=json&${days}`)).rows.map((row) => row.last_name)
    const beneath = await app.as((await person(below)).user_id, 'RPB')
    expect(await names(adminClient)).toEqual(expect.arrayContaining(['Evening', 'Below']))
    expect(await names(adminClient)).not.toContain('Apart')
    expect(await names(beneath)).toEqual(['Below'])
    expect((await fileOf(beneath, 'enrollments?organization_id=1')).status).toBe(404)
    expect((await fileOf(adminClient, `enrollments?organization_id=${separate}`)).status).toBe(404)
    expect((await jsonRows(beneath, 'enrollments?format=json&organization_id=Apart')).rows).toEqual([])
    // Nor in the history.
    const runs = (await beneath.get('/report/history')).body.runs
    expect(new Set(runs.map(({ name }: { name: string }) => name)).size).toBe(1)
  })

  test('hostile filters return nothing or are refused at their field', async () => {
    for (const text of ["'; drop table x; --", '%', '_', '\\', '$1', '\ud800', 'a'.repeat(100), '\u202e', '1 or 1=1'])
      for (const field of ['course_id', 'website_id', 'organization_id', 'promo_code', 'random_id']) {
        const query = new URLSearchParams({ [field]: text })
        const { status, body } = await adminClient.get(`/report/preview/enrollments?${query}`)
        expect([status, body.count], `${field} ${text}`).toEqual([200, 0])
      }
    for (const [field, text] of [
      ['startDate', '02/30/2026'],
      ['endDate', "1'"],
      ['payment_type', '9'],
      ['role_id', 'Admin'],
      ['course_id', 'a'.repeat(101)],
      ['promo_code', 'a\0b'],
      ['period', 'ever'],
    ] as const) {
      const { status, body } = await adminClient.get(`/report/preview/sales?${new URLSearchParams({ [field]: text })}`)
      expect([status, body.issues?.[0].path], JSON.stringify(body)).toEqual([400, field])
    }
    const { body } = await adminClient.get('/report/preview/sales?startDate=03/02/2026&endDate=03/01/2026')
    expect(body.issues[0].path).toBe('endDate')
    expect((await adminClient.get('/report/preview/sales?sql=1')).status).toBe(400)
  })
})

describe('in the background', () => {
  const start = (client: Client, body: object = {}) =>
    client.post('/report/start', { report: 'enrollments', format: 'csv', startDate: '03/07/2026', ...body })
  const taskOf = async (client: Client, task_id: number) => (await client.get(`/user/task/${task_id}`)).body.task
  const stateOf = async (report_run_id: number) => (await findRun(system, report_run_id))?.state

  test('a run produces a file, a notification and an audit row with its filters', async () => {
    const reader = await person()
    const client = await app.as(reader.user_id)
    expect((await start(client, { organization_id: separate })).status).toBe(404)
    const { body } = await start(client)
    expect((await start(client)).body.task_id).toBe(body.task_id)
    await app.runJobs()
    const task = await taskOf(client, body.task_id)
    expect(task).toMatchObject({ state: 'done', file: { name: 'Enrollments.csv' } })
    expect((await client.get('/user/notification/fetch/')).body.data.general.list).toMatchObject([
      { text: 'Report “Enrollments” is finished.' },
    ])
    const [run] = (await client.get('/report/history')).body.runs
    expect(run).toMatchObject({
      report: 'enrollments',
      name: expect.stringContaining('Rea'),
      state: 'done',
      filters: [{ label: 'Start date', value: '03/07/2026' }],
      file: { name: 'Enrollments.csv' },
    })
    const file = await client.get(`/user/task/${body.task_id}/file`)
    expect(file.text.split('\r\n').length).toBeGreaterThan(2)
  })

  test('the link works for the requester only, for seven days, while they have the permissions', async () => {
    const reader = await person()
    const client = await app.as(reader.user_id)
    const { task_id } = (await start(client)).body
    await app.runJobs()
    const link = `/user/task/${task_id}/file`
    expect((await client.get(link)).status).toBe(200)
    expect((await adminClient.get(link)).status).toBe(404)
    expect((await app.visitor().get(link)).status).toBe(401)
    const run = (await adminClient.get('/report/history')).body.runs[0]
    expect([run.own, run.file]).toEqual([false, null])
    await setKey(reader.user_id, 1, '-MANAGE_STUDENTS:READ')
    expect((await (await app.as(reader.user_id)).get(link)).status).toBe(403)
    await setKey(reader.user_id, 1, 'MANAGE_STUDENTS:READ')
    await read`update identity.task set expires_at = platform.now() - interval '1 second' where task_id = ${task_id}`
    await app.runJobs()
    const { runs } = (await client.get('/report/history')).body
    expect(runs[0].file).toBeNull()
    expect((await client.get(link)).status).toBe(404)
  })

  test('a person who loses the permission before the job runs gets a notice instead of the file', async () => {
    const reader = await person()
    const client = await app.as(reader.user_id)
    const { task_id, report_run_id } = (await start(client)).body
    await setKey(reader.user_id, 1, '-MANAGE_STUDENTS:READ')
    await app.runJobs()
    expect(await stateOf(report_run_id)).toBe('refused')
    const refusals = await read`
      select after from platform.v_audit_event
      where action = 'businessReport.refused' and subject_user_id = ${reader.user_id}`
    expect(refusals).toHaveLength(1)
    expect(await taskOf(client, task_id)).toMatchObject({
      state: 'failed',
      file: null,
      summary: expect.stringContaining('permissions'),
    })
  })

  test('eight simultaneous requests for one report start one run', async () => {
    const reader = await person()
    const client = await app.as(reader.user_id)
    const responses = await Promise.all(Array.from({ length: 8 }, () => start(client)))
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.report_run_id}`)).size).toBe(1)
    const files = await Promise.all(Array.from({ length: 4 }, () => client.get('/report/run/sales?format=csv')))
    // Requests while it is being created find it; later ones start another.
    const replies = files.filter(({ status }) => status === 200)
    expect(files.filter(({ status }) => status === 409)).toHaveLength(files.length - replies.length)
    expect(replies.length).toBeGreaterThan(0)
    const [runs] = await read<{ n: number }>`
      select count(*)::int as n from backoffice.report_run where user_id = ${reader.user_id} and report = 'sales'`
    expect(runs!.n).toBe(replies.length)
  })

  test('a job that is killed or runs twice at the same time leaves one file', async () => {
    const reader = await person()
    const client = await app.as(reader.user_id)
    const { task_id, report_run_id } = (await start(client)).body
    const dyingCtx = { ...system, tx: () => Promise.reject(new Error('killed')) } as typeof system
    await expect(carryOutReport(dyingCtx, report_run_id)).rejects.toThrow('killed')
    expect(await stateOf(report_run_id)).toBe('waiting')
    await Promise.all([carryOutReport(system, report_run_id), carryOutReport(system, report_run_id)])
    await carryOutReport(system, report_run_id)
    expect(await stateOf(report_run_id)).toBe('done')
    const { file } = await taskOf(client, task_id)
    expect(file.name).toBe('Enrollments.csv')
    expect((await client.get(`/user/task/${task_id}/file`)).status).toBe(200)
    expect((await client.get('/user/notification/fetch/')).body.data.general.total).toBe(1)
  })
})
