import { expect, test } from 'vitest'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })

test('an issued certificate is shown as a picture with its verification link, and emailed to its holder only', async () => {
  const user_id = await app.userId('student@example.com')
  await app.database.read`update identity.person set dob = '1999-04-12', lk_state_id = 10 where user_id = ${user_id}`
  const student_course_id = await passCourse(app, user_id, 1)
  expect((await app.runJobs()).failed).toEqual([])
  const [row] = await app.database.read<{ student_certificate_id: number; check_code: string }>`
    select student_certificate_id, check_code from learning.student_certificate
    where student_course_id = ${student_course_id}`
  const email = String(row!.student_certificate_id)
  const path = `/course/${student_course_id}/issued`
  const [student, stranger] = [await app.as(user_id), await addSomeone(app)]
  const { text } = await student.visit(path)
  expect(text).toContain(`<img src="/api/certificate/download/${email}" alt="Certificate of Basic Driver Improvement"`)
  expect(text).toMatch(new RegExp(`href="[^"]+/certificate/check/${row!.check_code}"`))
  // Each receiver of the completion with a date.
  expect(text).toMatch(/Report to the agency.*\d\d\/\d\d\/\d{4}/s)

  app.mail.sent.splice(0)
  const mailed = async () => {
    await app.runJobs()
    return app.mail.sent.splice(0).flatMap(({ to, attachments = [] }) => (attachments.length > 0 ? [to] : []))
  }
  expect((await stranger.visit(path, { email })).headers.get('location')).toBe('/404')
  expect((await student.visit(path, { email: 'x' })).status).not.toBe(500)
  expect(await mailed()).toEqual([])
  const response = await student.visit(path, { email })
  expect([response.status, response.headers.get('location')]).toEqual([303, path])
  expect(await mailed()).toEqual(['student@example.com'])
})
