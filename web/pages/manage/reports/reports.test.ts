import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const client = await app.as(await app.userId('admin@example.com'))
await read`
  insert into support.ticket (organization_id, visitor_name, visitor_email, lk_issue_category_id, issue_name, created_at,
                              first_answer_at, resolved_at, assigned_name)
  select 1, 'A Visitor', 'visitor@example.com', 2, 'Help', at, at + interval '2 hours', at + interval '1 day', '<b>Ana</b>'
  from (values (platform.now() - interval '3 days'), (platform.now() - interval '40 days')) times (at)`

test('without scripts: choose a report, view it, run it, find it in the history', async () => {
  const list = await client.visit('/manage/reports')
  expect(list.text).toContain('Completions by agency')
  const address = '/manage/reports?report=support-load&period=30-days-with-today&preview=1'
  expect(list.text).toContain(address.replaceAll('&', '&amp;'))
  const page = await client.visit(address)
  for (const text of [
    'Technical Issues',
    '&lt;b&gt;Ana&lt;/b&gt;',
    'Hours to first response (median)',
    '<rect',
    'Show the chart as a table',
  ])
    expect(page.text).toContain(text)
  const { status, headers } = await client.visit(address, { format: 'csv' })
  expect([status, headers.get('location')]).toEqual([303, '/manage/reports/history'])
  await app.runJobs()
  const history = (await client.visit('/manage/reports/history')).text
  expect(history).toContain('Last 30 days including today')
  const [, link] = /href="(\/api\/user\/task\/\d+\/file)"/.exec(history)!
  const file = await client.visit(link!)
  expect(file.headers.get('content-disposition')).toContain('filename="Support load.csv"')
  expect(file.text).toMatch(/\r\nTechnical Issues,<b>Ana<\/b>,,1,1,1,2,2,24,24,\r\n/)
})

test('an empty report counts the rows outside its dates, and links to them', async () => {
  const empty = await client.visit(
    '/manage/reports?report=support-load&startDate=01/01/2019&endDate=01/02/2019&preview=1',
  )
  expect(empty.text).toMatch(/Rows outside these dates: [1-9]/)
  const [, link] = /href="([^"]+)"[^>]*>Show all dates/.exec(empty.text)!
  expect(link).toBe('/manage/reports?report=support-load&amp;preview=1')
  expect((await client.visit(link!.replaceAll('&amp;', '&'))).text).toContain('Technical Issues')
  const filtered = await client.visit('/manage/reports?report=sales&promo_code=NOSUCHCODE&period=today&preview=1')
  expect(filtered.text).not.toContain('Rows outside these dates')
})

test('a report can be chosen by its type number, and an unknown one shows the list', async () => {
  expect((await client.visit('/manage/reports?report_type=2&preview=1')).text).toContain(
    'paid orders, by day of payment',
  )
  expect((await client.visit('/manage/reports?report=nothing&preview=1')).text).toContain('Completions by agency')
  expect((await client.visit('/manage/reports?report=nothing', { format: 'csv' })).headers.get('location')).toBe('/404')
})

test('an error is shown at its field, and the typed text stays', async () => {
  const { text } = await client.visit('/manage/reports?report=sales&preview=1&startDate=13/13/2026&promo_code=%3Cx%3E')
  expect(text).toContain('Enter a date as MM/DD/YYYY.')
  expect(text).toContain('value="&lt;x&gt;"')
  expect(text).not.toContain('Run report')
})

test('a schedule is created, changed, paused and deleted by plain forms', async () => {
  const path = '/manage/reports/schedules'
  const fields = {
    action: 'save',
    report: 'sales',
    period: 'last-month',
    repeats: 'monthly',
    month_day: '1',
    week_day: '1',
    at_time: '07:00',
    time_zone: 'America/Chicago',
    format: 'xlsx',
    recipients: 'admin@example.com',
  }
  expect((await client.visit(`${path}?report=sales&period=last-month`)).text).toContain(
    'Schedule “Sales by organization”',
  )
  // People know time zones by these names.
  expect((await client.visit(`${path}?report=sales`)).text).toMatch(
    /<option value="America\/Chicago"[^>]*>Central Time</,
  )
  const response = await client.visit(`${path}?report=sales`, { ...fields, recipients: 'nobody@example.com' })
  expect(response.text).toContain('No staff member here has the email or username nobody@example.com.')
  expect(response.text).toContain('value="07:00"')
  expect((await client.visit(`${path}?report=sales`, fields)).status).toBe(303)
  const pageText = (await client.visit(path)).text
  for (const text of ['Every month', 'Last month', 'Next:', 'Pause']) expect(pageText).toContain(text)
  expect(pageText).toMatch(/\bC[SD]T\b/)
  const [, id] = /schedules\?schedule=(\d+)"/.exec(pageText)!
  expect((await client.visit(`${path}?schedule=${id}`)).text).toContain('admin@example.com')
  expect((await client.visit(`${path}?schedule=999999`)).headers.get('location')).toBe('/404')
  for (const [action, words] of [
    ['pause', 'Paused'],
    ['resume', 'Next:'],
    ['delete', 'No scheduled reports yet'],
  ] as const) {
    expect((await client.visit(path, { action, report_schedule_id: id! })).status).toBe(303)
    expect((await client.visit(path)).text).toContain(words)
  }
})
