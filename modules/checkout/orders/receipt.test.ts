import { beforeEach, expect, test } from 'vitest'
import { demo, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { addSomeone, addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import { selectChargedOrder } from '#modules/checkout/payments/charge-request.ts'
import { brandVariables, contrastOf } from '#platform/ui/brand-colors.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { findReceipt } from './receipt.ts'
import { findReceiptEmail } from './receipt-email.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { receiptSums } from './receipt-sums.shared.ts'

const shop = await openShop()
const { app } = shop
const organization_id = 1

async function buy() {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  const { body } = await student.post('/payment/process', await payment(student, shop))
  return { student, order_id: body.order_id as number, transaction_id: body.transactionResponse.transId as string }
}

beforeEach(() => app.database.read`delete from checkout.checkout_settings`)

test('a receipt names the support contact of the site that sold it', async () => {
  const { student, transaction_id } = await buy()
  const page = `/checkout/success/${transaction_id}`
  expect((await student.visit(page)).text).not.toContain('Questions about this order?')
  const support = { support_phone: '5551234567', support_email: 'help@example.com' }
  await app.database.read`
    insert into checkout.checkout_settings ${app.database.read({ organization_id: organization_id, ...support })}`
  const { body } = await student.get(`/order/transaction/${transaction_id}`)
  expect(body.transaction).toMatchObject(support)
  expect((await student.visit(page)).text).toContain('Questions about this order? (555) 123-4567 · help@example.com')
  await student.visit('/language', { locale: 'es-es', redirect: page })
  expect((await student.visit(page)).text).toContain('¿Preguntas sobre este pedido? (555) 123-4567 · help@example.com')
})

test('the receipt file has one more line if there is a support contact', async () => {
  const { order_id } = await buy()
  const { receipt } = (await findReceipt(await app.ctx({ kind: 'anonymous' }), { order_id }))!
  const plain = await receiptPdf(receipt, 'Sunshine', 'en-us')
  const withPhone = await receiptPdf({ ...receipt, support_phone: '5551234567' }, 'Sunshine', 'en-us')
  expect(withPhone.length).toBeGreaterThan(plain.length)
})

test("the receipt file uses the organization's color, dark enough for print", async () => {
  const { student, order_id, transaction_id } = await buy()
  const fillsOf = async () => readPdf((await student.get(`/order/receipt/${transaction_id}`)).bytes).fills
  expect(await fillsOf()).toContain('#0b5d3b')
  for (const color of ['#7a1f1f', '#ffd500']) {
    await app.database.read`
      update identity.organization set brand_color = ${color}
      where organization_id = (select organization_id from checkout.customer_order where order_id = ${order_id})`
    const fills = await fillsOf()
    const accent = brandVariables(color, 'light').primary
    expect(contrastOf(accent, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(fills).toContain(accent)
    expect(fills).not.toContain('#0b5d3b')
  }
})

test('staff see the referrer of a sale if in scope; the student never does', async () => {
  const { student, order_id, transaction_id } = await buy()
  const staff = await addStaff(app, 'SSD')
  const path = `/order/transaction/${transaction_id}`
  expect((await staff.get(path)).body.referred_by).toBeNull()
  const referrer = await addSomeone(app, 'SSD', 2)
  const refer = (user_id: number) =>
    app.database.read`update checkout.customer_order set referred_by_user_id = ${user_id} where order_id = ${order_id}`
  await refer(referrer.user_id)
  const name = (await staff.get(path)).body.referred_by
  expect(name).toMatch(/^Kim Holder \d+$/)
  expect((await staff.visit(`/checkout/success/${transaction_id}`)).text).toContain(name)
  expect((await student.get(path)).body.referred_by).toBeNull()
  expect((await student.visit(`/checkout/success/${transaction_id}`)).text).not.toContain(name)
  await refer((await addSomeone(app, 'LSD', 2)).user_id)
  expect((await staff.get(path)).body.referred_by).toBeNull()
})

test('the receipt of a voided order says so and does not show it as paid', async () => {
  const { student, order_id, transaction_id } = await buy()
  const page = `/checkout/success/${transaction_id}`
  const paidPage = (await student.visit(page)).text
  expect(paidPage).toContain('Your courses are on your dashboard')
  expect(paidPage).toContain('What happens now')
  expect(paidPage.match(/Start your course/g)).toHaveLength(1)
  const staff = await addStaff(app, 'SSD')
  const { data } = (await staff.get(`/payment/fetch?transaction_id=exact:${transaction_id}`)).body
  expect((await staff.post('/payment/void', { payment_id: data[0].payment_id })).status).toBe(200)
  const { text } = await student.visit(page)
  expect(text).toContain('Voided')
  expect(text).toContain('-$19.95')
  expect(text).not.toContain('Your courses are on your dashboard')
  expect(text).not.toContain('What happens now')
  const { receipt } = (await findReceipt(await app.ctx({ kind: 'anonymous' }), { order_id }))!
  expect(receiptSums(receipt)).toEqual([
    { key: 'paid', dollars: 19.95 },
    { key: 'voided', dollars: -19.95 },
  ])
})

test('the lines of a receipt with an invoiced course add up to the paid amount', async () => {
  const student = await shop.newStudent()
  const staff = await addStaff(app, 'SSD')
  await app.database.read`update identity.organization set invoice_ind = true where code = 'SSD'`
  const { body } = await staff.post('/student/addInvoicedStudentCourse', {
    user_id: student.user_id,
    course_website_id: demo.improvement,
    request_id: crypto.randomUUID(),
  })
  const { receipt } = (await findReceipt(await app.ctx({ kind: 'anonymous' }), { order_id: body.order_id }))!
  expect(receiptSums(receipt)).toEqual([
    { key: 'invoiced', dollars: -19.95 },
    { key: 'paid', dollars: 0 },
  ])
})

test('the email states the deadline of a single course, and none of several', async () => {
  const expires = new Date('2031-05-06T07:08:09Z')
  for (const courses of [[demo.improvement], [demo.improvement, demo.spanish]]) {
    const student = await shop.newStudent()
    for (const course_website_id of courses) await student.post('/cart/addToCart', { course_website_id })
    const { order_id } = (await student.post('/payment/process', await payment(student, shop))).body
    await app.database.read`
      update learning.student_course set expires_at = ${expires} where user_id = ${student.user_id}`
    const email = await findReceiptEmail(await app.ctx({ kind: 'system', name: 'test' }), order_id)
    expect(email).toMatchObject({ user_id: student.user_id, expires_at: courses.length === 1 ? expires : null })
  }
})

test('the lines invoiced to an organization are not in the request to the gateway', async () => {
  const student = await shop.newStudent()
  for (const course_website_id of [demo.improvement, demo.spanish])
    await student.post('/cart/addToCart', { course_website_id })
  const { order_id } = (await student.post('/payment/process', await payment(student, shop))).body
  const sent = async () => (await selectChargedOrder(await app.ctx(), order_id)).lines.map(({ id }) => Number(id))
  expect(await sent()).toEqual([demo.improvement, demo.spanish])
  await app.database.read`
    update checkout.order_item set invoice_ind = true
    where order_id = ${order_id} and course_website_id = ${demo.improvement}`
  expect(await sent()).toEqual([demo.spanish])
})
