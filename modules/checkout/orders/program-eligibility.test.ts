import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { agreed, demo, guestWith, newPerson, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { makeKeys, redeem } from '#modules/checkout/keys/keys.fixture.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'

const shop = await openShop()
const { app } = shop
const sql = app.database.read

async function setProgram(program_id: string | null) {
  await sql`update catalogue.course_version set program_id = ${program_id} where course_version_id = 1`
  clearVersionCache()
}

beforeEach(() => setProgram('fl-bdi'))
afterEach(() => sql`delete from catalogue.program_rule`)

/** A student who passed the course today, and has it in the cart again. */
async function addPassedStudent() {
  await setProgram(null)
  const student = await shop.newStudent()
  await passCourse(app, student.user_id, 1)
  await setProgram('fl-bdi')
  return student
}

test('a course that counts once in twelve months is not sold again within that time, and nothing is charged', async () => {
  const student = await addPassedStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  const { cartItems } = (await student.get('/cart/items')).body
  const before = await shop.count('payment_attempt')
  const response = await student.post('/payment/process', await payment(student, shop))
  expect([response.status, response.body.code]).toEqual([422, 'NOT_ELIGIBLE'])
  expect(response.body.message).toMatch(/once in 12 months.*\(s\. 318\.14\(9\)/)
  expect(response.body.issues).toEqual([{ path: `item_${cartItems[0].id}`, message: response.body.message }])
  expect(await shop.count('payment_attempt')).toBe(before)
  // Twelve months later it counts again.
  await sql`
    update learning.student_course set passed_at = passed_at - interval '13 months' where user_id = ${student.user_id}`
  expect((await student.post('/payment/process', await payment(student, shop))).status).toBe(200)
})

test('a key for a course that the student may not take again is not used up', async () => {
  const admin = await app.as(await app.userId('admin@example.com'))
  const { codes } = await makeKeys(admin, demo.improvement)
  const student = await addPassedStudent()
  expect((await redeem(student, codes[0])).body).toMatchObject({ code: 'NOT_ELIGIBLE' })
  const other = await shop.newStudent()
  expect((await redeem(other, codes[0])).status).toBe(200)
})

test('the age limit of a program is checked if the date of birth is known', async () => {
  await sql`
    insert into catalogue.program_rule (program_id, rule, valid_from, value, citation, reason, user_id)
    values ('fl-bdi', 'eligibility.age', '2020-01-01', ${sql.json({ min: 18 })}, 'Rule 7', 'A test', 1)`
  const { client, guest_id } = await guestWith(shop)
  const unknown = await payment(client, shop, { guest_id, student: newPerson() })
  expect((await client.post('/payment/process', unknown)).status).toBe(200)
  const youngClient = await shop.newStudent()
  await sql`update identity.person set dob = platform.now()::date - 5000 where user_id = ${youngClient.user_id}`
  await youngClient.post('/cart/addToCart', { course_website_id: demo.improvement })
  const response = await youngClient.post('/payment/process', await payment(youngClient, shop))
  expect(response.body).toMatchObject({ code: 'NOT_ELIGIBLE', message: expect.stringContaining('(Rule 7)') })
})

test('staff cannot enroll a student, on invoice or to be paid, whom the program excludes', async () => {
  const admin = await app.as(await app.userId('admin@example.com'))
  const student = await addPassedStudent()
  await sql`update identity.organization set invoice_ind = true where organization_id = 1`
  const terms = () => ({
    user_id: student.user_id,
    course_website_id: demo.improvement,
    note: 'By phone',
    request_id: randomUUID(),
  })
  const before = await shop.count('customer_order')
  for (const call of ['/student/addInvoicedStudentCourse', '/student/addUnpaidStudentCourse']) {
    const response = await admin.post(call, terms())
    expect([response.status, response.body.code], call).toEqual([422, 'NOT_ELIGIBLE'])
  }
  expect(await shop.count('customer_order')).toBe(before)
  await setProgram(null)
  expect((await admin.post('/student/addInvoicedStudentCourse', terms())).status).toBe(200)
})

test('an open order of a course from which its program has excluded the student since is not paid', async () => {
  const admin = await app.as(await app.userId('admin@example.com'))
  const student = await addPassedStudent()
  await setProgram(null)
  const charge = { user_id: student.user_id, course_website_id: demo.improvement, note: '', request_id: randomUUID() }
  const { order_id, intent_id, total } = (await admin.post('/student/addUnpaidStudentCourse', charge)).body
  await setProgram('fl-bdi')
  const pay = () =>
    student.post('/payment/process', {
      ...{ order_id, intent_id, total },
      creditCard: shop.creditCard(),
      agreement: agreed,
    })
  const before = await shop.count('payment_attempt')
  const response = await pay()
  expect([response.status, response.body.code]).toEqual([422, 'NOT_ELIGIBLE'])
  expect(await shop.count('payment_attempt')).toBe(before)
  await setProgram(null)
  expect((await pay()).status).toBe(200)
})
