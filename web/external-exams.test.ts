import { beforeAll, expect, test } from 'vitest'
import { signPush } from '#simulators/exams/signature.ts'
import { openTestApp } from '#tests/support/app.ts'
import { openExternal } from '#tests/support/external-course.ts'
import { openOwner } from '#tests/support/owner.ts'

const app = await openTestApp({ jobs: true })
let owner: Awaited<ReturnType<typeof openOwner>>
let id: number
beforeAll(async () => {
  owner = await openOwner(app)
  id = (await openExternal(app, owner)).student_course_id
})

const sessions = () => app.database.read<{
  external_exam_id: number
  reference: string
  state: string
  kind: string
}>`
  select external_exam_id, reference, state, kind from learning.external_exam
  where student_course_id = ${id} and cleared_at is null order by external_exam_id desc`

/** A push as the provider posts it: from another site, without cookies, to the product's own host. */
async function push(path: string, key: string, raw = '{"status":"ready"}', signed = raw): Promise<number> {
  const signature = signPush(key, path, signed, app.clock.now())
  const headers = { host: 'localhost:3000', origin: 'https://exams.example', 'x-exam-signature': signature }
  return (await app.app.request(`http://localhost:3000${path}`, { method: 'POST', body: raw, headers })).status
}

test('a student prepares on the page, goes to the provider, and returns to the result', async () => {
  const client = await owner.client()
  const page = `/course/${id}/external`
  expect((await client.visit(`/course/${id}`)).headers.get('location')).toBe(page)
  const first = await client.visit(page)
  expect(first.text).toContain('Get ready for the exam')
  expect(first.text).toContain('Attempts left: 3')
  for (const kind of ['proctored', 'interactive']) {
    expect((await client.visit(page, { go: 'open', kind })).headers.get('location')).toBe(page)
  }
  expect((await client.visit(page)).text).toContain(`href="${app.exams.url}/take?attempt=`)
  const [test, proctored] = await sessions()
  await app.exams.simulator.play(test!.reference, 'fail')
  await client.visit(page, { go: 'results', kind: 'interactive' })
  expect((await client.visit(page)).text).toContain('Result: 50%')
  await app.exams.simulator.play(proctored!.reference, 'violation')
  await client.visit(page, { go: 'results', kind: 'proctored' })
  expect((await client.visit(page)).text).toContain('Violation')
})

test("staff find the violation in the list, read the proctor's notes, and refuse it with a reason", async () => {
  const staff = await app.as(await app.userId('admin@example.com'))
  expect((await staff.visit('/manage/external-exams')).status).toBe(200)
  const [, exam] = await sessions()
  const page = `/manage/external-exams/${exam!.external_exam_id}`
  const response = await staff.visit(page)
  expect(response.text).toContain('A second person was in the room.')
  expect(response.text).toContain('5:12 to 5:40')
  const [, , external_exam_id = ''] = /name="(external_exam_id)" value="(\d+)"/.exec(response.text) ?? []
  const empty = await staff.visit(page, { go: 'refuse', external_exam_id, notes: '' })
  expect(empty.text).toContain('Enter reason')
  await staff.visit(page, { go: 'refuse', external_exam_id, notes: 'Someone helped.' })
  expect((await staff.visit(page)).text).toContain('Someone helped.')
  const client = await owner.client()
  expect((await client.visit(`/course/${id}/external`)).text).toContain('we confirmed it: Someone helped.')
  await app.runJobs()
  expect(app.mail.sent.some(({ subject }) => subject === "We couldn't accept your external exam")).toBe(true)
  await staff.visit(page, { go: 'clear', student_course_id: String(id), notes: 'One more chance.' })
  expect(await sessions()).toHaveLength(0)
})

test('T-60: a webhook counts only if its provider signed it for this session, and only triggers a query', async () => {
  const client = await owner.client()
  await client.visit(`/course/${id}/external`, { go: 'open', kind: 'proctored' })
  const [{ reference } = { reference: '' }] = await sessions()
  const { signature_key } = app.exams.config
  const path = `/webhooks/exams/${reference}/reviewed`
  expect(await push(path, 'guessed')).toBe(401)
  expect(await push(path, signature_key, '{"status":"passed"}', '{"status":"violation"}')).toBe(401)
  expect(await push(`/webhooks/exams/${crypto.randomUUID()}/reviewed`, signature_key)).toBe(404)
  expect(await push(path, signature_key, '{"status":"passed","score":100}')).toBe(200)
  await app.runJobs()
  expect(await sessions()).toMatchObject([{ state: 'authorized' }])
  await app.exams.simulator.play(reference, 'pass')
  expect(await push(path, signature_key)).toBe(200)
  await app.runJobs()
  expect(await sessions()).toMatchObject([{ state: 'passed' }])
})
