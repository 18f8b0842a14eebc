import { afterEach, describe, expect, test, vi } from 'vitest'
import { demo, payment, refused } from '#modules/checkout/checkout.fixture.ts'
import type { RefundRequest } from '#modules/checkout/payments/gateways/gateway.ts'
import { resolvePayments } from '#modules/checkout/payments/resolve-payments.ts'
import { whileHeld } from '#tests/support/while-held.ts'
import { refundPayment } from './refund-payment.ts'
import { openRefundShop, type Purchase } from './refunds.fixture.ts'
import { refundSurplus } from './return-surplus.ts'
import { voidPayment } from './void-payment.ts'

const shop = await openRefundShop()
const { app, simulator, sweep } = shop
const minute = 60_000
const system = () => app.ctx({ kind: 'system', name: 'test' })
const [refunded, partly, voided] = [3, 6, 7]

afterEach(async () => {
  simulator.clearScripts()
  expect(await shop.bookFaults()).toEqual([])
})

const lostResponses = [
  'time-out-after-capture',
  'reset-after-capture',
  'failure-500-after-capture',
  'malformed-after-capture',
] as const

describe('a response lost after the money was returned', () => {
  test.each(lostResponses)('(%s) is awaited, never sent again, and booked once', async (behavior) => {
    const purchase = await shop.buy()
    const request_id = crypto.randomUUID()
    simulator.script(behavior)
    const response = await shop.refund(purchase, { amount: 5, request_id })
    expect([response.status, response.body.pending, response.body.refund_amount]).toEqual([200, true, 0])
    expect((await shop.refund(purchase, { amount: 5, request_id })).body.pending).toBe(true)
    expect((await shop.returned(purchase)).refunded).toEqual([500])
    expect(await Promise.all([sweep(), sweep(), sweep()])).toContain(1)
    expect(await sweep()).toBe(0)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: partly, refunded: 500 })
    expect((await shop.refund(purchase, { amount: 5, request_id })).body.pending).toBe(false)
    expect((await shop.returned(purchase)).refunded).toEqual([500])
  })

  test('reserves its amount: only the rest can be refunded', async () => {
    const purchase = await shop.buy()
    simulator.script('reset-after-capture')
    await shop.refund(purchase, { amount: 15 })
    expect((await shop.refundable(purchase)).pending_refund_amount).toBe(15)
    const tooLarge = await shop.refund(purchase, { amount: 15, existing_refund_amount: 15 })
    expect([tooLarge.status, tooLarge.body.code]).toEqual([422, 'REFUND_AMOUNT'])
    expect((await shop.refund(purchase, { amount: 1, existing_refund_amount: 15 })).status).toBe(200)
    await sweep()
    expect((await shop.statuses(purchase)).refunded).toBe(1600)
  })

  test('is resolved by the capture, which shows the void', async () => {
    const purchase = await shop.buy([demo.improvement], false)
    simulator.script('reset-after-capture')
    expect((await shop.void(purchase)).body.pending).toBe(true)
    expect((await shop.refund(purchase)).status).toBe(409)
    expect(await sweep()).toBe(1)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: voided, order: 4 })
  })

  test('is resolved as well if a void replaced a full refund', async () => {
    const purchase = await shop.buy([demo.improvement], false)
    simulator.script('approve', 'reset-after-capture')
    expect((await shop.refund(purchase)).body.pending).toBe(true)
    expect(await shop.attempts(purchase)).toEqual([{ state: 'unknown', way: 'void', origin: 'staff' }])
    expect(await sweep()).toBe(1)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: voided, order: 4 })
  })
})

test('a response lost before anything was returned is given up after fifteen minutes, and can be repeated', async () => {
  const purchase = await shop.buy()
  simulator.script('reset-before-capture')
  expect((await shop.refund(purchase)).body.pending).toBe(true)
  expect(await sweep()).toBe(0)
  await app.moveClock(16 * minute)
  simulator.scriptQueries('failure-500-before-capture')
  expect(await sweep()).toBe(0)
  expect(await sweep()).toBe(1)
  expect(await shop.attempts(purchase)).toMatchObject([{ state: 'failed' }])
  await shop.prove()
  expect((await shop.refund(purchase)).status).toBe(200)
  expect((await shop.returned(purchase)).refunded).toHaveLength(1)
})

describe('a refund given up while its call was in progress', () => {
  const unanswered = {
    outcome: 'unknown',
    transaction_id: null,
    reason: { code: 'late', text: '' },
    offer_void: false,
  } as const
  /** Its call takes so long that the resolver gives it up; `meanwhile` runs before the response is lost. */
  async function refundSlowly(purchase: Purchase, meanwhile: (request: RefundRequest) => Promise<unknown>) {
    const ctx = await shop.dyingStaff({
      async refund(request) {
        await app.moveClock(16 * minute)
        expect(await sweep()).toBe(1)
        expect(await shop.attempts(purchase)).toMatchObject([{ state: 'failed' }])
        await meanwhile(request)
        return unanswered
      },
    })
    const { payment_id, total } = purchase
    return refundPayment.run(ctx, { payment_id, amount: total, existing_refund_amount: 0, total })
  }

  test('is queried again if the call ends without a response, reserves its amount, and is booked once', async () => {
    const purchase = await shop.buy()
    const result = await refundSlowly(purchase, (request) => app.gateway.gateway.refund(request))
    expect(result.pending).toBe(true)
    await shop.prove()
    expect((await shop.refund(purchase)).body.pending).toBe(true)
    expect((await shop.refundable(purchase)).pending_refund_amount).toBe(purchase.total)
    expect(await sweep()).toBe(1)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: refunded, courses: [16] })
    expect((await shop.returned(purchase)).refunded).toEqual([1995])
  })

  test('gets fifteen more minutes before it is given up', async () => {
    const purchase = await shop.buy()
    await refundSlowly(purchase, async () => {})
    expect(await sweep()).toBe(0)
    await app.moveClock(16 * minute)
    expect(await sweep()).toBe(1)
    expect(await shop.attempts(purchase)).toMatchObject([{ state: 'failed' }])
  })

  test('stays given up if another refund returned its amount since', async () => {
    const purchase = await shop.buy()
    const refundAgain = async () => {
      await shop.prove()
      expect((await shop.refund(purchase)).status).toBe(200)
    }
    await expect(refundSlowly(purchase, refundAgain)).rejects.toMatchObject({ kind: { code: 'REFUND_REFUSED' } })
    expect(await shop.attempts(purchase)).toMatchObject([{ state: 'failed' }, { state: 'approved' }])
    await shop.prove()
  })
})

describe('a process killed', () => {
  const killed = () => Promise.reject(new Error('killed'))
  const form = (purchase: { payment_id: number; total: number }) => ({
    payment_id: purchase.payment_id,
    amount: purchase.total,
    existing_refund_amount: 0,
    total: purchase.total,
  })

  test('before the call to the gateway returns nothing, and the refund can be repeated', async () => {
    const purchase = await shop.buy()
    const ctx = await shop.dyingStaff({ refund: killed })
    await expect(refundPayment.run(ctx, form(purchase))).rejects.toThrow('killed')
    await app.moveClock(16 * minute)
    expect(await sweep()).toBe(1)
    await shop.prove()
    expect((await shop.refund(purchase)).status).toBe(200)
    expect((await shop.returned(purchase)).refunded).toHaveLength(1)
  })

  test('is recovered between refund and booking: the resolver books it once', async () => {
    const purchase = await shop.buy()
    const { gateway } = app.gateway
    const ctx = await shop.dyingStaff({ refund: (request) => gateway.refund(request).then(killed) })
    await expect(refundPayment.run(ctx, form(purchase))).rejects.toThrow('killed')
    expect(await shop.bookFaults()).toEqual([expect.stringMatching(/^I2: the refund .* is not booked$/)])
    await app.moveClock(2 * minute)
    expect(await Promise.all([sweep(), sweep()])).toContain(1)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: refunded, courses: [16] })
  })

  test('is recovered between an unsettled full refund and its void, or after the void', async () => {
    const { gateway } = app.gateway
    const unsettled = await shop.buy([demo.improvement], false)
    const before = await shop.dyingStaff({ void: killed })
    await expect(refundPayment.run(before, form(unsettled))).rejects.toThrow('killed')
    await app.moveClock(16 * minute)
    expect(await sweep()).toBe(1)
    expect(await shop.attempts(unsettled)).toMatchObject([{ state: 'failed', way: 'void' }])
    const other = await shop.buy([demo.improvement], false)
    const after = await shop.dyingStaff({ void: (id) => gateway.void(id).then(killed) })
    await expect(voidPayment.run(after, { payment_id: other.payment_id })).rejects.toThrow('killed')
    await app.moveClock(2 * minute)
    expect(await sweep()).toBe(1)
    expect(await shop.statuses(other)).toMatchObject({ payment: voided, courses: [16] })
  })

  test('while courses end books money and courses together later', async () => {
    const purchase = await shop.buy()
    const sql = app.database.read
    await shop.prove()
    await sql`
      create function checkout.break_status() returns trigger language plpgsql
      as $$ begin raise exception 'broken'; end $$`
    await sql`
      create trigger broken before update on learning.student_course
      for each row execute function checkout.break_status()`
    expect((await shop.refund(purchase)).status).toBe(500)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: 1, refunded: 0 })
    await app.moveClock(2 * minute)
    expect(await sweep()).toBe(0)
    await sql`drop trigger broken on learning.student_course`
    expect(await sweep()).toBe(1)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: refunded, courses: [16] })
  })
})

describe('a capture without a purchase', () => {
  /** An approval that arrives after its attempt was given up and the order was rewritten. */
  async function surplus() {
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: demo.improvement })
    const send = await payment(student, shop)
    const { paying, release } = await shop.slowly(student.user_id, send)
    await app.moveClock(16 * minute)
    await resolvePayments(await system())
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    await student.post('/payment/process', await payment(student, shop, {}, refused))
    release()
    await expect(paying).rejects.toThrow('PAYMENT_RUNNING')
    return simulator.ledger().captures.at(-1)!.transaction_id
  }
  const returnSurplus = async () => refundSurplus(await system())
  const voids = () => simulator.ledger().voids.map(({ transaction_id }) => transaction_id)

  test('is voided automatically, once, however many sweeps run', async () => {
    const capture = await surplus()
    expect(await Promise.all([returnSurplus(), returnSurplus(), returnSurplus()])).toContain(1)
    expect(await returnSurplus()).toBe(0)
    expect(voids()).toContain(capture)
  })

  test('is returned only once by fifty concurrent sweeps', async () => {
    const capture = await surplus()
    const [{ payment_attempt_id, order_id } = { payment_attempt_id: 0, order_id: 0 }] = await app.database.read<{
      payment_attempt_id: number
      order_id: number
    }>`select payment_attempt_id, order_id from checkout.payment_attempt where transaction_id = ${capture}`
    const attempts = () => app.database.read<{ state: string; origin: string }>`
      select state, origin from checkout.refund_attempt where payment_attempt_id = ${payment_attempt_id}`
    const ctx = await system()
    // The database index would refuse a second return, as an error of the sweep.
    const errorLog = vi.spyOn(ctx.log, 'error')
    const sweeps = () => Array.from({ length: 50 }, () => refundSurplus(ctx))
    const returnedIds = await whileHeld(app.database, 'checkout.refund_attempt', sweeps)
    expect(returnedIds.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(errorLog.mock.calls).toEqual([])
    errorLog.mockRestore()
    expect(await attempts()).toEqual([{ state: 'approved', origin: 'surplus' }])
    expect(voids().filter((voided) => voided === capture)).toHaveLength(1)
    const events = await app.database.read`
      select from platform.audit_event where action = 'refund.begin' and subject = ${`order_id:${order_id}`}`
    expect(events).toHaveLength(1)
  })

  test('is refunded once settled', async () => {
    await surplus()
    simulator.settle()
    const before = simulator.ledger().refunds.length
    expect(await returnSurplus()).toBe(1)
    expect(simulator.ledger().refunds).toHaveLength(before + 1)
  })

  test('is returned by the resolver after a lost response, and retried an hour after a refusal', async () => {
    const capture = await surplus()
    simulator.script('approve', 'reset-after-capture')
    expect(await returnSurplus()).toBe(0)
    expect([await returnSurplus(), await sweep()]).toEqual([0, 1])
    expect(voids()).toContain(capture)
    const other = await surplus()
    simulator.script('approve', 'reset-before-capture')
    expect(await returnSurplus()).toBe(0)
    await app.moveClock(20 * minute)
    expect(await sweep()).toBe(1)
    expect(await returnSurplus()).toBe(0)
    await app.moveClock(61 * minute)
    expect(await returnSurplus()).toBe(1)
    expect(voids()).toContain(other)
  })
})
