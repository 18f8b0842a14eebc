import { expect, test } from 'vitest'
import { demoPassword } from '#modules/identity/demo-people.ts'
import { permissionIdOf, permissionKeys } from '#modules/identity/entry.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const admin = await app.as(await app.userId('admin@example.com'))
const instructor = await app.as(await app.userId('instructor@example.com'))

const boxes = (text: string) =>
  new Map(
    [...text.matchAll(/<input type="checkbox"[^>]*name="permission_(\d+)"[^>]*>/g)].map(([tag, id]) => [
      Number(id),
      tag,
    ]),
  )

test('the matrix works without scripts: one row per permission, a labeled box for each type that a call requires', async () => {
  const { status, text } = await admin.visit('/manage/permissions')
  expect(status).toBe(200)
  expect(boxes(text).size).toBe(permissionKeys.length)
  expect(boxes(text).get(permissionIdOf('MANAGE_STUDENTS:READ'))).toContain('checked=""')
  expect(boxes(text).get(permissionIdOf('MANAGE_STUDENTS:DELETE'))).not.toContain('checked=""')
  expect(text).toContain('aria-label="Students: Read"')
})

test('saving the plain form changes the defaults, and the instructor has them with the next request', async () => {
  const { text } = await admin.visit('/manage/permissions?role=Instructor')
  const ticked = [...boxes(text)].filter(([, tag]) => tag.includes('checked=""')).map(([id]) => id)
  const checkedIds = [
    ...ticked.filter((id) => id !== permissionIdOf('MANAGE_STUDENTS:READ')),
    permissionIdOf('MANAGE_PAYMENTS:READ'),
  ]
  expect((await instructor.visit('/manage/students')).status).toBe(200)
  const response = await admin.visit(
    '/manage/permissions?role=Instructor',
    Object.fromEntries(checkedIds.map((id) => [`permission_${id}`, '1'])),
  )
  expect(response.status).toBe(303)
  expect((await admin.visit('/manage/permissions?role=Instructor')).text).toContain('Permissions updated')
  expect((await instructor.visit('/manage/payments')).status).toBe(200)
  expect((await instructor.get('/student/fetch')).status).toBe(403)
})

test('an expired proof is renewed by a plain form, and then the matrix is saved', async () => {
  const lateClient = await app.as(await app.userId('admin@example.com'))
  await app.database.read`update identity.session set proved_at = null`
  const page = '/manage/permissions?role=Support'
  const form = { [`permission_${permissionIdOf('MANAGE_SUPPORT:READ')}`]: '1' }
  const response = (await lateClient.visit(page, form)).headers.get('location')!
  expect(response).toBe(`/prove?redirect=${encodeURIComponent(page)}`)
  expect((await lateClient.visit(response)).text).toContain("Confirm it's you")
  const reply = await lateClient.visit(response, { password: 'Wrong-Of-Way-2026!' })
  expect([reply.status, reply.text.includes("That isn't right.")]).toEqual([422, true])
  expect((await lateClient.visit(response, { password: demoPassword })).headers.get('location')).toBe(page)
  expect((await lateClient.visit(page, form)).headers.get('location')).toBe(page)
})

test("one's own role is read-only, with an explanation", async () => {
  const { text } = await admin.visit('/manage/permissions?role=Admin')
  expect([...boxes(text).values()].every((tag) => tag.includes('disabled=""'))).toBe(true)
  expect(text).toContain("You can't change these permissions")
})

test('only an Admin sees the page', async () => {
  expect((await instructor.visit('/manage/permissions')).status).not.toBe(200)
  expect((await app.visitor().visit('/manage/permissions')).headers.get('location')).toContain('/login')
})
