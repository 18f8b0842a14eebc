import { expect, test } from 'vitest'
import { demo, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { listGatewayHealth } from './gateway-health.sql.ts'
import { scheduleOutcomeReport } from './risk/link-assessment.ts'

const shop = await openShop()
const { read } = shop.app.database

async function pay(): Promise<number> {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  const { body } = await student.post('/payment/process', await payment(student, shop))
  const [row] = await read<{ payment_attempt_id: number }>`
    select payment_attempt_id from checkout.payment_attempt where order_id = ${body.order_id}`
  return row!.payment_attempt_id
}
const payment_attempt_id = await pay()
const [called_at, settled_at] = [new Date('2030-01-01T12:00:00Z'), new Date('2030-01-01T12:00:05Z')]
const setAttempt = (state: string, reason_text: string) => read`
  update checkout.payment_attempt set state = ${state}, reason_text = ${reason_text}, called_at = ${called_at}, settled_at = ${settled_at}
  where payment_attempt_id = ${payment_attempt_id}`

const none = { answered_at: null, failed_at: null, failed_reason: null, unknown: 0, unknown_since: null }
test.each([
  ['approved', { answered_at: settled_at }],
  ['declined', { answered_at: settled_at }],
  ['held', { answered_at: settled_at }],
  ['surplus', { answered_at: settled_at }],
  ['calling', {}],
  ['failed', { failed_at: settled_at, failed_reason: 'Down' }],
  ['unknown', { unknown: 1, unknown_since: called_at }],
])('a gateway whose only attempt is %s', async (state, health) => {
  await setAttempt(state, 'Down')
  expect(await listGatewayHealth(read)).toEqual([{ provider: 'authorize_net', ...none, ...health }])
})

test('the last failure with a reason is named, and the oldest attempt without a result', async () => {
  await setAttempt('failed', 'Down')
  const later = await pay()
  await read`
    update checkout.payment_attempt set state = 'failed', reason_text = 'Busy', settled_at = null, called_at = '2030-01-02T12:00:00Z'
    where payment_attempt_id = ${later}`
  expect(await listGatewayHealth(read)).toMatchObject([
    { failed_at: new Date('2030-01-02T12:00:00Z'), failed_reason: 'Busy', unknown: 0 },
  ])
  await read`update checkout.payment_attempt set state = 'unknown' where payment_attempt_id in (${payment_attempt_id}, ${later})`
  expect(await listGatewayHealth(read)).toMatchObject([{ unknown: 2, unknown_since: called_at }])
})

test('the outcome of a charge is reported after 15 minutes to the provider that assessed its form', async () => {
  const others = await pay()
  const ctx = await shop.app.ctx({ kind: 'system', name: 'test' })
  const reportIn = async (id: number) => {
    await ctx.tx((inner) => scheduleOutcomeReport(inner, { step: 'charge', payment_attempt_id: id } as never))
    const [row] = await read<{ assessment_id: number | null; seconds: number | null }>`
      select assessment_id, extract(epoch from tell_at - platform.now())::int as seconds
      from checkout.payment_attempt where payment_attempt_id = ${id}`
    return row!
  }
  const setAssessment = (assessment_id: number | null) => read`
    update checkout.customer_order set assessment_id = ${assessment_id}
    where order_id = (select order_id from checkout.payment_attempt where payment_attempt_id = ${others})`
  await read`update checkout.payment_attempt set assessment_id = null, tell_at = null`
  await setAssessment(null)
  expect(await reportIn(others)).toEqual({ assessment_id: null, seconds: null })
  await setAssessment(71)
  const { assessment_id, seconds } = await reportIn(others)
  expect(assessment_id).toBe(71)
  expect(seconds).toBeGreaterThan(14 * 60)
  expect(seconds).toBeLessThanOrEqual(15 * 60)
})
