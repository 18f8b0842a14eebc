import { expect, test } from 'vitest'
import { agreed, demo, openShop, payment, refused } from '#modules/checkout/checkout.fixture.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { findPurchaseAgreement } from './purchase-agreement.sql.ts'

const shop = await openShop()
const { app } = shop

test('a disclaimer agreed to at checkout is documented with the course', async () => {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.teen })
  const send = await payment(student, shop, {
    dob: '05/17/2012',
    dob_confirmed: true,
    agreement: { ...agreed, typed: 'I agree' },
  })
  expect((await student.post('/payment/process', send)).status).toBe(200)
  const [course] = await app.database.read<{ student_course_id: number; text_hash: string }>`
    select i.student_course_id, a.text_hash from checkout.v_order_item i join checkout.v_agreement a using (order_id)
    order by i.order_item_id desc limit 1`
  const { body } = await student.get('/user/fetchCoursesByUserId')
  expect(body.studentCourses[0].agreed_ind).toBe(true)
  const { student_course_id, text_hash } = course!
  const proof = await student.get(`/student/downloadProofOfDisclaimerAgreement?student_course_id=${student_course_id}`)
  expect(proof.status, proof.text.slice(0, 300)).toBe(200)
  const { text } = readPdf(proof.bytes)
  for (const part of ['“I agree”', 'Text fingerprint', 'I am the student named in this']) expect(text).toContain(part)
  expect(text).toContain(text_hash.slice(0, 20))
})

test('the last of several agreements to an order counts', async () => {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  const send = await payment(student, shop, { agreement: { ...agreed, typed: 'first' } }, refused)
  expect((await student.post('/payment/process', send)).body.code).toBe('PAYMENT_DECLINED')
  const secondPayment = await payment(student, shop, { agreement: { ...agreed, typed: 'second' } })
  const { order_id } = (await student.post('/payment/process', secondPayment)).body
  const [item] = await app.database.read<{ order_item_id: number }>`
    select order_item_id from checkout.order_item where order_id = ${order_id}`
  const system = await app.ctx({ kind: 'system', name: 'test' })
  expect(await findPurchaseAgreement(system, item!.order_item_id)).toMatchObject({ typed: 'second' })
})
