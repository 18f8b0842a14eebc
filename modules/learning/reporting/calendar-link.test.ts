import { beforeAll, expect, test } from 'vitest'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { ok } from '#tests/support/path.ts'
import { writeCalendar } from './write-calendar.ts'

const app = await openTestApp()
const { read } = app.database
const path = async (client: Client) => new URL(ok(await client.get('/report/calendar/link')).url).pathname.slice(4)
let staff: Client
beforeAll(async () => {
  staff = await app.as(await app.userId('instructor@example.com'))
  const student_course_id = await passCourse(app, await app.userId('student@example.com'), 1)
  await read`
    update learning.completion_report set due_at = date_trunc('day', platform.now()) + interval '50 hours'
    where student_course_id = ${student_course_id}`
})

test('a person subscribes to the deadlines by a private address, without names, until it ends', async () => {
  expect(ok(await staff.get('/report/calendar/link'))).toMatchObject({ created_at: null, url: null })
  ok(await staff.post('/report/calendar/link'))
  const first = await path(staff)
  const feed = await app.visitor().get(first)
  expect(feed.status).toBe(200)
  expect(feed.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = feed.text.replaceAll('\r\n ', '')
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(text).toMatch(/SUMMARY:Florida.*: 1 report\r\n/)
  expect(text).toMatch(/URL:http.*\/manage\/completion-reports\/calendar\?month=20\d\d-\d\d\r\n/)
  expect(text).not.toContain('Student')
  // A new address ends the previous one.
  ok(await staff.post('/report/calendar/link'))
  const second = await path(staff)
  expect(second).not.toBe(first)
  expect((await app.visitor().get(first)).status).toBe(404)
  expect((await app.visitor().get(second)).status).toBe(200)
  ok(await staff.post('/report/calendar/endLink'))
  expect((await app.visitor().get(second)).status).toBe(404)
  expect((await staff.post('/report/calendar/endLink')).status).toBe(404)
})

test('the address shows what its owner may see now, and nothing without the permission or the account', async () => {
  ok(await staff.post('/report/calendar/link'))
  const address = await path(staff)
  const user_id = await app.userId('instructor@example.com')
  const works = async () => (await app.visitor().get(address)).status === 200
  expect(await works()).toBe(true)
  await read`update identity.person set lk_user_role_id = 3 where user_id = ${user_id}`
  expect(await works()).toBe(false)
  await read`update identity.person set lk_user_role_id = 2, lk_user_status_id = 2 where user_id = ${user_id}`
  const [disabled] = await read<{
    id: number
  }>`select lk_user_status_id as id from identity.person where user_id = ${user_id}`
  expect(disabled!.id).toBe(2)
  expect(await works()).toBe(false)
  await read`update identity.person set lk_user_status_id = 1 where user_id = ${user_id}`
  expect(await works()).toBe(true)
})

test('two simultaneous requests leave one address; students, visitors and guessed addresses are refused', async () => {
  const responses = await Promise.all([1, 2, 3].map(() => staff.post('/report/calendar/link')))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  const [live] = await read<{ n: number }>`
    select count(*)::int as n from learning.calendar_link where ended_at is null`
  expect(live).toEqual({ n: 1 })
  const student = await app.as(await app.userId('student@example.com'))
  for (const call of ['/report/calendar/link', '/report/calendar/endLink']) {
    expect((await student.post(call)).status).toBe(403)
    expect((await app.visitor().post(call)).status).toBe(401)
  }
  for (const token of ['x', 'A'.repeat(43)]) {
    expect((await app.visitor().get(`/report/calendar/feed/${token}`)).status).toBe(404)
  }
})

test('the page creates and ends the address', async () => {
  const page = '/manage/completion-reports/calendar'
  ok(await staff.post('/report/calendar/endLink'))
  expect((await staff.visit(page, { action: 'create' })).status).toBe(303)
  expect((await staff.visit(page)).text).toContain(`/api${await path(staff)}`)
  expect((await staff.visit(page, { action: 'end' })).status).toBe(303)
  expect((await staff.visit(page)).text).not.toContain('/api/report/calendar/feed/')
})

test('a calendar escapes its texts, and folds long lines between letters', () => {
  const text = writeCalendar({
    name: 'A, B; C\\D',
    made_at: new Date('2026-03-20T12:00:00Z'),
    events: [
      {
        uid: 'u',
        day: '2026-03-31',
        next_day: '2026-04-01',
        summary: `${'ñ'.repeat(60)}\nend`,
        url: 'https://x.test/',
      },
    ],
  })
  expect(text).toContain('X-WR-CALNAME:A\\, B\\; C\\\\D\r\n')
  expect(text).toContain('DTSTART;VALUE=DATE:20260331\r\nDTEND;VALUE=DATE:20260401\r\n')
  expect(text).toContain('DTSTAMP:20260320T120000Z\r\n')
  const lines = text.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'ñ'.repeat(60)}\\nend\r\n`)
})
