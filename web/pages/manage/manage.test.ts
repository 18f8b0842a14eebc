import { beforeAll, expect, test } from 'vitest'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
let admin: Client
let instructor: Client
let student_id = 0
beforeAll(async () => {
  admin = await app.as(await app.userId('admin@example.com'))
  instructor = await app.as(await app.userId('instructor@example.com'))
  student_id = await app.userId('student@example.com')
})

const statusOf = async (user_id: number) => {
  const [row] = await app.database.read<{ lk_user_status_id: number }>`
    select lk_user_status_id from identity.person where user_id = ${user_id}`
  return row?.lk_user_status_id
}

test('the students page is a whole HTML table with sort links, a filter form and the export', async () => {
  const { status, text } = await admin.visit('/manage/students')
  expect(status).toBe(200)
  expect(text).toContain('student@example.com')
  expect(text).toMatch(/<a href="\/manage\/students\?sort_by=first_name"/)
  expect(text).toMatch(/<form[^>]*action="\/manage\/students"/)
  expect(text).toContain('name="created_at.from"')
  expect(text).toMatch(/href="\/api\/student\/export\?export=xlsx"/)
})

test('filters of the plain form persist, become links, and an empty list explains why', async () => {
  const response = await admin.visit(
    '/manage/students?search=student&created_at.from=2020-01-01&lk_user_status_id=exact:1',
  )
  expect(response.text).toContain('student@example.com')
  expect(response.text).toContain('User Status is Active')
  const nothing = await admin.visit('/manage/students?first_name=nobody-is-called-so')
  expect(nothing.text).toContain('No results match your search and filters.')
  const impossible = await admin.visit('/manage/students?sort_by=password_hash')
  expect(impossible.status).toBe(200)
  expect(impossible.text).toContain('There is no sort_by column.')
})

test('only chosen columns are shown, from the address or from the cookie', async () => {
  const { text } = await admin.visit('/manage/students?columns=email,cart_items')
  const head = /<thead>.*<\/thead>/s.exec(text)?.[0] ?? ''
  expect(head).toContain('Cart Items')
  expect(head).not.toContain('Date of Birth')
})

test('an action button works without scripts: disable signs the student out, enable restores access', async () => {
  const before = await app.as(student_id)
  expect((await before.get('/user/getCurrentUser')).status).toBe(200)
  const disabled = await admin.visit('/manage/students?search=student', { action: `deactivate:${student_id}` })
  expect(disabled.status).toBe(303)
  const question = `/manage/students?search=student&ask=deactivate%3A${student_id}`
  expect(disabled.headers.get('location')).toBe(question)
  expect((await admin.visit(question)).text).toContain('Disable this account?')
  expect(await statusOf(student_id)).toBe(1)
  const form = { action: 'deactivate', row: String(student_id), confirmed: '1' }
  await admin.visit(question, { ...form, reason: ' ' })
  expect(await statusOf(student_id)).toBe(1)
  await admin.visit(question, { ...form, reason: 'Shared the account.' })
  expect(await statusOf(student_id)).toBe(2)
  expect((await before.get('/user/getCurrentUser')).status).toBe(401)
  const next = await admin.visit('/manage/students?search=student')
  expect(next.text).toContain('was disabled')
  expect((await admin.visit(`/manage/event-history/user/${student_id}`)).text).toContain('Shared the account.')
  await admin.visit('/manage/students', { action: 'activate', row: String(student_id) })
  expect(await statusOf(student_id)).toBe(1)
})

test('PUT /user/deactivate is refused for oneself, for a higher role, for a foreign tenant and for students', async () => {
  const admin_id = await app.userId('admin@example.com')
  const ids = { own: await admin.put('/user/deactivate', { user_id: admin_id }) }
  expect(ids.own.status).toBe(403)
  // An instructor may not even read administrators, so none exists for them.
  expect((await instructor.put('/user/deactivate', { user_id: admin_id })).status).toBe(404)
  const student = await app.as(student_id)
  expect((await student.put('/user/deactivate', { user_id: student_id })).status).toBe(403)
  expect((await app.visitor().put('/user/deactivate', { user_id: student_id })).status).toBe(401)
  expect((await admin.put('/user/deactivate', { user_id: 999_999 })).status).toBe(404)
  await app.database.tx(async (sql) => {
    await sql`insert into identity.organization (organization_id, code, name) values (990, 'FRN', 'Foreign')`
    await sql`insert into identity.organization_closure values (990, 990, 0)`
    await sql`
      insert into identity.person (user_id, organization_id, lk_user_role_id, loginid, email)
      values (99000, 990, 3, 'foreign', 'foreign@example.com')`
  })
  expect((await admin.put('/user/deactivate', { user_id: 99000 })).status).toBe(404)
  expect(await statusOf(99000)).toBe(1)
})

test('students and visitors see no lists, and the calls refuse them too', async () => {
  const student = await app.as(student_id)
  for (const path of ['/manage/students', '/manage/payments']) {
    expect((await student.visit(path)).headers.get('location')).toBe('/dashboard')
    expect((await app.visitor().visit(path)).headers.get('location')).toContain('/login?redirect=')
  }
  expect((await student.get('/student/fetch')).status).toBe(403)
  expect((await app.visitor().get('/payment/fetch')).status).toBe(401)
  expect((await instructor.visit('/manage/payments')).status).toBe(302)
})

test("the calls return the contract's shape, and the export is a file with the documented name", async () => {
  const { body } = await admin.get('/student/fetch?limit=1&sort_by=-created_at')
  expect(Object.keys(body)).toEqual(expect.arrayContaining(['students', 'count', 'after_id', 'afterId']))
  expect(Object.keys(body.students[0])).toEqual(
    expect.arrayContaining([
      'student_id',
      'user_id',
      'loginid',
      'progress',
      'code',
      'dob',
      'phone_number',
      'status',
      'num_certs',
    ]),
  )
  const file = await admin.get('/student/export?export=xlsx&singlePage=1')
  expect(file.headers.get('content-disposition')).toContain('StudentData.xlsx')
  const [audited] = await app.database.read<{ action: string }>`
    select action from platform.audit_event where action = 'student.export'`
  expect(audited).toBeDefined()
  expect((await admin.get('/student/fetch?unknown=1')).status).toBe(400)
})

test('an Admin sees the payments without COURSE, and the page in Spanish', async () => {
  const { text } = await admin.visit('/manage/payments')
  expect(text).toContain('No payments yet.')
  expect(text).toContain('value="order_type"')
  expect(text).not.toContain('value="course_name"')
  const instructor_id = await app.userId('instructor@example.com')
  await app.database.tx(
    (sql) => sql`
      insert into identity.permission (user_id, organization_id, key, granted)
      select user_id, organization_id, 'MANAGE_PAYMENTS:READ', true from identity.person where user_id = ${instructor_id}`,
  )
  expect((await (await app.as(instructor_id)).visit('/manage/payments')).text).toContain('value="course_name"')
  const spanish = await admin.visit('/language', { locale: 'es-es', redirect: '/manage/students' })
  expect(spanish.status).toBe(303)
  expect((await admin.visit('/manage/students')).text).toContain('Exportar a Excel')
})
