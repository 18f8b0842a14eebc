import { expect, test } from 'vitest'
import { demoPassword } from '#modules/identity/entry.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const minute = 60_000

/** The demo's Admin on the page before a view, 20 minutes after signing in. */
async function openLateAdmin() {
  const admin = await app.userId('admin@example.com')
  const client = await app.as(admin)
  app.clock.offset_ms += 20 * minute
  return client
}

test('without scripts the password is requested before the view begins', async () => {
  const user_id = await app.userId('student@example.com')
  const client = await openLateAdmin()
  const page = `/manage/view-as/${user_id}`
  const unproved = await client.visit(page, { reason: 'Asked for help', last_route: '/manage/students' })
  expect([unproved.status, unproved.text.includes("Confirm it's you")]).toEqual([403, true])
  const response = await client.visit(page, {
    reason: '',
    last_route: '/manage/students',
    password: 'Not-The-Password-1!',
  })
  expect(response.status).toBe(422)
  const reply = await client.visit(page, { reason: '', last_route: '/manage/students', password: demoPassword })
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/dashboard'])
  expect((await client.visit('/dashboard')).text).toContain('Viewing as')
})

test('a refused view leaves the staff member signed in, though they gave a proof', async () => {
  const user_id = await app.userId('student@example.com')
  const client = await openLateAdmin()
  const response = await client.visit(`/manage/view-as/${user_id}`, { reason: 'x'.repeat(501), password: demoPassword })
  expect(response.status).toBe(400)
  app.clock.offset_ms += minute
  expect((await client.get('/user/getCurrentUser')).status).toBe(200)
})
