import { beforeAll, expect, test } from 'vitest'
import { addNotification } from '#modules/identity/index.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
let admin: Client
let student: Client
let student_id = 0
beforeAll(async () => {
  admin = await app.as(await app.userId('admin@example.com'))
  student_id = await app.userId('student@example.com')
  student = await app.as(student_id)
})

const welcome = 'Welcome to the demo.'
const forStaff = "This is a demo organization. Don't enter information about real people."

test("a notice for everyone and the group's banner are shown above the page, only to their audience", async () => {
  const [response, reply, visitor] = await Promise.all([
    admin.visit('/manage/students'),
    student.visit('/dashboard'),
    app.visitor().visit('/courses/search'),
  ])
  expect(response.text).toContain(welcome)
  expect(response.text).toContain(forStaff)
  expect(reply.text).toContain(welcome)
  expect(reply.text).not.toContain(forStaff)
  expect(visitor.text).not.toContain(welcome)
})

test('notices are in Spanish', async () => {
  const client = await app.as(student_id)
  await client.visit('/language', { locale: 'es-es' })
  const { text } = await client.visit('/dashboard')
  expect(text).toContain('Le damos la bienvenida a la demostración.')
  await client.visit('/language', { locale: 'en-us' })
})

test('no notice is shown at the checkout', async () => {
  expect((await student.visit('/checkout')).text).not.toContain(welcome)
})

test('a dismissed notice stays hidden on this device for a day, and a new one shows immediately', async () => {
  const client = await app.as(student_id)
  const { text } = await client.visit('/dashboard')
  const ids = /name="ids" value="([\d.]+)"/.exec(text)![1]!
  const response = await client.visit('/notices', { ids, redirect: '/dashboard' })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/dashboard')
  expect(response.headers.getSetCookie()[0]).toMatch(/^notices=[\d.]+; .*Max-Age=86400/)
  expect((await client.visit('/dashboard')).text).not.toContain(welcome)
  const message = app.database.read.json('Maintenance tonight')
  await app.database.read`
    insert into settings.system_notice (organization_id, lk_system_notice_type_id, message) values (1, 4, ${message})`
  const after = (await client.visit('/dashboard')).text
  expect(after).toContain('Maintenance tonight')
  expect(after).not.toContain(welcome)
})

test('the notices form redirects to no other site', async () => {
  const { headers } = await student.visit('/notices', { ids: '1', redirect: '//evil.example' })
  expect(headers.get('location')).toBe('/dashboard')
})

test('the bell counts new notifications, shows them without scripts, and links to all', async () => {
  const ctx = await app.ctx({ kind: 'system', name: 'test' })
  const text = ['Your certificate for {x} is ready.', 'Su certificado está listo.'] as const
  await addNotification(ctx, { user_id: student_id, cause: 'test', text, href: '/dashboard' })
  const page = await student.visit('/dashboard')
  expect(page.text).toContain('Notifications, 1 new')
  expect(page.text).toMatch(/<a href="\/dashboard"[^>]*>Your certificate/)
  expect((await student.visit('/notifications')).text).toContain('Your certificate for {x} is ready.')
  expect((await student.visit('/notifications', { dismiss: '1' })).status).toBe(303)
  const after = await student.visit('/notifications')
  expect(after.text).toContain('No new notifications')
  expect(after.text).not.toContain('1 new')
})

test('a visitor has no bell', async () => {
  expect((await app.visitor().visit('/courses/search')).text).not.toContain('id="bell"')
})
