import { expect, test } from 'vitest'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
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
