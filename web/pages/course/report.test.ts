import { expect, test } from 'vitest'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })
const user_id = await app.userId('student@example.com')
await app.database.read`
  update identity.person
  set first_name = 'Dana', last_name = 'Whitcombe', dob = '1999-04-12', lk_state_id = 10 where user_id = ${user_id}`
const student = await app.as(user_id)
const visitor = await app.visitor()
const pathIn = (text: string) => /href="(\/completion\/[\w-]{43})"/.exec(text)?.[1]
const share = (student_course_id: number, caller = student) =>
  caller.visit(`/course/${student_course_id}/report`, { audience: 'court', days: '30' })
const linksOf = (student_course_id: number) =>
  app.database.read<{ completion_link_id: number; token_hash: Buffer; ended_at: Date | null }>`
    select completion_link_id, token_hash, ended_at from learning.completion_link
    where student_course_id = ${student_course_id} order by completion_link_id`

async function shared() {
  const student_course_id = await passCourse(app, user_id, 1)
  expect((await share(student_course_id)).status).toBe(303)
  const path = pathIn((await student.visit(`/course/${student_course_id}/report`)).text)!
  const [link] = await linksOf(student_course_id)
  return { student_course_id, path, ...link! }
}

test("a student's link shows the state of the completion, and only the student's first name and an initial", async () => {
  const { student_course_id, path, token_hash } = await shared()
  const open = await visitor.visit(path)
  for (const words of ['Next step', 'The school sends the report.', 'Due by']) expect(open.text).toContain(words)
  await app.runJobs()
  const { status, text, headers } = await visitor.visit(path)
  expect(status).toBe(200)
  for (const line of ['Dana W.', 'Basic Driver Improvement', 'Florida Department of Highway Safety', 'Accepted'])
    expect(text).toContain(line)
  expect(text).toContain('The agency posts it to the driver')
  expect(text).not.toContain('Due by')
  for (const hidden of ['Whitcombe', 'student@example.com', '1999', 'D123456789012']) expect(text).not.toContain(hidden)
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  const token = path.split('/').at(-1)!
  expect(token_hash.toString('base64url')).not.toContain(token)
  const [row] = await app.database.read<{ row: string }>`
    select l::text as row from learning.completion_link l where student_course_id = ${student_course_id}`
  expect(row!.row).not.toContain(token)
})

test('a link that was revoked, has expired, or never existed shows nothing', async () => {
  const { student_course_id, path, completion_link_id } = await shared()
  const changedPath = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`
  for (const invalidValue of [changedPath, '/completion/abc']) {
    const { text } = await visitor.visit(invalidValue)
    expect(text).toContain('This link has ended or was never valid.')
    expect(text).not.toContain('Dana')
  }
  const response = await student.visit(`/course/${student_course_id}/report`, {
    completion_link_id: String(completion_link_id),
  })
  expect(response.status).toBe(303)
  expect((await visitor.visit(path)).text).not.toContain('Dana')
  const repeatedResponse = await student.post('/report/endLink', { completion_link_id })
  expect(repeatedResponse.status).toBe(404)
  const other = await shared()
  await app.database.read`
    update learning.completion_link set created_at = platform.now() - interval '2 days',
      expires_at = platform.now() - interval '1 day'
    where completion_link_id = ${other.completion_link_id}`
  expect((await visitor.visit(other.path)).text).not.toContain('Dana')
})

test('a refusal is shown without its reason, and the course page shows who must act', async () => {
  const student_course_id = await passCourse(app, user_id, 1, 'D123')
  await share(student_course_id)
  await app.runJobs()
  const page = await student.visit(`/course/${student_course_id}/report`)
  for (const words of ['You correct your information.', 'accept the driver license number'])
    expect(page.text).toContain(words)
  const { text } = await visitor.visit(pathIn(page.text)!)
  for (const words of ['A correction is in progress.', 'The student corrects the information.', 'Due by'])
    expect(text).toContain(words)
  expect(text).not.toContain('driver license number')
})

test('only the student shares the completion, and only a passed course', async () => {
  const { student_course_id, completion_link_id } = await shared()
  const body = { student_course_id, audience: 'court', days: 30 }
  const other = await addSomeone(app)
  expect((await other.post('/report/link', body)).status).toBe(404)
  expect((await other.post('/report/endLink', { completion_link_id })).status).toBe(404)
  expect((await other.visit(`/course/${student_course_id}/report`)).headers.get('location')).toBe('/404')
  const staff = await app.as(await app.userId('admin@example.com'))
  expect((await staff.post('/report/link', body)).status).toBe(403)
  expect((await visitor.post('/report/link', body)).status).toBe(401)
  expect((await student.post('/report/link', { ...body, days: 4000 })).status).toBe(400)
  await app.database.read`
    update learning.student_course set passed_at = null where student_course_id = ${student_course_id}`
  expect((await student.post('/report/link', body)).body).toMatchObject({ code: 'REPORT_NOTHING_TO_SHARE' })
})

test('a course has at most five links, even when two are created at the same time', async () => {
  const { student_course_id } = await shared()
  const body = { student_course_id, audience: 'employer', days: 90 }
  for (let count = 1; count < 4; count += 1) expect((await student.post('/report/link', body)).status).toBe(200)
  const responses = await Promise.all([student.post('/report/link', body), student.post('/report/link', body)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await linksOf(student_course_id)).toHaveLength(5)
})

test('the dashboard and the end of the course show the steps, and the certificate email links to them', async () => {
  app.mail.sent.length = 0
  const student_course_id = await passCourse(app, user_id, 1)
  await app.runJobs(true)
  const dashboard = await student.visit('/dashboard')
  expect(dashboard.text).toContain(`/course/${student_course_id}/report`)
  const end = await student.visit(`/course/${student_course_id}/issued`)
  for (const words of ['Completed', 'Accepted', 'Posted', `/course/${student_course_id}/report`])
    expect(end.text).toContain(words)
  // The jobs may also send what an earlier test left in the queue.
  const emails = app.mail.sent.filter(({ subject }) => subject.startsWith('Your certificate:'))
  const email = emails.find(({ text }) => text.includes(`/course/${student_course_id}/report`))
  expect(email?.text).toContain('your completion to: Florida Department of Highway Safety')
})
