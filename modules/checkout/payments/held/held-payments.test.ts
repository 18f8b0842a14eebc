import { afterEach, describe, expect, test } from 'vitest'
import { demo, payment } from '#modules/checkout/checkout.fixture.ts'
import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import { paymentGateway } from '#modules/checkout/payments/gateways/gateway.ts'
import { openRefundShop } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { refundSurplus } from '#modules/checkout/payments/refunds/return-surplus.ts'
import { resolvePayments } from '#modules/checkout/payments/resolve-payments.ts'
import { approveAtPaypal } from '#modules/checkout/payments/settlement/settlement.fixture.ts'
import type { Client } from '#tests/support/app.ts'
import { decideHeld } from './decide-held.ts'

const shop = await openRefundShop()
const { app, simulator, paypal, staff } = shop
const sql = app.database.read

afterEach(async () => {
  simulator.clearScripts()
  expect(await shop.bookFaults()).toEqual([])
})

/** A payment that the gateway holds; `repeat` sends the buyer's request again. */
async function hold() {
  const buyer = await shop.newStudent()
  await buyer.post('/cart/addToCart', { course_website_id: demo.improvement })
  const send = await payment(buyer, shop)
  simulator.script('held')
  const { order_id } = (await buyer.post('/payment/process', send)).body
  const [attempt] = await sql<{ payment_attempt_id: number; transaction_id: string }>`
    select payment_attempt_id, transaction_id from checkout.payment_attempt where order_id = ${order_id}`
  return { buyer, order_id, ...attempt!, repeat: () => buyer.post('/payment/process', send) }
}
const resolve = async () => resolvePayments(await app.ctx({ kind: 'system', name: 'test' }))
const decide = (payment_attempt_id: number, decision: string, client: Client = staff) =>
  client.post('/payment/decideHeld', { payment_attempt_id, decision })
const stateOf = async (payment_attempt_id: number) => {
  const [row] = await sql<{ state: string }>`
    select state from checkout.payment_attempt where payment_attempt_id = ${payment_attempt_id}`
  return row!.state
}
const listHeld = async (client: Client = staff) => (await client.get('/payment/held')).body.payments
const captures = () => simulator.ledger().captures.length
const payments = async (order_id: number) => sql`select 1 from checkout.payment where order_id = ${order_id}`

describe('decisions of staff about a held payment', () => {
  test('approving captures the money, opens the course and records the decider', async () => {
    const { payment_attempt_id, order_id, transaction_id, repeat } = await hold()
    expect(await listHeld()).toMatchObject([
      { payment_attempt_id, transaction_id, name: 'Rosa Marin', total: 19.95, can: { decide: true }, decision: null },
    ])
    const response = await decide(payment_attempt_id, 'approve')
    expect(response.body).toMatchObject({ pending: false, message: 'Payment approved. The courses are open.' })
    expect((await repeat()).body).toMatchObject({ pending: false, order_id })
    expect(await listHeld()).toEqual([])
    const [auditLog] = await sql`
      select actor_user_id from platform.audit_event
      where action = 'payment.decide' and subject = ${`order_id:${order_id}`}`
    expect(auditLog).toEqual({ actor_user_id: staff.user_id })
  })

  test('approving the payment of a canceled order returns the money, and the message states it', async () => {
    const { payment_attempt_id, order_id, buyer } = await hold()
    await sql`update checkout.customer_order set lk_order_status_id = ${orderStatus.Cancelled} where order_id = ${order_id}`
    const response = await decide(payment_attempt_id, 'approve')
    expect(response.body.message).toBe(
      'Payment approved. The order had already been canceled or paid, so no course was opened. The money will be refunded.',
    )
    expect([await stateOf(payment_attempt_id), await payments(order_id)]).toEqual(['surplus', []])
    expect((await decide(payment_attempt_id, 'approve')).body.message).toBe(response.body.message)
    const courses = await sql`select from learning.student_course where user_id = ${buyer.user_id}`
    expect(courses).toHaveLength(0)
    expect(await refundSurplus(await app.ctx({ kind: 'system', name: 'test' }))).toBe(1)
  })

  test('declining captures nothing, and the buyer can use another card', async () => {
    const before = captures()
    const { payment_attempt_id, buyer } = await hold()
    expect((await decide(payment_attempt_id, 'decline')).body.message).toBe(
      'Payment declined. The buyer was not charged.',
    )
    expect([await stateOf(payment_attempt_id), captures()]).toEqual(['declined', before])
    expect((await buyer.post('/payment/process', await payment(buyer, shop))).body.pending).toBe(false)
  })

  test('eight simultaneous clicks and a later one are one capture and one payment', async () => {
    const before = captures()
    const { payment_attempt_id, order_id } = await hold()
    const responses = await Promise.all(Array.from({ length: 8 }, () => decide(payment_attempt_id, 'approve')))
    responses.push(await decide(payment_attempt_id, 'approve'))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(captures()).toBe(before + 1)
    expect(await payments(order_id)).toHaveLength(1)
    const decisions = await sql`
      select from platform.audit_event where action = 'payment.decide' and subject = ${`order_id:${order_id}`}`
    expect(decisions).toHaveLength(1)
  })

  test('the first decision stays when another person repeats it', async () => {
    const { payment_attempt_id } = await hold()
    simulator.script('reset-before-capture')
    expect((await decide(payment_attempt_id, 'approve')).body.pending).toBe(true)
    const other = await shop.addSomeone('SSD', 1)
    simulator.script('reset-before-capture')
    expect((await decide(payment_attempt_id, 'approve', other)).body.pending).toBe(true)
    const [attempt] = await sql`
      select decision, decided_by from checkout.payment_attempt where payment_attempt_id = ${payment_attempt_id}`
    expect(attempt).toEqual({ decision: 'approve', decided_by: staff.user_id })
    expect((await decide(payment_attempt_id, 'decline')).status).toBe(200)
  })

  test('a simultaneous approval and decline have the outcome of the gateway, in the books as well', async () => {
    const before = captures()
    const { payment_attempt_id, order_id } = await hold()
    const [approval, decline] = await Promise.all([
      decide(payment_attempt_id, 'approve'),
      decide(payment_attempt_id, 'decline'),
    ])
    expect([approval.status, decline.status].toSorted()).toEqual([200, 409])
    expect(captures()).toBe(before + (approval.status === 200 ? 1 : 0))
    expect(await payments(order_id)).toHaveLength(approval.status === 200 ? 1 : 0)
  })

  test('a different second decision, and one by another organization, are refused', async () => {
    const { payment_attempt_id } = await hold()
    const other = await shop.addSomeone('LSD', 1)
    expect((await decide(payment_attempt_id, 'approve', other)).status).toBe(404)
    expect(await listHeld(other)).toEqual([])
    expect((await decide(payment_attempt_id, 'approve', await shop.newStudent())).status).toBe(403)
    await decide(payment_attempt_id, 'decline')
    expect((await decide(payment_attempt_id, 'approve')).body.code).toBe('NOT_HELD')
    expect((await decide(999_999, 'approve')).status).toBe(404)
    expect((await decide(payment_attempt_id, 'settle')).status).toBe(400)
  })

  test('needs a recent proof', async () => {
    const { payment_attempt_id } = await hold()
    const before = captures()
    await app.moveClock(16 * 60_000)
    for (const decision of ['approve', 'decline']) {
      const response = await decide(payment_attempt_id, decision)
      expect([response.status, response.body.code]).toEqual([403, 'PROOF_NEEDED'])
    }
    await shop.prove()
    expect([await stateOf(payment_attempt_id), captures()]).toEqual(['held', before])
    expect((await decide(payment_attempt_id, 'decline')).status).toBe(200)
  })

  test('PayPal payments are decided at PayPal', async () => {
    paypal.script('held')
    const { place } = await approveAtPaypal(shop)
    expect((await place()).body.pending).toBe(true)
    const [payment] = await listHeld()
    expect(payment).toMatchObject({ provider: 'paypal', can: { decide: false } })
    expect((await decide(payment.payment_attempt_id, 'approve')).body.code).toBe('HELD_ELSEWHERE')
    paypal.release(payment.transaction_id, 'approve')
    await app.moveClock(60_000)
    await resolve()
    expect(await stateOf(payment.payment_attempt_id)).toBe('approved')
    expect(paypal.ledger().captures).toHaveLength(1)
  })
})

describe('a lost response to a decision', () => {
  test.each(['reset-after-capture', 'time-out-after-capture'] as const)(
    '(%s) is queried, not repeated',
    async (behavior) => {
      const { payment_attempt_id, order_id } = await hold()
      simulator.script(behavior)
      expect((await decide(payment_attempt_id, 'approve')).body.pending).toBe(false)
      expect(await payments(order_id)).toHaveLength(1)
    },
  )

  test('leaves the payment held and open to decision if it never reached the gateway', async () => {
    const { payment_attempt_id } = await hold()
    simulator.script('reset-before-capture')
    expect((await decide(payment_attempt_id, 'approve')).body).toMatchObject({
      pending: true,
      message: expect.stringContaining("hasn't responded yet"),
    })
    expect(await listHeld()).toMatchObject([{ payment_attempt_id, decision: 'approve' }])
    expect((await decide(payment_attempt_id, 'decline')).body.pending).toBe(false)
    expect(await stateOf(payment_attempt_id)).toBe('declined')
  })

  test('is booked once by the resolver if the process was killed after the approval', async () => {
    const before = captures()
    const { payment_attempt_id, order_id } = await hold()
    const ctx = await shop.dying(staff.user_id, paymentGateway, (gateway) => ({
      async decideHeld(transaction_id, decision) {
        await gateway.decideHeld(transaction_id, decision)
        throw new Error('killed')
      },
    }))
    await expect(decideHeld.run(ctx, { payment_attempt_id, decision: 'approve' })).rejects.toThrow('killed')
    expect([await stateOf(payment_attempt_id), captures()]).toEqual(['held', before + 1])
    await Promise.all([resolve(), resolve()])
    expect(await payments(order_id)).toHaveLength(1)
    expect(captures()).toBe(before + 1)
  })
})

test('a payment held for more than a day is shown to staff, and no longer once decided', async () => {
  const { payment_attempt_id } = await hold()
  await resolve()
  const open = async () => (await staff.get('/payment/discrepancies')).body.discrepancies
  expect(await open()).toEqual([])
  await app.moveClock(25 * 3_600_000)
  await shop.prove()
  await resolve()
  await resolve()
  expect(await open()).toMatchObject([{ kind: 'still_held', booked_amount: 19.95 }])
  await decide(payment_attempt_id, 'approve')
  await resolve()
  expect(await open()).toEqual([])
})

test('the page decides with a plain form in both languages', async () => {
  const { payment_attempt_id } = await hold()
  const page = '/manage/payments/held'
  expect((await staff.visit('/manage/payments')).text).toContain(`href="${page}"`)
  expect((await staff.visit(page)).text).toContain('If you approve a payment, the buyer is charged')
  const sentBody = { payment_attempt_id: String(payment_attempt_id), decision: 'approve' }
  const response = await staff.visit(page, sentBody)
  expect([response.status, response.headers.get('location')]).toEqual([303, page])
  expect((await staff.visit(page)).text).toContain('Payment approved.')
  expect((await staff.visit(page, { ...sentBody, decision: 'decline' })).text).toContain('no longer held')
  await staff.post('/user/setLanguage', { language: 2 })
  expect((await staff.visit(page)).text).toContain('No hay pagos retenidos.')
})
