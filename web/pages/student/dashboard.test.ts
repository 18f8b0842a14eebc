import { expect, test } from 'vitest'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import { status } from '#modules/learning/index.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
import { addStudent } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })

test('a certificate is emailed to its holder from the dashboard, and by no one else', async () => {
  const user_id = await app.userId('student@example.com')
  await app.database.read`update identity.person set dob = '1999-04-12', lk_state_id = 10 where user_id = ${user_id}`
  const student_course_id = await passCourse(app, user_id, 1)
  expect((await app.runJobs()).failed).toEqual([])
  const [certificate] = await app.database.read<{ student_certificate_id: number }>`
    select student_certificate_id from learning.student_certificate where student_course_id = ${student_course_id}`
  const email = String(certificate!.student_certificate_id)
  const mailed = async () => {
    await app.runJobs()
    return app.mail.sent.splice(0).flatMap(({ to, attachments = [] }) => (attachments.length > 0 ? [to] : []))
  }
  await mailed()

  const [student, stranger] = [await app.as(user_id), await addSomeone(app)]
  const response = await student.visit('/dashboard')
  expect(response.text).toContain(`name="email" value="${email}"`)
  expect(response.text).toContain(`/api/certificate/download/${email}?format=pdf`)
  expect(response.text).toContain('See your certificate')
  expect(response.text).not.toContain('Open the course')
  const names = [...response.text.matchAll(/<section[^>]*aria-label="([^"]+)"/g)].map(([, name]) => name)
  expect(new Set([...names, 'Certificates']).size).toBe(names.length + 1)
  expect((await stranger.visit('/dashboard', { email })).headers.get('location')).toBe('/404')
  for (const invalidValue of ['', 'x', '999999'])
    expect((await student.visit('/dashboard', { email: invalidValue })).status).not.toBe(500)
  expect(await mailed()).toEqual([])
  const reply = await student.visit('/dashboard', { email })
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/dashboard#certificates'])
  expect(await mailed()).toEqual(['student@example.com'])
})

test.each([
  [true, 'waiting for its number from the agency'],
  [false, 'waiting for a number that we buy from the state'],
])(
  'a passed course whose certificate waits for its number (from the agency: %s) is named with what is next',
  async (for_answer_ind, words) => {
    const student_user_id = await addStudent(app)
    const student_course_id = await passCourse(app, student_user_id, 1)
    const student = await app.as(student_user_id)
    const empty = 'Your certificates will appear here when you pass a course.'
    expect((await student.visit('/dashboard')).text).toContain(empty)

    const wait = { student_course_id, organization_id: 1, agency: 'fl-dhsmv', for_answer_ind }
    await app.database.read`insert into learning.certificate_wait ${app.database.read(wait)}`
    const { text } = await student.visit('/dashboard')
    expect(text).toContain(words)
    expect(text).not.toContain(empty)
    const [course] = await app.database.read<{ name: string }>`
    select v.name from learning.student_course join catalogue.course_version v using (course_version_id)
    where student_course_id = ${student_course_id}`
    expect(text).toContain(`Certificate on its way: ${course!.name}`)
    const section = text.slice(text.indexOf('id="certificates"'))
    expect(section).toContain(`/course/${student_course_id}/report`)

    await app.database.read`
    update learning.student_course set lk_student_course_status_id = ${status.refunded} where student_course_id = ${student_course_id}`
    expect((await student.visit('/dashboard')).text).not.toContain(words)
  },
)

test('a certificate that waits because the agency rejected the report names the correction as what is next', async () => {
  const user_id = await addStudent(app)
  const student_course_id = await passCourse(app, user_id, 1)
  const { read } = app.database
  const wait = { student_course_id, organization_id: 1, agency: 'fl-dhsmv', for_answer_ind: true }
  await read`insert into learning.certificate_wait ${read(wait)}`
  const student = await app.as(user_id)
  expect((await student.visit('/dashboard')).text).toContain('Certificate on its way')
  await read`
    update learning.completion_report set state = 'rejected', code = 'CF032' where student_course_id = ${student_course_id}`
  const { text } = await student.visit('/dashboard')
  expect(text).not.toContain('Certificate on its way')
  const alert = text.slice(text.indexOf('Your certificate is waiting for you: '))
  expect(alert).toMatch(new RegExp(`^.{0,900}href="/course/${student_course_id}"[^>]*>Correct your information`))
})

test('a dashboard without courses shows only how to get one', async () => {
  const student = await app.as(await addStudent(app))
  const { text } = await student.visit('/dashboard')
  expect(text).toContain("You don't have any courses yet")
  expect(text).not.toContain('Your certificates will appear here')
  expect(text).not.toContain('Total time spent')
})

test('a refunded course leads to the catalog instead of a closed course', async () => {
  const student_user_id = await addStudent(app)
  const student_course_id = await passCourse(app, student_user_id, 1)
  await app.database.read`
    update learning.student_course set lk_student_course_status_id = ${status.refunded}
    where student_course_id = ${student_course_id}`
  const { text } = await (await app.as(student_user_id)).visit('/dashboard')
  const card = /aria-labelledby="last-course"[\s\S]*?<\/section>/.exec(text)![0]
  expect(card).toContain('Refunded')
  expect(card).toContain('href="/courses/search"')
  expect(card).not.toContain(`/course/${student_course_id}`)
})
