import { expect, test } from 'vitest'
import { addStudent, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const florida = 1
const admin = await app.as(await app.userId('admin@example.com'))

async function secondAdmin() {
  const [row] = await app.database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    values (1, 1, 'second@example.com', 'second@example.com', 'Sam', 'Second') returning user_id`
  return app.as(row!.user_id)
}

test('a student is advanced in four steps by plain forms, with a second person for a regulated course', async () => {
  const student = await addStudent(app)
  const { studentCourseId } = await takeCourse(app, student, florida, 1002)
  const page = `/manage/student/${student}/advance`
  expect((await admin.visit(`/manage/student/${student}`)).text).toContain(`href="${page}"`)
  const steps = [
    ['Course', `course=${studentCourseId}`],
    ['Chapter', 'chapter=2'],
    ['Section', 'section='],
    ['Part', 'component='],
  ]
  let query = ''
  const form: Record<string, string> = {}
  for (const [label, pick] of steps) {
    const { text } = await admin.visit(`${page}?${query}`)
    expect(text).toContain(`>${label}</label>`)
    const [name = '', value = ''] = pick!.split('=')
    const [, firstOption = ''] = /<option value="(\d+)"/.exec(text) ?? []
    form[name] = value || firstOption
    query = new URLSearchParams(form).toString()
  }
  const last = (await admin.visit(`${page}?${query}`)).text
  expect(last).toContain('A second person must approve')
  expect(last).toContain('Request approval')
  const blank = await admin.visit(`${page}?${query}`, { ...form, reason: ' ' })
  expect([blank.status, blank.text.includes('Enter a reason.')]).toEqual([400, true])
  const response = await admin.visit(`${page}?${query}`, { ...form, reason: 'Learned this at school' })
  expect([response.status, response.headers.get('location')]).toEqual([303, `/manage/student/${student}`])
  expect((await admin.visit('/manage/advances')).text).toContain('Withdraw request')

  const second = await secondAdmin()
  const advancesPage = (await second.visit('/manage/advances')).text
  for (const words of ['Quinn Quiz', 'Learned this at school', 'Approve', 'Decline'])
    expect(advancesPage).toContain(words)
  const [, advance_request_id = ''] = /name="advance_request_id" value="(\d+)"/.exec(advancesPage) ?? []
  const reply = await second.visit('/manage/advances', { advance_request_id, decision: 'toString' })
  expect(reply.status).toBe(400)
  const doneResponse = await second.visit('/manage/advances', { advance_request_id, decision: 'approved' })
  expect(doneResponse.status).toBe(303)
  await second.post('/user/setLanguage', { language: 2 })
  expect((await second.visit('/manage/advances')).text).toContain('No hay solicitudes pendientes de aprobación.')
  const rows = await app.database.read`
    select component_id, reason from learning.course_advance where student_course_id = ${studentCourseId}`
  expect(rows).toEqual([{ component_id: Number(form.component), reason: 'Learned this at school' }])
})

test('neither button nor page exists without the permission, and a student without courses says so', async () => {
  const student = await addStudent(app)
  const instructor = await app.as(await app.userId('instructor@example.com'))
  expect((await instructor.visit(`/manage/student/${student}`)).text).not.toContain('/advance"')
  for (const path of [`/manage/student/${student}/advance`, '/manage/advances'])
    expect([302, 303, 403]).toContain((await instructor.visit(path)).status)
  const { text } = await admin.visit(`/manage/student/${student}/advance?course=1&chapter=9&section=x`)
  expect(text).toContain('This student has no course in progress')
  expect((await admin.visit('/manage/student/999999999/advance')).headers.get('location')).toMatch(/^\/404/)
})
