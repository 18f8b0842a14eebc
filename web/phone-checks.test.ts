import { beforeAll, expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'
import { openPhoned } from '#tests/support/guarded-course.ts'
import { openOwner } from '#tests/support/owner.ts'

const app = await openTestApp()
let owner: Awaited<ReturnType<typeof openOwner>>
let id: number
beforeAll(async () => {
  owner = await openOwner(app)
  id = (await openPhoned(app, owner)).student_course_id
})

const codes = () => app.database.read<{ reference: string; state: string }>`
  select reference, state from learning.phone_code where student_course_id = ${id} order by phone_code_id desc`

test('a student requests a code, enters it on the page, and returns to the course; the page never shows the code', async () => {
  const client = await owner.client()
  const page = `/course/${id}/security/verify`
  expect((await client.visit(`/course/${id}`)).headers.get('location')).toBe(page)
  expect((await client.visit(page)).text).toContain('send a 6-digit code to your phone ending in')
  for (const method of ['phone', 'biometrics'])
    expect((await client.visit(`${page}/${method}`)).text).toContain('send a 6-digit code to your phone ending in')
  expect((await client.visit(page, { go: 'send', channel: 'voice' })).headers.get('location')).toBe(page)
  const [call] = app.phones.simulator.inbox()
  expect(call).toMatchObject({ kind: 'call', text: expect.stringMatching(/is: (\d, ){5}\d\./) })
  const code = app.phones.simulator.codeFor(call!.to)
  const response = await client.visit(page)
  expect(response.text).toContain('calling your phone ending in')
  expect(response.text).not.toContain(code)
  expect((await client.visit(page, { go: 'code', code: '12' })).text).toContain('Enter the 6-digit code.')
  const reply = await client.visit(page, { go: 'code', code })
  expect(reply.headers.get('location')).not.toBe(page)
})

test("a provider's callback is stored if signed for this code, and refused otherwise", async () => {
  const [code] = await codes()
  const [call] = app.phones.simulator.inbox()
  const messages: { path: string; headers: Record<string, string>; body: string }[] = []
  const { openPhoneSimulator } = await import('#simulators/phones/simulator.ts')
  expect(call!.callback_url).toBe(`http://localhost:3000/webhooks/phone/${code!.reference}`)
  const other = openPhoneSimulator({
    production: false,
    notify: async (url, headers, body) => messages.push({ path: new URL(url).pathname, headers, body }),
  })
  // The same provider, with the message as it received it.
  ;(other.inbox() as unknown[]).push({ ...call! })
  await other.play(call!.sid, 'completed')
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = messages
  const post = async (to: string, overrides: Record<string, string> = {}, raw = body) => {
    const sentBody = { ...headers, host: 'localhost:3000', origin: 'https://phones.example', ...overrides }
    return (await app.app.request(`http://localhost:3000${to}`, { method: 'POST', body: raw, headers: sentBody }))
      .status
  }
  expect(await post(path, {}, body.replace('completed', 'no-answer'))).toBe(401)
  expect(await post(path, { 'x-twilio-signature': '' })).toBe(401)
  expect(await post('/webhooks/phone/00000000-0000-4000-8000-000000000000')).toBe(401)
  expect((await codes())[0]!.state).toBe('sent')
  expect(await post(path)).toBe(200)
  expect(await post(path)).toBe(200)
  expect((await codes())[0]!.state).toBe('delivered')
})

test('staff turn phone checks off with a reason on the page of the checks', async () => {
  const staff = await app.as(await app.userId('admin@example.com'))
  const page = `/manage/identity-checks/${id}`
  expect((await staff.visit(page)).text).toContain('Code by call: delivered')
  expect((await staff.visit(page, { go: 'waive', method: 'phone', notes: '' })).text).toContain('Enter reason')
  await staff.visit(page, { go: 'waive', method: 'phone', notes: 'Has no phone.' })
  expect((await staff.visit(page)).text).toContain('Turn on phone checks')
})
