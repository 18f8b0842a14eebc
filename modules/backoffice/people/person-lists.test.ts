import { expect, test } from 'vitest'
import { legalDay } from '#platform/zone.ts'
import { stateNoticeDue } from '#tests/fixtures/learning/license-state.ts'
import { openTestApp } from '#tests/support/app.ts'
import { openOwner } from '#tests/support/owner.ts'
import { dot, records } from '#tests/support/records.ts'

const app = await openTestApp({ jobs: true })
const admin = await app.as(await app.userId('admin@example.com'))
const owner = await openOwner(app)
const client = await owner.client()
const aboutYou = {
  firstName: 'Viola',
  lastName: owner.lastName,
  dob: '04/18/1988',
  gender: 'F',
  address1: '12 Bay Street',
  city: 'Tampa',
  state: 10,
  zip: '33602',
}

test('name and date of birth are editable before the first purchase, and the lists empty', async () => {
  expect((await client.post('/user/saveAboutYou', { ...aboutYou, dob: '04/19/1988' })).status).toBe(200)
  expect((await client.post('/user/saveAboutYou', aboutYou)).status).toBe(200)
  expect((await client.get('/user/getAboutYou')).body.identity_locked).toBeNull()
  expect((await client.get('/user/fetchCoursesByUserId')).body.studentCourses).toEqual([])
  expect((await client.get('/user/transaction/fetch')).body.data).toEqual([])
})

test('a purchase locks name and date of birth for the student, but not for staff (T-48)', async () => {
  await records.purchase(app, owner)
  const { identity_locked } = (await client.get('/user/getAboutYou')).body
  expect(identity_locked).toMatch(/^You bought a course with this name/)
  for (const change of [{ dob: '04/18/2008' }, { lastName: 'Somebody' }]) {
    const { status, body } = await client.post('/user/saveAboutYou', { ...aboutYou, ...change })
    expect([status, body.code, body.issues[0].message]).toEqual([403, 'IDENTITY_LOCKED', identity_locked])
  }
  const response = await client.post('/user/saveAboutYou', { ...aboutYou, address1: '14 Bay Street' })
  expect(response.status).toBe(200)
  const profile = { first_name: 'Viola', last_name: owner.lastName, email: owner.email, dob: '04/20/1988' }
  expect((await client.put('/user/saveUserInformation/', { profile })).body.code).toBe('IDENTITY_LOCKED')
  const { status } = await admin.put('/user/saveUserInformation/', { user_id: owner.user_id, profile })
  expect(status).toBe(200)
})

test('lists courses, certificates and payments of a person, to them and to staff', { timeout: 30_000 }, async () => {
  const passedCourse = await records.passed(app, owner)
  expect((await client.get('/user/getAboutYou')).body.identity_locked).toMatch(/are on your certificate/)
  const query = `user_id=${owner.user_id}&includeCertificates=1`
  const [response, reply] = await Promise.all([
    client.get('/user/fetchCoursesByUserId?includeCertificates=1'),
    admin.get(`/user/fetchCoursesByUserId?${query}`),
  ])
  expect(reply.body).toEqual(response.body)
  const [newest, boughtCourse] = response.body.studentCourses
  expect(newest).toMatchObject({ student_course_id: passedCourse.student_course_id, status: 'Certificate Issued' })
  expect(newest.certificates).toMatchObject([
    { student_certificate_id: passedCourse.student_certificate_id, version: 1 },
  ])
  expect(newest.certificate_number).toBe(newest.certificates[0].certificate_number)
  expect(newest.certificates).toMatchObject([{ valid_until: null, notice_due_on: null }])
  await app.database.read`alter table learning.student_certificate disable trigger user`
  await app.database.read`
    update learning.student_certificate set model = model || '{"valid_until": "2029-11-20"}'
    where student_course_id = ${passedCourse.student_course_id}`
  await app.database.read`alter table learning.student_certificate enable trigger user`
  await stateNoticeDue(app.database.read, passedCourse.student_course_id, '12/24/2029')
  const limited = (await admin.get(`/user/fetchCoursesByUserId?${query}`)).body.studentCourses[0].certificates
  expect(limited).toMatchObject([{ valid_until: '2029-11-20', notice_due_on: '2029-12-24' }])
  const tab = await client.visit('/settings?tab=certificates')
  for (const text of ['Valid until 11/20/2029', 'Due to the court or agency by 12/24/2029'])
    expect(tab.text).toContain(text)
  expect(boughtCourse.amount_paid).toBeGreaterThan(0)
  const [history, sameResponse] = await Promise.all([
    client.get('/user/transaction/fetch'),
    admin.get(`/user/transaction/fetch?userId=${owner.user_id}`),
  ])
  expect(history.body.data).toMatchObject([{ total: boughtCourse.amount_paid, status: 'Paid' }])
  expect(sameResponse.body).toEqual(history.body)
  const { organization } = (await admin.get('/organization/parseCurrent')).body
  const all = await admin.get(`/user/transaction/fetch?userId=${organization.code}`)
  expect(all.body.data).toContainEqual(history.body.data[0])
})

test('shows which invoice settled a course to staff of invoices, but not to the student', async () => {
  const [line] = await app.database.read<{ order_item_id: number; student_course_id: number }>`
    select i.order_item_id, i.student_course_id
    from checkout.order_item i join checkout.customer_order o using (order_id)
    where o.user_id = ${owner.user_id} and i.student_course_id is not null order by 1 limit 1`
  const invoiceOf = async (caller: typeof client, at = '') => {
    const { studentCourses } = (await caller.get(`/user/fetchCoursesByUserId${at}`)).body
    const { invoice_id, invoice_number } = studentCourses.find(
      (studentCourse: { student_course_id: number }) => studentCourse.student_course_id === line!.student_course_id,
    )
    return [invoice_id, invoice_number]
  }
  const query = `?user_id=${owner.user_id}`
  expect(await invoiceOf(admin, query)).toEqual([null, null])
  const [today] = [legalDay(new Date())]
  const [course] = await app.database.read<{ course_website_id: number }>`
    select course_website_id from checkout.order_item where order_item_id = ${line!.order_item_id}`
  const response = await admin.post(
    `/invoice/?created_at=gte:${today}&created_at=lte:${today}&courseWebsiteId=${course!.course_website_id}`,
  )
  const { invoice } = (await admin.get(`/invoice/${response.body.invoice_id}`)).body
  expect(await invoiceOf(admin, query)).toEqual([response.body.invoice_id, invoice.invoice_number])
  expect(await invoiceOf(client)).toEqual([null, null])
})

test('staff without access to payments see the courses without prices', async () => {
  const user_id = await app.userId('instructor@example.com')
  const revocation = { user_id, organization_id: 1, key: 'MANAGE_PAYMENTS:READ', granted: false }
  await app.database.read`insert into identity.permission ${app.database.read(revocation)}`
  const response = await (await app.as(user_id)).get(`/user/fetchCoursesByUserId?user_id=${owner.user_id}`)
  expect(response.body.studentCourses.length).toBeGreaterThan(0)
  expect(new Set(response.body.studentCourses.map((course: { amount_paid: unknown }) => course.amount_paid))).toEqual(
    new Set([null]),
  )
})

test("refuses to list another person's payments without the permission", async () => {
  const other = await (await openOwner(app)).client()
  expect((await other.get(`/user/transaction/fetch?userId=${owner.user_id}`)).status).toBe(404)
  expect((await other.get('/user/transaction/fetch?userId=GCT')).status).toBe(404)
  expect((await other.get(`/user/fetchCoursesByUserId?user_id=${owner.user_id}`)).status).toBe(404)
  expect((await app.visitor().get('/user/transaction/fetch')).status).toBe(401)
  expect((await admin.get('/user/transaction/fetch?userId=..')).status).toBe(400)
})

test('stores a complete upload, and refuses a missing file and one above the limits', async () => {
  const file = await dot()
  const response = await client.upload('POST', '/attachment/document-upload?file_name=a.png', file, 'image/png')
  expect(response.status).toBe(200)
  const { url } = response.body.data
  const savedResponse = await client.get(url.replace(/^\/api/, ''))
  expect(savedResponse.headers.get('content-disposition')).toMatch(/^attachment; filename="a\.png"/)
  expect(savedResponse.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await client.upload('POST', '/attachment/document-upload', new Uint8Array())).status).toBe(415)
  const huge = await client.upload(
    'POST',
    '/attachment/document-upload?file_name=a.png',
    new Uint8Array(26 * 1_048_576),
  )
  expect(huge.status).toBe(413)
  // Other calls keep their limit of a megabyte.
  const tooLarge = await client.post('/user/setLanguage', { language: 'x'.repeat(1_048_577) })
  expect(tooLarge.status).toBe(413)
})

test("the person's picture is in the header of their pages", async () => {
  const file = await dot()
  const { body } = await client.upload('POST', '/user/avatar', file, 'image/png')
  expect((await client.visit('/dashboard')).text).toContain(`src="${body.data.avatar}"`)
  expect((await client.visit(body.data.avatar)).headers.get('content-type')).toBe('image/webp')
})
