import { expect, test } from 'vitest'
import { demo } from '#modules/checkout/checkout.fixture.ts'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import { legalDay } from '#platform/zone.ts'
import { openChargeShop } from './charges.fixture.ts'

const shop = await openChargeShop()
const { app, staff } = shop
const { read } = app.database
await read`update identity.organization set invoice_ind = true where organization_id = 1`

async function enrollOnInvoice() {
  const student = await shop.newStudent()
  const response = await staff.post('/student/addInvoicedStudentCourse', {
    user_id: student.user_id,
    course_website_id: demo.improvement,
    request_id: crypto.randomUUID(),
  })
  expect(response.status).toBe(200)
  const { order_id } = response.body
  const [payment] = await read<{ payment_id: number }>`
    select payment_id from checkout.payment where order_id = ${order_id}`
  return { student, order_id, payment_id: payment!.payment_id }
}
const undo = (payment_id: number, reason = 'Wrong student.', caller: typeof staff = staff) =>
  caller.put('/order/undoInvoiced', { payment_id, reason })
const invoice = () => {
  const day = legalDay(new Date())
  return staff.post(`/invoice/?created_at=gte:${day}&created_at=lte:${day}&courseWebsiteId=${demo.improvement}`)
}

test('undoing an invoiced enrollment records the reason and keeps it off invoices; repeating it changes nothing', async () => {
  const { student, order_id, payment_id } = await enrollOnInvoice()
  const row = (await staff.get(`/payment/fetch?payment_id=${payment_id}`)).body.data[0]
  expect(row.invoiced).toBe(true)
  const responses = await Promise.all([undo(payment_id), undo(payment_id)])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect((await shop.courseOf(student.user_id)).at).toBe(16)
  const events = await read`
    select after from platform.audit_event
    where action = 'order.undo-invoiced' and subject = ${`order_id:${order_id}`}`
  expect(events).toEqual([{ after: { lk_order_status_id: 4, reason: 'Wrong student.' } }])
  expect((await invoice()).body.code).toBe('NOTHING_TO_INVOICE')
  expect((await staff.get(`/payment/fetch?payment_id=${payment_id}`)).body.data[0].invoiced).toBe(false)
  expect(await shop.bookFaults()).toEqual([])
})

test('refuses to undo a course that is completed, invoiced or paid with money', async () => {
  const { student, payment_id } = await enrollOnInvoice()
  await read`
    update learning.student_course set lk_student_course_status_id = 6 where user_id = ${student.user_id}`
  expect((await undo(payment_id)).body.code).toBe('COURSE_COMPLETED')
  await read`
    update learning.student_course set lk_student_course_status_id = 4 where user_id = ${student.user_id}`
  const response = await invoice()
  expect(response.status).toBe(200)
  const refusedResponse = await undo(payment_id)
  expect([refusedResponse.status, refusedResponse.body.code]).toEqual([409, 'ON_INVOICE_ALREADY'])
  expect(refusedResponse.body.message).toContain(response.body.invoice_number)
  // A deleted invoice blocks nothing.
  expect((await staff.delete('/invoice', { invoice_id: response.body.invoice_id })).status).toBe(200)
  expect((await undo(payment_id)).status).toBe(200)
  const payer = await shop.newStudent()
  const charged = await staff.post('/student/addUnpaidStudentCourse', {
    user_id: payer.user_id,
    course_website_id: demo.improvement,
  })
  await shop.pay(payer, charged.body.order_id)
  const [payment] = await read<{ payment_id: number }>`
    select payment_id from checkout.payment where order_id = ${charged.body.order_id}`
  expect((await undo(payment!.payment_id)).body.code).toBe('NOT_ON_INVOICE')
  expect(await shop.bookFaults()).toEqual([])
})

test('an invoice and an undo at the same time have one outcome: the course is invoiced, or it is undone', async () => {
  for (let round = 0; round < 5; round++) {
    const { order_id, payment_id } = await enrollOnInvoice()
    const [undoneResponse, response] = await Promise.all([undo(payment_id), invoice()])
    const lines = await read`
      select from checkout.invoice_line l join checkout.order_item i using (order_item_id)
      where i.order_id = ${order_id} and not l.void_ind`
    expect([undoneResponse.status, lines.length]).toEqual(undoneResponse.status === 200 ? [200, 0] : [409, 1])
    if (response.status === 200) await staff.delete('/invoice', { invoice_id: response.body.invoice_id })
    await undo(payment_id)
  }
})

test('T-30: undoing requires a reason, both permissions and the organization', async () => {
  const { payment_id } = await enrollOnInvoice()
  expect((await undo(payment_id, ' ')).status).toBe(400)
  const clerk = await addSomeone(app, 'SSD', 2)
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${clerk.user_id}, 1, 'MANAGE_PAYMENTS:UPDATE', true)`
  expect((await undo(payment_id, 'No.', clerk as never)).status).toBe(403)
  expect((await undo(payment_id, 'No.', (await addSomeone(app, 'GCT', 1)) as never)).status).toBe(404)
  const page = `/manage/payments/${payment_id}/undo`
  expect((await staff.visit(page)).text).toContain('Undo this enrollment?')
  expect((await staff.visit(page, { reason: 'Twice.' })).headers.get('location')).toBe('/manage/payments')
})
