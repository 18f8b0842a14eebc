import { expect, test } from 'vitest'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { addStudent, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database

type Did = { kind: string; name: string; status: string }
const lineOf = ({ kind, name, status }: Did) => [kind, name, status].filter(Boolean).join(' ')

test('the dashboard lists recent activity: lessons, quizzes with their result, and status changes', async () => {
  const user_id = await addStudent(app)
  const { studentCourseId: id } = await takeCourse(app, user_id, 1, 1004)
  await read`
    update learning.student_course set created_at = platform.now() - interval '1 day' where student_course_id = ${id}`
  await read`
    update learning.student_progress set completed_at = platform.now() - (1010 - component_id) * interval '1 hour'
    where student_course_id = ${id}`
  // Staff moved the student past this lesson. The quiz appears as an attempt; the break does not appear.
  await read`
    update learning.student_progress set advanced_ind = true where student_course_id = ${id} and component_id = 1001`
  await read`
    insert into learning.student_progress (student_course_id, organization_id, component_id, completed_at)
    values (${id}, 1, 1011, platform.now()), (${id}, 1, 1012, platform.now())`
  await read`
    insert into learning.quiz_attempt (organization_id, student_course_id, component_id, quiz_id, attempt_number,
      lk_quiz_attempt_status_id, threshold, submitted_at, points, total, passed)
    values (1, ${id}, 1011, 1, 1, 4, 70, platform.now(), 6, 6, true)`
  await (await app.ctx({ kind: 'system', name: 'test' })).tx((ctx) => changeStatus(ctx, id, status.disabled, 'system'))
  const student = await app.as(user_id)
  const { recentActivity } = (await student.get('/course/dashboard/fetch')).body.data
  const lessons = await read<{ name: string }>`
    select name from catalogue.component where course_version_id = 1 and component_id in (1003, 1002)
    order by component_id desc`
  expect(recentActivity.map(lineOf)).toEqual([
    'status Disabled',
    'quiz Chapter 1 Quiz Passed',
    ...lessons.map(({ name }) => `lesson ${name}`),
    'enrolled',
  ])
  const { text } = await student.visit('/dashboard')
  for (const part of [
    'Recent activity',
    'Chapter 1 Quiz: Passed',
    `Completed: ${lessons[0]!.name}`,
    'Course status: Disabled',
  ])
    expect(text).toContain(part)
})

test('is empty for a person without courses, and hidden from others', async () => {
  const student = await app.as(await addStudent(app))
  expect((await student.get('/course/dashboard/fetch')).body.data.recentActivity).toEqual([])
  expect((await student.visit('/dashboard')).text).not.toContain('Recent activity')
})
