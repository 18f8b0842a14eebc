import { expect, test } from 'vitest'
import { noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { fetchDueCalendar } from './due-calendar.ts'
import type { ReportState } from './report.sql.ts'
import { sendReport } from './send-report.ts'

const world = await openCompletions()
const { database, job } = world
const reader = (organization_id = 1) => world.staff(['MANAGE_STUDENTS:READ'], organization_id)
const dueOn = (completion_report_id: number, at: string) =>
  database.read`update learning.completion_report set due_at = ${at}::timestamptz where completion_report_id = ${completion_report_id}`

test("a month shows unaccepted reports on the day of their deadline, in the school's time zone", async () => {
  const [one, two, rejected, sent, other] = [
    await world.owed(),
    await world.owed(),
    await world.owed({ license: 'D123' }),
    await world.owed(),
    await world.owed(),
  ]
  for (const { completion_report_id } of [rejected, sent]) await sendReport(job(), completion_report_id, noSignal)
  // The evening of March 9 in New York.
  for (const { completion_report_id } of [one, sent]) await dueOn(completion_report_id, '2031-03-10T02:00:00Z')
  for (const { completion_report_id } of [two, rejected]) await dueOn(completion_report_id, '2031-03-31T20:00:00Z')
  await dueOn(other.completion_report_id, '2031-04-01T20:00:00Z')
  const { days, month } = await fetchDueCalendar.run(reader(), { month: '2031-03' })
  expect(month).toBe('2031-03')
  expect(days).toMatchObject([
    { day: '2031-03-09', due: [{ agency: 'fl-dhsmv', open: 1, rejected: 0 }] },
    { day: '2031-03-31', due: [{ agency: 'fl-dhsmv', open: 2, rejected: 1 }] },
  ])
  expect((await fetchDueCalendar.run(reader(2), { month: '2031-03' })).days).toEqual([])
})

test('opens the month of the next deadline, or this month if there is no deadline', async () => {
  const { completion_report_id } = await world.owed()
  await database.read`
    update learning.completion_report set state = 'accepted', accepted_at = platform.now()
    where completion_report_id <> ${completion_report_id}`
  await dueOn(completion_report_id, '2034-06-10T02:00:00Z')
  expect(await fetchDueCalendar.run(reader(), {})).toMatchObject({ month: '2034-06', next: '2034-06-09' })
  expect(await fetchDueCalendar.run(reader(), { month: '2031-01' })).toMatchObject({
    month: '2031-01',
    next: '2034-06-09',
  })
  const none = await fetchDueCalendar.run(reader(2), {})
  expect(none).toMatchObject({ month: none.today.slice(0, 7), next: null, days: [] })
  await dueOn(completion_report_id, '2020-01-01T00:00:00Z')
  expect((await fetchDueCalendar.run(reader(), {})).next).toBeNull()
})

test('counts the late reports, and refuses an invalid month, students, and staff without the permission', async () => {
  const { late } = await fetchDueCalendar.run(reader(), {})
  const { completion_report_id } = await world.owed()
  await dueOn(completion_report_id, '2020-01-01T00:00:00Z')
  expect((await fetchDueCalendar.run(reader(), {})).late).toBe(late + 1)
  expect((await fetchDueCalendar.run(reader(2), {})).late).toBe(0)
  await expect(fetchDueCalendar.run(reader(), { month: '2031-13' })).rejects.toMatchObject({ kind: { status: 400 } })
  const { gate } = fetchDueCalendar.may
  expect(gate(world.student(1).actor)).toBe(false)
  expect(gate(world.staff([]).actor)).toBe(false)
})

const isOpen: Record<ReportState, boolean> = {
  due: true,
  sending: true,
  retry: true,
  rejected: true,
  waiting: true,
  watched: true,
  accepted: false,
  replaced: false,
}
test.each(Object.entries(isOpen))('a report in the state %s is open or late: %s', async (state, open) => {
  const { completion_report_id } = await world.owed()
  const { late } = await fetchDueCalendar.run(reader(), {})
  await database.read`
    update learning.completion_report set state = ${state}, due_at = '2020-02-03T17:00:00Z',
        accepted_at = case when ${state} = 'accepted' then platform.now() end
    where completion_report_id = ${completion_report_id}`
  const calendar = await fetchDueCalendar.run(reader(), { month: '2020-02' })
  const rejected = state === 'rejected' ? 1 : 0
  const day = { day: '2020-02-03', due: [{ agency: 'fl-dhsmv', open: 1, rejected }] }
  expect(calendar.days).toMatchObject(open ? [day] : [])
  expect(calendar.late).toBe(late + (open ? 1 : 0))
  await dueOn(completion_report_id, '2032-02-03T17:00:00Z')
})

test.each([
  // A deadline at midnight can be met on the day before.
  ['2033-03-01T05:00:00.000Z', '2033-02-28'],
  ['2033-03-01T05:00:00.001Z', '2033-03-01'],
  ['2033-03-10T05:00:00.000Z', '2033-03-09'],
  // Clocks went forward in between.
  ['2033-04-01T04:00:00.000Z', '2033-03-31'],
  ['2033-04-01T04:00:00.001Z', '2033-04-01'],
])('a deadline at %s is due on %s, the last day to meet it, in New York', async (due_at, last) => {
  const { completion_report_id } = await world.owed()
  await dueOn(completion_report_id, due_at)
  const months = ['2033-02', '2033-03', '2033-04']
  const days = []
  for (const month of months) days.push(...(await fetchDueCalendar.run(reader(), { month })).days.map(({ day }) => day))
  expect(days).toEqual([last])
  await dueOn(completion_report_id, '2035-03-01T12:00:00Z')
})
