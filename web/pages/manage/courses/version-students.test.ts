import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'
import { openOwner } from '#tests/support/owner.ts'
import { ok } from '#tests/support/path.ts'
import { records } from '#tests/support/records.ts'

const app = await openTestApp()
const admin = await app.as(await app.userId('admin@example.com'))
const buy = async () => Number((await records.notBegun(app, await openOwner(app))).student_course_id)
// Bought before another version was for sale.
const boughtIds = [await buy(), await buy(), await buy(), await buy()]

test('staff see who has not started, select some of them, and move them to the newer version by a plain form', async () => {
  const owner = await openOwner(app)
  const { student_course_id } = await records.notBegun(app, owner)
  ok(await admin.post('/course/updateOverview', { course_id: 1, excerpt: 'New words.' }))
  ok(await admin.post('/course/publish', { course_id: 1 }))
  const { versions } = ok(await admin.get('/course/versions/fetch?course_id=1'))
  const target = versions[0].course_version_id
  const path = '/manage/courses/1/versions/1/students'
  const tab = await admin.visit('/manage/courses/1/versions')
  expect([path, `/versions/${target}/students`].map((link) => tab.text.includes(link))).toEqual([true, false])
  const list = await admin.visit(path)
  expect(list.text.includes(owner.lastName)).toBe(true)
  expect(list.text).toMatch(new RegExp(`name="student"[^>]*value="${student_course_id}"`))
  const none = await admin.visit(path, { target: String(target) })
  expect(none.text.includes('Choose at least one student.')).toBe(true)
  const response = await admin.visit(path, { target: String(target), student: String(student_course_id) })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/manage/courses/1/versions'])
  const [row] = await app.database.read`
    select course_version_id from learning.student_course where student_course_id = ${Number(student_course_id)}`
  expect(row).toEqual({ course_version_id: target })
  const { text } = await admin.visit('/manage/courses/1/versions')
  expect(text.includes('Students moved to version 2: 1.')).toBe(true)
})

test('two authors moving the same students during publishing leave each in one version, with one notification', async () => {
  const students = boughtIds.slice(0, 3)
  const { versions } = ok(await admin.get('/course/versions/fetch?course_id=1'))
  const [newest, before] = versions.map(({ course_version_id }: { course_version_id: number }) => course_version_id)
  const colleague = await app.as(await app.userId('admin@example.com'))
  const targets = [newest, before]
  for (let round = 0; round < 4; round++) {
    ok(await admin.post('/course/updateOverview', { course_id: 1, excerpt: `Words of round ${round}.` }))
    const move = (client: typeof admin, ids: number[], course_version_id: number) =>
      client.post('/course/versions/move', { course_id: 1, course_version_id, student_course_ids: ids })
    const responses = await Promise.all([
      move(admin, students, targets[round % 2]),
      admin.post('/course/publish', { course_id: 1 }),
      move(colleague, students.toReversed(), targets[(round + 1) % 2]),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  }
  for (const student_course_id of students) {
    const [row] = await app.database.read<{ course_version_id: number }>`
      select course_version_id from learning.student_course where student_course_id = ${student_course_id}`
    const moves = await app.database.read<{
      before: { course_version_id: number }
      after: { course_version_id: number }
    }>`
      select before, after from platform.audit_event
      where subject = ${`student_course_id:${student_course_id}`} and action = 'course.moved-to-version'
      order by audit_event_id`
    // Each move starts where the previous one ended, and the last one is the student's current version.
    expect(moves.slice(1).map(({ before }) => before.course_version_id)).toEqual(
      moves.slice(0, -1).map(({ after }) => after.course_version_id),
    )
    expect(moves.at(-1)!.after.course_version_id).toBe(row!.course_version_id)
    expect(targets).toContain(row!.course_version_id)
  }
})

test('all students of a version are moved by a plain form, in the background', async () => {
  const [row] = await app.database.read<{ from: number; to: number }>`
    select sc.course_version_id as from, c.published_version_id as to
    from learning.student_course sc, catalogue.course c where sc.student_course_id = ${boughtIds[3]!} and c.course_id = 1`
  const { from, to } = row!
  const response = await admin.visit(`/manage/courses/1/versions/${from}/students`, { target: String(to), all: '1' })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/manage/tasks'])
  const [task] = await app.database.read<{ input: object; rows_total: number }>`
    select input, rows_total from identity.task where kind = 'courses.move-students' order by task_id desc limit 1`
  expect(task!.input).toEqual({ site_id: 1, course_id: 1, from, to })
  expect(task!.rows_total).toBeGreaterThan(0)
})

test('staff who may edit courses but not students see no link and are refused', async () => {
  const instructor_id = await app.userId('instructor@example.com')
  await app.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select user_id, organization_id, k.key, k.granted from identity.person,
           (values ('MANAGE_COURSES:UPDATE', true), ('MANAGE_STUDENTS:UPDATE', false)) k (key, granted)
    where user_id = ${instructor_id}`
  const instructor = await app.as(instructor_id)
  const tab = await instructor.visit('/manage/courses/1/versions')
  expect([tab.status, tab.text.includes('/versions/1/students')]).toEqual([200, false])
  expect((await instructor.visit('/manage/courses/1/versions/1/students')).status).not.toBe(200)
})
