import { expect, test } from 'vitest'
import { openChargeShop } from '#modules/checkout/charges/charges.fixture.ts'
import { status } from '#modules/learning/index.ts'

const shop = await openChargeShop()
const { app, staff } = shop
type Student = Awaited<ReturnType<typeof shop.newStudent>>

const hidden = (text: string, name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(text)![1]!
/** Pays an order's page through its form. */
async function payOn(student: Student, path: string) {
  const { text, status: code } = await student.visit(path)
  expect(code).toBe(200)
  const { dataDescriptor, dataValue } = shop.creditCard()
  const terms = { accepted: '1', typed: 'I agree', opened: '1' }
  const sums = { intent_id: hidden(text, 'intent_id'), total: hidden(text, 'total') }
  return student.visit(path, { ...sums, ...terms, dataDescriptor, dataValue })
}

test('without scripts: staff charge from the students list, the student pays from the dashboard and gets a receipt', async () => {
  const student = await shop.newStudent()
  const list = await staff.visit(`/manage/students?search=${encodeURIComponent(student.email)}`)
  expect(list.text).toContain(`/manage/charge/${student.user_id}`)
  const path = `/manage/charge/${student.user_id}`
  const form = await staff.visit(`${path}?what=fee`)
  const request_id = hidden(form.text, 'request_id')
  const fields = { what: 'fee', name: 'New certificate', price: '12,50', note: 'As we said', request_id }
  expect((await staff.visit(path, fields)).headers.get('location')).toBe(`${path}?what=fee`)
  expect((await staff.visit(path, fields)).status).toBe(303)
  expect((await staff.visit(path)).text.match(/New certificate/g)).toHaveLength(1)
  const dashboard = await student.visit('/dashboard')
  const pay = /href="(\/checkout\/order\/\d+)"/.exec(dashboard.text)![1]!
  expect(dashboard.text).toContain('Pay Now')
  const response = await payOn(student, pay)
  const receipt = await student.visit(response.headers.get('location')!)
  expect(receipt.text).toContain('$12.50')
  expect(receipt.text).toContain('As we said')
  const pdf = await student.get(/\/api(\/order\/receipt\/[\w-]+)/.exec(receipt.text)![1]!)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(Buffer.from(pdf.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  expect((await student.visit(pay)).headers.get('location')).toBe(response.headers.get('location'))
  expect((await student.visit('/dashboard')).text).not.toContain('Pay Now')
})

test('errors are shown at their fields, and staff cancel an open order', async () => {
  const { user_id } = await shop.newStudent()
  const path = `/manage/charge/${user_id}`
  const request_id = crypto.randomUUID()
  const response = await staff.visit(`${path}?what=fee`, { what: 'fee', name: 'x', price: 'ten', request_id })
  expect(response.status).toBe(400)
  expect(response.text).toContain('Enter an amount, such as 19.95.')
  const course = { what: 'course', course_website_id: '1001', price: '', lk_shipping_type_id: '', note: '', request_id }
  expect((await staff.visit(path, course)).status).toBe(303)
  const cancel = /<button[^>]*name="cancel"[^>]*>/
    .exec((await staff.visit(path)).text)![0]
    .replace(/.*value="(\d+)".*/s, '$1')
  expect((await staff.visit(path, { cancel })).status).toBe(303)
  expect((await staff.visit(path)).text).toContain('No open orders.')
})

test('refuses an instructor without the permission, and staff of another organization', async () => {
  const { user_id } = await shop.newStudent()
  const instructor = await app.as(await app.userId('instructor@example.com'))
  expect((await instructor.visit(`/manage/charge/${user_id}`)).status).not.toBe(200)
  expect((await staff.visit('/manage/charge/999999')).headers.get('location')).toBe('/404')
})

test('an expired course is reinstated from its own page, after its fee', async () => {
  const student = await shop.newStudent()
  await shop.setRules({
    registration: { reinstatementEnabled: true, reinstatementFee: 25, reinstatementAttempts: 2 },
  })
  const id = await shop.startCourse(student.user_id)
  await shop.expire(id)
  expect((await student.visit(`/course/${id}/expired`)).text).toContain(`href="/course/${id}/reinstate"`)
  const offer = await student.visit(`/course/${id}/reinstate`)
  expect(offer.text).toContain('$25.00')
  const response = await student.visit(`/course/${id}/reinstate`, {})
  const order = response.headers.get('location')!
  expect((await student.visit(`/course/${id}/reinstate`)).headers.get('location')).toBe(order)
  await payOn(student, order)
  expect(await shop.statusOf(id)).toBe(status.inProgress)
  await shop.setRules({ registration: { reinstatementFee: 0 } })
  await shop.expire(id)
  const free = await student.visit(`/course/${id}/reinstate`, {})
  expect(free.headers.get('location')).toBe(`/course/${id}`)
})

test('a failed exam leads to its fee, and after the payment to the next attempt', async () => {
  const student = await shop.newStudent()
  await shop.setRules({ retake: { fee: 9, attempts: 2 } })
  const { student_course_id, component_id } = await shop.failQuiz(student.user_id)
  const quiz = `/course/${student_course_id}/quiz/${component_id}`
  expect((await student.visit(`${quiz}/summary`)).text).toContain('A retake costs $9.00.')
  expect((await student.visit(`${quiz}/summary`, { go: 'retake' })).headers.get('location')).toBe(`${quiz}/pay`)
  expect((await student.visit(`${quiz}/pay`)).text).toContain('$9.00')
  const orderedResponse = await student.visit(`${quiz}/pay`, {})
  await payOn(student, orderedResponse.headers.get('location')!)
  const response = await student.visit(`${quiz}/summary`, { go: 'retake' })
  expect(response.headers.get('location')).toMatch(new RegExp(`^${quiz}/\\d+$`))
})

test('an unpaid course links to its order, which no one else can open', async () => {
  const student = await shop.newStudent()
  await student.post('/student/create', { courseWebsiteId: 1001 })
  const { student_course_id } = await shop.courseOf(student.user_id)
  const response = await student.visit(`/course/${student_course_id}/pay`)
  expect(response.headers.get('location')).toMatch(/^\/checkout\/order\/\d+$/)
  const other = await shop.newStudent()
  expect((await other.visit(`/course/${student_course_id}/pay`)).headers.get('location')).toBe('/404')
  expect((await other.visit(response.headers.get('location')!)).headers.get('location')).toBe('/404')
})
