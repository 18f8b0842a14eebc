import { expect, test } from 'vitest'
import { publishEventsJob } from '#jobs/identity/publish-events.job.ts'
import { openJobCtx } from '#jobs/worker.ts'
import { publishToWebhooks } from '#modules/identity/entry.ts'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { addDays, legalDay } from '#platform/zone.ts'
import { addStudent, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'
import { addClient, openClient } from '#tests/support/client.ts'
import { byBearer } from '#tests/support/outsiders.ts'
import { ok } from '#tests/support/path.ts'
import { remindOfDueDatesJob } from './remind-of-due-dates.job.ts'
import { reportLateCoursesJob } from './report-late-courses.job.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const client = byBearer(app, (await addClient(app)).key)
const { signal } = new AbortController()
const hour = 3_600_000
const day = 24 * hour
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body?.code ?? ''}`.trim()

// Noon in New York.
await app.moveClock(Date.parse('2027-01-11T17:00:00Z') - Date.now())
let today = ''
async function now(): Promise<Date> {
  const [row] = await read<{ now: Date }>`select platform.now() as now`
  return row!.now
}

async function taking(): Promise<number> {
  const { studentCourseId } = await takeCourse(app, await addStudent(app), 1, 1011)
  await app.runJobs()
  today = legalDay(await now())
  return studentCourseId
}
const assign = (student_course_ids: number[], overrides: object, caller = client) =>
  caller.put('/enrollments/assign', { student_course_ids, ...overrides })
async function runDueJobs(): Promise<{ to: string; subject: string; text: string }[]> {
  const before = app.mail.sent.length
  for (const job of [remindOfDueDatesJob, reportLateCoursesJob])
    await job.run(openJobCtx(app.services, job), {}, { signal } as never)
  expect((await app.runJobs()).failed).toEqual([])
  return app.mail.sent.slice(before)
}
const reminders = async (id: number) =>
  (await runDueJobs()).filter(({ text }) => text.includes(`/course/${id}`)).map(({ subject }) => subject)
const subject = 'Finish your course on time: Basic Driver Improvement'

test('a student is reminded a week and a day before the due date, once each, with the date', async () => {
  const id = await taking()
  ok(await assign([id], { due_on: addDays(today, 8) }))
  expect(await reminders(id)).toEqual([])
  await app.moveClock(day)
  const sentBody = (await runDueJobs()).filter(({ text }) => text.includes(`/course/${id}`))
  expect(sentBody.map((email) => email.subject)).toEqual([subject])
  expect(sentBody[0]!.text).toContain('January 19, 2027')
  await app.moveClock(hour)
  expect(await reminders(id)).toEqual([])
  await app.moveClock(6 * day)
  expect(await reminders(id)).toEqual([subject])
  await app.moveClock(hour)
  expect(await reminders(id)).toEqual([])
})

test('no reminder is sent at night, after passing, or for a due date in the past', async () => {
  const id = await taking()
  ok(await assign([id], { due_on: addDays(today, 7) }))
  const instant = await now()
  await app.moveClock(Date.parse(`${addDays(legalDay(instant), 1)}T10:00:00Z`) - instant.getTime())
  expect(await reminders(id)).toEqual([])
  await read`
    update learning.student_course set lk_student_course_status_id = ${status.passed} where student_course_id = ${id}`
  await app.moveClock(5 * hour)
  expect(await reminders(id)).toEqual([])
  const lateCourse = await taking()
  ok(await assign([lateCourse], { due_on: addDays(today, -1) }))
  expect(await reminders(lateCourse)).toEqual([])
})

test('a late enrollment is reported once to staff of its organization and by an event, and the filters find it', async () => {
  await read`update learning.course_assignment set due_on = null`
  const [first, second] = [await taking(), await taking()]
  ok(await assign([first, second], { group: 'Tampa', due_on: addDays(today, 2) }))
  await read`
    update learning.student_course set lk_student_course_status_id = ${status.passed} where student_course_id = ${second}`
  await app.moveClock(3 * day)
  const emails = (await runDueJobs()).filter((email) => email.subject === '1 student is late')
  expect(emails.map(({ to }) => to)).toContain('admin@example.com')
  expect(emails[0]!.text).toContain('/manage/students?late=')
  expect((await runDueJobs()).filter((email) => email.subject.includes('late'))).toEqual([])
  await publishToWebhooks(openJobCtx(app.services, publishEventsJob))
  const { events } = ok(await client.get('/events?type=enrollment.overdue&limit=500'))
  const ownEvents = events.filter(({ data }: { data: { student_course_id: number } }) =>
    [first, second].includes(data.student_course_id),
  )
  expect(ownEvents.map(({ data }: { data: object }) => data)).toEqual([
    { student_course_id: first, user_id: expect.any(Number), course_id: 1, due_on: addDays(today, 2) },
  ])
  const idsOf = async (query: string) =>
    ok(await client.get(`/enrollments?${query}`)).enrollments.map(
      (row: { student_course_id: number }) => row.student_course_id,
    )
  expect(await idsOf('group=Tampa')).toEqual([first, second])
  expect(await idsOf('group=Tampa&late=true')).toEqual([first])
  expect(await idsOf('group=Tampa&late=false')).toEqual([second])
  expect(await idsOf(`group=Tampa&due_to=${addDays(today, 1)}`)).toEqual([])
  expect(await idsOf(`due_from=${addDays(today, 2)}&due_to=${addDays(today, 2)}`)).toEqual([first, second])
  const { students } = ok(await client.get('/student/fetch?group_name=exact:Tampa&late=exact:true'))
  expect(students).toMatchObject([{ group_name: 'Tampa', due_on: addDays(today, 2), late: true }])
  const admin = await app.as(await app.userId('admin@example.com'))
  expect((await admin.visit('/manage/students?late=exact:true')).status).toBe(200)
})

test('a course that becomes late later is reported alone, and only to its own organization', async () => {
  await read`update learning.course_assignment set due_on = null`
  const [first, second] = [await taking(), await taking()]
  const organization_id = await app.database.tx((sql) =>
    insertOrganization(sql, { code: 'DUE', name: 'Due School', parent_organization_id: 1 }),
  )
  const { studentCourseId: theirs } = await takeCourse(app, await addStudent(app, organization_id), 1, 1011)
  await app.runJobs()
  ok(await assign([first], { due_on: addDays(today, 1) }))
  ok(await assign([second], { due_on: addDays(today, 3) }))
  ok(await assign([theirs], { due_on: addDays(today, 1) }))
  const countLate = async () => {
    const before = app.facts.length
    await runDueJobs()
    return app.facts.slice(before).flatMap(({ fact, data }) => {
      const counts = data as Record<string, number>
      return fact === 'learning.late_found' ? [[counts.organization_id, counts.student_course_id, counts.count]] : []
    })
  }
  await app.moveClock(2 * day)
  expect(await countLate()).toEqual([
    [1, first, 1],
    [organization_id, theirs, 1],
  ])
  await app.moveClock(2 * day)
  expect(await countLate()).toEqual([[1, second, 1]])
})

test('an assignment changes only its given fields, is audited once, and starts its reminders over', async () => {
  const id = await taking()
  expect(ok(await assign([id, id], { group: ' Miami ', due_on: addDays(today, 7) })).enrollments).toEqual([
    { student_course_id: id, group: 'Miami', due_on: addDays(today, 7) },
  ])
  expect(await reminders(id)).toEqual([subject])
  ok(await assign([id], { group: 'Tampa' }))
  expect(await reminders(id)).toEqual([])
  ok(await assign([id], { group: 'Miami' }))
  ok(await assign([id], { due_on: addDays(today, 30) }))
  ok(await assign([id], { due_on: addDays(today, 30) }))
  await app.moveClock(23 * day)
  expect(await reminders(id)).toEqual([subject])
  expect(ok(await assign([id], { group: null })).enrollments).toMatchObject([
    { group: null, due_on: addDays(today, 7 + 23) },
  ])
  const rows = await read<{ after: object }>`
    select after from platform.audit_event
    where action = 'course.assign' and subject = ${`student_course_id:${id}`} order by audit_event_id`
  expect(rows).toHaveLength(5)
})

test('an assignment is refused for a foreign enrollment, without the permission and for a wrong date, and changes nothing', async () => {
  const id = await taking()
  const other = await openClient(app, { code: 'GCT' })
  expect(codeOf(await assign([id], { group: 'Theirs' }, other))).toBe('404 NOT_FOUND')
  expect(codeOf(await assign([id, 999_999], { group: 'Both' }))).toBe('404 NOT_FOUND')
  const reader = await openClient(app, { permissions: ['MANAGE_STUDENTS:READ'] })
  expect(codeOf(await assign([id], { group: 'Reader' }, reader))).toBe('403 FORBIDDEN')
  expect(codeOf(await assign([id], { due_on: 'tomorrow' }))).toBe('400 INVALID')
  expect(codeOf(await assign([id], { group: 'x'.repeat(101) }))).toBe('400 INVALID')
  expect(codeOf(await assign([], { group: 'None' }))).toBe('400 INVALID')
  expect(await read`select from learning.course_assignment where student_course_id = ${id}`).toEqual([])
})

test('simultaneous assignments leave one of their values', async () => {
  const id = await taking()
  const groups = ['A', 'B', 'C', 'D', 'E', 'F']
  for (const response of await Promise.all(groups.map((group) => assign([id], { group })))) ok(response)
  const [row] = await read<{ group_name: string }>`
    select group_name from learning.course_assignment where student_course_id = ${id}`
  expect(groups).toContain(row!.group_name)
})

test('the dashboard shows the due date until the course is passed', async () => {
  const user_id = await addStudent(app)
  const { studentCourseId: id } = await takeCourse(app, user_id, 1, 1011)
  await app.runJobs()
  ok(await assign([id], { due_on: '2027-06-05' }))
  const student = await app.as(user_id)
  const dueOn = async () => ok(await student.get('/course/dashboard/fetch')).data.course[0].due_on
  expect(await dueOn()).toBe('2027-06-05')
  expect((await student.visit('/dashboard')).text).toContain('Due 06/05/2027')
  await read`
    update learning.student_course set lk_student_course_status_id = ${status.passed} where student_course_id = ${id}`
  expect(await dueOn()).toBeNull()
  expect((await student.visit('/dashboard')).text).not.toContain('06/05/2027')
})
