import { expect, test } from 'vitest'
import { openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { findChargeEmail } from '#modules/checkout/entry.ts'
import { openAddress } from '#modules/identity/entry.ts'
import { resolvePayments } from './resolve-payments.job.ts'
import { sendCharge } from './send-charge.job.ts'
import { sendReceipt } from './send-receipt.job.ts'

const shop = await openShop()
const { app } = shop
const attempt = { id: 'one', number: 1, last: false, signal: new AbortController().signal }
const systemCtx = () => app.ctx({ kind: 'system', name: 'test' })

const buy = async () => {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: 1001 })
  return { student, paid: await student.post('/payment/process', await payment(student, shop)) }
}

test('sends the receipt of a paid order once, even when the job runs twice', async () => {
  const { student, paid } = await buy()
  const fact = app.facts.find(({ fact }) => fact === 'checkout.order_paid')!
  const before = app.mail.sent.length
  await sendReceipt.run(await systemCtx(), fact.data, attempt)
  await sendReceipt.run(await systemCtx(), fact.data, attempt)
  const [first, ...more] = app.mail.sent.slice(before)
  expect(first).toMatchObject({ to: student.email, subject: 'Your receipt from Sunshine Safe Driving' })
  // The first name alone, as in every email.
  expect(first!.text).toMatch(/^Hi \S+,$/m)
  expect(first!.text).toContain('$19.95')
  expect(first!.text).toContain(paid.body.transactionResponse.transId)
  expect(more).toEqual([])
})

test('the receipt for one course names its last day', async () => {
  await buy()
  const { data } = app.facts.findLast(({ fact }) => fact === 'checkout.order_paid')!
  await app.database.read`
    update learning.student_course set expires_at = '2027-03-01 17:00Z' where order_item_id in (
      select order_item_id from checkout.order_item where order_id = ${(data as { order_id: number }).order_id})`
  await sendReceipt.run(await systemCtx(), data as { order_id: number }, attempt)
  expect(app.mail.sent.at(-1)!.text).toContain('Finish your course by  March 1, 2027 at 12:00 PM EST')
})

test('the receipt for one course links to it, and to a first password if the buyer has none', async () => {
  const { student, paid } = await buy()
  const order_id = paid.body.order_id as number
  const [course] = await app.database.read<{ student_course_id: number }>`
    select student_course_id from learning.student_course where user_id = ${student.user_id}`
  await app.database.read`update identity.person set password_hash = null where user_id = ${student.user_id}`
  const before = app.mail.sent.length
  for (const number of [1, 2])
    await sendReceipt.run(await systemCtx(), { order_id, first_password: true }, { ...attempt, number })
  expect(app.mail.sent).toHaveLength(before + 1)
  const { text } = app.mail.sent.at(-1)!
  expect(text).toContain('Open my course')
  const [address] = /\S+\/login\/link\?\S+/.exec(text)!
  const { searchParams } = new URL(address)
  expect(searchParams.get('redirect')).toBe(`/course/${course!.student_course_id}`)
  // The URL contains no email address in plain text; the form shows it.
  expect(address).not.toContain(student.email.split('@')[0])
  expect(openAddress(await systemCtx(), searchParams.get('for')!)).toBe(student.email)
  expect(text).toMatch(/\/change-password\?token=[\w-]{43}/)
  // A receipt that staff request again has no such link.
  await sendReceipt.run(await systemCtx(), { order_id, request_id: 'again' }, attempt)
  const repeatedText = app.mail.sent.at(-1)!.text
  expect(repeatedText).not.toContain('/change-password')
  expect(repeatedText).toMatch(new RegExp(`/course/${course!.student_course_id}$`, 'm'))
})

test.each([
  ['is the one of the order', (email: string) => email, true],
  ['differs in capitals only', (email: string) => email.toUpperCase(), true],
  ['was corrected since', (email: string) => `corrected-${email}`, false],
])('the links of a receipt for a first password, if the address of the account %s', async (_case, change, linked) => {
  const { student, paid } = await buy()
  await app.database.read`
    update identity.person set password_hash = null, email = ${change(student.email)} where user_id = ${student.user_id}`
  await sendReceipt.run(await systemCtx(), { order_id: paid.body.order_id, first_password: true }, attempt)
  const { to, text } = app.mail.sent.at(-1)!
  expect(to).toBe(student.email)
  expect([/change-password\?token=/.test(text), /login\/link\?/.test(text)]).toEqual([linked, linked])
})

test('every email says how to reach the school and why it was sent', async () => {
  const { paid } = await buy()
  await app.database.read`update identity.organization set phone_number = '4075550100' where organization_id = 1`
  await sendReceipt.run(await systemCtx(), { order_id: paid.body.order_id }, attempt)
  const { text, html } = app.mail.sent.at(-1)!
  expect(text).toMatch(/\(\d{3}\) \d{3}-\d{4} · /)
  for (const part of [text, html]) expect(part).toContain('You got this email because of your order')
})

test('a student who reads Spanish gets the receipt in Spanish', async () => {
  const { student, paid } = await buy()
  await app.database.read`update identity.person set lk_language_id = 2 where user_id = ${student.user_id}`
  await sendReceipt.run(await systemCtx(), { order_id: paid.body.order_id }, attempt)
  expect(app.mail.sent.at(-1)).toMatchObject({ subject: 'Su recibo de Sunshine Safe Driving' })
})

test('a receipt names a support contact if the checkout settings have one', async () => {
  const { paid } = await buy()
  await app.database.read`
    insert into checkout.checkout_settings (organization_id, support_email) values (1, 'help@example.com')`
  await sendReceipt.run(await systemCtx(), { order_id: paid.body.order_id }, attempt)
  expect(app.mail.sent.at(-1)!.text).toContain('Questions about this order? help@example.com')
  await app.database.read`delete from checkout.checkout_settings`
})

test('a receipt for a course billed to the organization names the payer and does not thank the student for a payment', async () => {
  const student = await shop.newStudent()
  const staff = await app.as(await app.userId('admin@example.com'))
  await app.database.read`update identity.organization set invoice_ind = true where code = 'SSD'`
  const { body } = await staff.post('/student/addInvoicedStudentCourse', {
    user_id: student.user_id,
    course_website_id: 1001,
    request_id: crypto.randomUUID(),
  })
  await sendReceipt.run(await systemCtx(), { order_id: body.order_id }, attempt)
  const { to, text } = app.mail.sent.at(-1)!
  expect(to).toBe(student.email)
  expect(text).toContain('Your order is complete')
  expect(text).toMatch(/Invoiced to the organization\s+-\$19\.95/)
})

test('an unpaid order has no receipt', async () => {
  const before = app.mail.sent.length
  await sendReceipt.run(await systemCtx(), { order_id: 999_999 }, attempt)
  expect(app.mail.sent).toHaveLength(before)
})

test('the sweep books a payment whose response was lost, and does nothing on the second run', async () => {
  shop.simulator.script('reset-after-capture')
  const { student, paid } = await buy()
  expect(paid.body.pending).toBe(true)
  await resolvePayments.run(await systemCtx(), {}, attempt)
  await resolvePayments.run(await systemCtx(), {}, attempt)
  expect((await student.get('/cart/items')).body.cartItems).toEqual([])
  expect(await shop.bookFaults()).toEqual([])
})

test('a student charged by staff gets an email with a link to pay, unless the order was paid or canceled by then', async () => {
  const student = await shop.newStudent()
  const staff = await app.as(await app.userId('admin@example.com'))
  const { body } = await staff.post('/student/addUnpaidStudentCourse', {
    user_id: student.user_id,
    course_website_id: 1001,
    note: 'As agreed.',
  })
  const fact = { order_id: body.order_id as number }
  await sendCharge.run(await systemCtx(), fact, attempt)
  const email = app.mail.sent.at(-1)!
  expect(email).toMatchObject({ to: student.email, subject: 'Pay for your order at Sunshine Safe Driving' })
  expect(email.text).toContain(`/checkout/order/${fact.order_id}`)
  expect(email.text).toContain('As agreed.')
  const before = app.mail.sent.length
  await sendCharge.run(await systemCtx(), fact, attempt)
  expect(app.mail.sent).toHaveLength(before)
  const isDue = async () => (await findChargeEmail(await systemCtx(), fact.order_id)) !== null
  for (const orderStatus of [2, 3, 4, 5, 1]) {
    await app.database.read`
      update checkout.customer_order
      set lk_order_status_id = ${orderStatus}, paid_at = case when ${orderStatus}::int in (2, 4, 5) then platform.now() end
      where order_id = ${fact.order_id}`
    expect([orderStatus, await isDue()]).toEqual([orderStatus, orderStatus === 1])
  }
  expect((await staff.put('/order/cancel', fact)).status).toBe(200)
  expect(await isDue()).toBe(false)
})
