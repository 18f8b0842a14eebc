import { expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { findFullRefundDeadline, status } from '#modules/learning/index.ts'
import { openRefundShop } from './refunds.fixture.ts'

const shop = await openRefundShop()
const { app, buy } = shop

async function setProgram(program_id: string | null) {
  await app.database.read`update catalogue.course_version set program_id = ${program_id}`
  clearVersionCache()
}

/** Buys a course that was agreed to at this time; `refundPart` requests a refund of part of its price. */
async function buyAgreed(agreed_at: Date) {
  const payment = await buy()
  const [line] = await app.database.read<{ order_item_id: number; student_course_id: number }>`
    select order_item_id, student_course_id from checkout.order_item where order_id = ${payment.order_id}`
  const { order_item_id, student_course_id } = line!
  await app.database.read`
    update learning.student_course set agreed_at = ${agreed_at} where student_course_id = ${student_course_id}`
  const refundPart = (ends_enrolment: boolean) =>
    shop.refund(payment, { amount: 5, lines: [{ order_item_id, amount: 5, ends_enrolment }] })
  return { payment, student_course_id, refundPart }
}

test('a course of a Texas program that is canceled within three business days is refunded in full', async () => {
  await setProgram('tx-driving-safety')
  const { payment, refundPart } = await buyAgreed(new Date())
  const { status, body } = await refundPart(true)
  expect(status).toBe(422)
  expect(body).toMatchObject({ code: 'REFUND_FULL', message: expect.stringContaining('Tex. Educ. Code 1001.401') })
  expect(await shop.attempts(payment)).toEqual([])
  const purchase = await buyAgreed(new Date())
  expect((await shop.refund(purchase.payment)).status).toBe(200)
  expect(await shop.statuses(purchase.payment)).toMatchObject({ courses: [16] })
  // A discount for a student who continues is not a cancellation.
  expect((await refundPart(false)).status).toBe(200)
})

test('a part may be refunded after three business days, or without such a program', async () => {
  await setProgram('tx-driving-safety')
  const purchase = await buyAgreed(new Date(Date.now() - 9 * 86_400_000))
  expect((await purchase.refundPart(true)).status).toBe(200)
  await setProgram('fl-bdi')
  const other = await buyAgreed(new Date())
  expect((await other.refundPart(true)).status).toBe(200)
})

test("the period ends at midnight of the third business day in the school's zone, without weekends and holidays", async () => {
  await setProgram('tx-driving-safety')
  // The Wednesday before Thanksgiving, in the evening; in UTC it is already Thursday.
  const { student_course_id } = await buyAgreed(new Date('2026-11-26T02:00:00Z'))
  const ctx = await app.ctx({ kind: 'system', name: 'test' })
  const deadlineAt = (now: string) =>
    findFullRefundDeadline(ctx.as({ now: new Date(now) }), student_course_id, 'America/Chicago')
  const midnight = new Date('2026-12-02T06:00:00Z')
  expect(await deadlineAt('2026-12-02T05:59:59Z')).toEqual({
    until: midnight,
    source: expect.stringContaining('1001.401'),
  })
  expect(await deadlineAt('2026-12-02T06:00:00Z')).toBeNull()
  const endedCourses: number[] = []
  for (const id of Object.values(status)) {
    await app.database.read`
      update learning.student_course set lk_student_course_status_id = ${id} where student_course_id = ${student_course_id}`
    if (!(await deadlineAt('2026-11-27T06:00:00Z'))) endedCourses.push(id)
  }
  // Passed, issued, failed, refused by its agency, issued by hand, refused by the department.
  expect(endedCourses).toEqual([6, 7, 8, 17, 18, 19])
})
