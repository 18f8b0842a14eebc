import { expect, test } from 'vitest'
import { openTestApp } from '../../../../tests/support/app.ts'
import { openOwner } from '../../../../tests/support/owner.ts'
import { ok } from '../../../../tests/support/path.ts'
import { records } from '../../../../tests/support/records.ts'

const app = await openTestApp()
const admin = await app.as(await app.userId('admin@example.com'))

test('staff see who has not begun, choose some of them, and move them to the newer version by a plain form', async () => {
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
  const moved = await admin.visit(path, { target: String(target), student: String(student_course_id) })
  expect([moved.status, moved.headers.get('location')]).toEqual([303, '/manage/courses/1/versions'])
  const [row] = await app.database.read`
    select course_version_id from learning.student_course where student_course_id = ${Number(student_course_id)}`
  expect(row).toEqual({ course_version_id: target })
  const { text } = await admin.visit('/manage/courses/1/versions')
  expect(text.includes('Students moved to version 2: 1.')).toBe(true)
})

test('staff who may write courses but not change students see no way there, and are not let in', async () => {
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
