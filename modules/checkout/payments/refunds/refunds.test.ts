import { afterEach, describe, expect, test } from 'vitest'
import { demo } from '#modules/checkout/checkout.fixture.ts'
import { openRefundShop } from './refunds.fixture.ts'

const shop = await openRefundShop()
const { app, simulator, staff } = shop
const twoCourses = [demo.improvement, demo.spanish]
const [paid, refunded, partly, voided] = [1, 3, 6, 7]
const [orderPaid, orderRefunded] = [2, 4]
const [open, ended] = [1, 16]

afterEach(async () => {
  simulator.clearScripts()
  expect(await shop.bookFaults()).toEqual([])
})

describe('a refund', () => {
  test('a full refund updates payment and order, ends the course, and is shown everywhere', async () => {
    const purchase = await shop.buy()
    const { status, body } = await shop.refund(purchase)
    expect([status, body.message, body.pending]).toEqual([200, 'Refund Completed.', false])
    expect(body).toMatchObject({ refund_amount: purchase.total, lk_payment_status_id: refunded })
    expect(await shop.statuses(purchase)).toMatchObject({ payment: refunded, order: orderRefunded, courses: [ended] })
    expect(await shop.returned(purchase)).toEqual({ refunded: [Math.round(purchase.total * 100)], voided: 0 })
    const { data } = (await staff.get(`/payment/fetch?transaction_id=${purchase.transaction_id}`)).body
    expect(data).toMatchObject([{ refund_amount: purchase.total, lk_payment_status_id: refunded, refundable: false }])
    expect((await shop.refundable(purchase)).can).toEqual({ refund: false, void: false })
  })

  test('a partial refund keeps the rest and the course', async () => {
    const purchase = await shop.buy()
    expect((await shop.refund(purchase, { amount: 5 })).body.lk_payment_status_id).toBe(partly)
    expect(await shop.statuses(purchase)).toMatchObject({
      payment: partly,
      order: orderPaid,
      refunded: 500,
      courses: [open],
    })
    const payment = await shop.refundable(purchase)
    expect(payment).toMatchObject({ existing_refund_amount: 5, can: { refund: true, void: false } })
    const remaining = Math.round(purchase.total * 100 - 500) / 100
    expect((await shop.refund(purchase, { amount: remaining, existing_refund_amount: 5 })).status).toBe(200)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: refunded, order: orderRefunded, courses: [ended] })
  })

  test('names its lines: each returns its own amount, and its course ends or stays as chosen', async () => {
    const purchase = await shop.buy(twoCourses)
    const [first, second] = (await shop.refundable(purchase)).lines
    const lines = [
      { order_item_id: first.order_item_id, amount: first.paid, ends_enrolment: false },
      { order_item_id: second.order_item_id, amount: 1 },
    ]
    const amount = Math.round(first.paid * 100 + 100) / 100
    expect((await shop.refund(purchase, { amount, lines })).status).toBe(200)
    expect((await shop.statuses(purchase)).courses).toEqual([open, open])
    const after = (await shop.refundable(purchase)).lines
    expect(after.map(({ rest }: { rest: number }) => rest)).toEqual([0, Math.round(second.paid * 100 - 100) / 100])
    const remainingLine = { order_item_id: second.order_item_id, amount: after[1].rest }
    await shop.refund(purchase, {
      amount: remainingLine.amount,
      existing_refund_amount: amount,
      lines: [remainingLine],
    })
    // Staff had decided that the first one stays.
    expect((await shop.statuses(purchase)).courses).toEqual([open, ended])
  })

  test('a refund of one line ends the courses included with it, and nothing else', async () => {
    await app.database.read`
      insert into catalogue.course_bundle (course_version_id, course_id, position)
      select a.course_version_id, b.course_id, 1 from catalogue.v_course_website a, catalogue.v_course_website b
      where a.course_website_id = ${demo.improvement} and b.course_website_id = ${demo.teen}`
    await app.database.read`
      update catalogue.course_version
      set course_registration_options = course_registration_options || '{"ageEnabled": false}'`
    const purchase = await shop.buy([demo.spanish, demo.improvement])
    await app.database.read`delete from catalogue.course_bundle`
    const { lines } = await shop.refundable(purchase)
    expect(lines.map(({ paid: cost }: { paid: number }) => cost)).toEqual([24.95, 19.95, 0])
    const refundLines = [{ order_item_id: lines[1].order_item_id, amount: 19.95 }]
    expect((await shop.refund(purchase, { amount: 19.95, lines: refundLines })).status).toBe(200)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: partly, courses: [open, ended, ended] })
  })

  test.each([
    ['at once', []],
    ['in two parts', [5]],
    ['in three parts', [5, 2.5]],
  ])(
    'a refund of the whole payment %s ends a course that a promo code made free, with the last cent',
    async (_times, parts) => {
      await app.database.read`
      insert into checkout.promo_code (organization_id, website_id, code, percent_off, once_per_customer)
      values (1, 101, 'FREECOURSE', 100, false) on conflict do nothing`
      const buyer = await shop.newStudent()
      for (const course_website_id of twoCourses) await buyer.post('/cart/addToCart', { course_website_id })
      expect((await buyer.get('/promocode/applyCode?code=FREECOURSE')).status).toBe(200)
      const purchase = await shop.pay(buyer)
      const paidByLine = (await shop.refundable(purchase)).lines.map((line: { paid: number }) => line.paid)
      expect(paidByLine.toSorted((a: number, b: number) => a - b)).toEqual([0, purchase.total])
      const remaining = Math.round((purchase.total - parts.reduce((sum, part) => sum + part, 0)) * 100) / 100
      const courses: number[][] = []
      let returnedCount = 0
      for (const amount of [...parts, remaining]) {
        expect((await shop.refund(purchase, { amount, existing_refund_amount: returnedCount })).status).toBe(200)
        returnedCount += amount
        courses.push((await shop.statuses(purchase)).courses)
      }
      expect(courses).toEqual([...parts.map(() => [open, open]), [ended, ended]])
    },
  )

  test('keeps a completed course unless it is named', async () => {
    const [unnamed, purchase] = [await shop.buy(), await shop.buy()]
    for (const { order_id } of [unnamed, purchase])
      await app.database.read`
        update learning.student_course set lk_student_course_status_id = 7
        where student_course_id in (select student_course_id from checkout.order_item where order_id = ${order_id})`
    expect((await shop.refundable(unnamed)).lines[0]).toMatchObject({ completed: true })
    await shop.refund(unnamed)
    expect(await shop.statuses(unnamed)).toMatchObject({ payment: refunded, courses: [7] })
    const [line] = (await shop.refundable(purchase)).lines
    const lines = [{ order_item_id: line.order_item_id, amount: line.paid, ends_enrolment: true }]
    await shop.refund(purchase, { lines })
    expect(await shop.statuses(purchase)).toMatchObject({ payment: refunded, courses: [ended] })
  })

  test('a refund of an unsettled payment voids all of it, and a partial one is refused with an explanation', async () => {
    const purchase = await shop.buy([demo.improvement], false)
    const part = await shop.refund(purchase, { amount: 5 })
    expect([part.status, part.body.code]).toEqual([409, 'REFUND_NOT_SETTLED'])
    expect(part.body.message).toContain('refund part of it after settlement')
    expect(await shop.statuses(purchase)).toMatchObject({ payment: paid, refunded: 0, courses: [open] })
    expect((await shop.refund(purchase)).body).toMatchObject({
      message: 'Refund Completed.',
      lk_payment_status_id: voided,
    })
    expect(await shop.statuses(purchase)).toMatchObject({ payment: voided, order: orderRefunded, courses: [ended] })
    expect(await shop.returned(purchase)).toEqual({ refunded: [], voided: 1 })
  })

  test('releases a promo code with the last cent, and not before', async () => {
    const code = 'GIVEBACK'
    await app.database.read`
      insert into checkout.promo_code (organization_id, website_id, code, dollar_amount_off_cents, usage_limit)
      values (1, 101, ${code}, 300, 1)`
    const buyer = await shop.newStudent()
    await buyer.post('/cart/addToCart', { course_website_id: demo.improvement })
    expect((await buyer.get(`/promocode/applyCode?code=${code}`)).status).toBe(200)
    const uses = async () =>
      (
        await app.database.read`
        select from checkout.promo_use u join checkout.promo_code p using (promo_code_id) where p.code = ${code}`
      ).length
    const purchase = await shop.pay(buyer)
    await shop.refund(purchase, { amount: 1 })
    expect(await uses()).toBe(1)
    await shop.refund(purchase, { amount: Math.round(purchase.total * 100 - 100) / 100, existing_refund_amount: 1 })
    expect(await uses()).toBe(0)
    // So does a void.
    await buyer.post('/cart/addToCart', { course_website_id: demo.improvement })
    expect((await buyer.get(`/promocode/applyCode?code=${code}`)).status).toBe(200)
    const unsettled = await shop.pay(buyer, false)
    expect(await uses()).toBe(1)
    expect((await shop.void(unsettled)).status).toBe(200)
    expect(await uses()).toBe(0)
  })

  test('refused by the gateway changes nothing, and states the reason', async () => {
    const purchase = await shop.buy()
    await app.database.read`
      update checkout.payment_attempt set last_4 = '9999' where transaction_id = ${purchase.transaction_id}`
    const response = await shop.refund(purchase)
    expect([response.status, response.body.code]).toEqual([422, 'REFUND_REFUSED'])
    expect(response.body.message).toMatch(/^Error during refund process\. Nothing was refunded\./)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: paid, refunded: 0 })
    expect(await shop.attempts(purchase)).toEqual([{ state: 'failed', way: 'refund', origin: 'staff' }])
    await app.database.read`
      update checkout.payment_attempt set last_4 = '1111' where transaction_id = ${purchase.transaction_id}`
    expect((await shop.refund(purchase)).status).toBe(200)
  })
})

describe('a void', () => {
  test('cancels an unsettled payment', async () => {
    const purchase = await shop.buy([demo.improvement], false)
    expect((await shop.void(purchase)).body).toMatchObject({ message: 'Void Completed.', lk_payment_status_id: voided })
    expect(await shop.statuses(purchase)).toMatchObject({ payment: voided, order: orderRefunded, courses: [ended] })
    expect([(await shop.void(purchase)).body.code, (await shop.refund(purchase)).body.code]).toEqual([
      'REFUND_OVER',
      'REFUND_OVER',
    ])
  })

  test('keeps the courses that are named', async () => {
    const purchase = await shop.buy(twoCourses, false)
    const [first] = (await shop.refundable(purchase)).lines
    await shop.void(purchase, { lines: [{ order_item_id: first.order_item_id, ends_enrolment: false }] })
    expect((await shop.statuses(purchase)).courses).toEqual([open, ended])
  })

  test('is refused after settlement, with the alternative', async () => {
    const purchase = await shop.buy()
    const response = await shop.void(purchase)
    expect([response.status, response.body.message]).toEqual([
      409,
      'Void failed. The bank has already settled this payment. Refund it instead.',
    ])
    expect(await shop.statuses(purchase)).toMatchObject({ payment: paid, courses: [open] })
    await shop.refund(purchase, { amount: 1 })
    expect((await shop.void(purchase)).body.code).toBe('VOID_SETTLED')
  })
})

describe('T-29: refunds follow the stored rows, not the request', () => {
  test('a stale payment state is a conflict that returns the current one', async () => {
    const purchase = await shop.buy()
    await shop.refund(purchase, { amount: 5 })
    const staleResponse = await shop.refund(purchase, { amount: 6 })
    expect([staleResponse.status, staleResponse.body]).toMatchObject([
      409,
      { code: 'REFUND_CHANGED', existing_refund_amount: 5 },
    ])
    const dearer = await shop.refund(purchase, { amount: 6, existing_refund_amount: 5, total: 1000 })
    expect([dearer.status, dearer.body]).toMatchObject([409, { code: 'REFUND_CHANGED', total: purchase.total }])
    expect((await shop.returned(purchase)).refunded).toEqual([500])
  })

  test.each([[0], [-1], ['1e3'], [1.234], [10_000], [Number.MAX_SAFE_INTEGER], ['']])(
    'refuses a refund of %j before the gateway is called',
    async (amount) => {
      const purchase = await shop.buy()
      expect([400, 422]).toContain((await shop.refund(purchase, { amount })).status)
      expect(await shop.attempts(purchase)).toEqual([])
    },
  )

  test('refuses lines of other payments, duplicate lines, and lines that do not add up', async () => {
    const [purchase, other] = [await shop.buy(twoCourses), await shop.buy()]
    const [first, second] = (await shop.refundable(purchase)).lines
    const [foreignLine] = (await shop.refundable(other)).lines
    const line = (item: { order_item_id: number }, amount: number) => ({ order_item_id: item.order_item_id, amount })
    const invalidLines = [
      [line(foreignLine, 5)],
      [line(first, 2), line(first, 3)],
      [line(first, 2), line(second, 2)],
      [line(first, first.paid + 0.01), line(second, Math.round(499 - first.paid * 100) / 100)],
    ]
    for (const lines of invalidLines) {
      const { status } = await shop.refund(purchase, { amount: 5, lines })
      expect([400, 422], JSON.stringify(lines)).toContain(status)
    }
    expect(await shop.attempts(purchase)).toEqual([])
  })

  test('fifty parallel partial refunds never exceed the capture, even with a fresh read before each', async () => {
    const purchase = await shop.buy()
    const total_cents = Math.round(purchase.total * 100)
    const refundRepeatedly = async () => {
      for (let round = 0; round < 20; round++) {
        const { existing_refund_amount } = await shop.refundable(purchase)
        if (existing_refund_amount + 3 > purchase.total) return
        await shop.refund(purchase, { amount: 3, existing_refund_amount, request_id: crypto.randomUUID() })
      }
    }
    await Promise.all(Array.from({ length: 50 }, refundRepeatedly))
    const refundedCents = (await shop.returned(purchase)).refunded.reduce((sum, cents) => sum + cents, 0)
    expect(refundedCents).toBeLessThanOrEqual(total_cents)
    expect(refundedCents).toBeGreaterThan(total_cents - 300)
    expect((await shop.statuses(purchase)).refunded).toBe(refundedCents)
  })

  test('twenty clicks on one button refund once, with or without a request id', async () => {
    for (const requestFields of [{}, { request_id: crypto.randomUUID() }]) {
      const purchase = await shop.buy()
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => shop.refund(purchase, { amount: 4, ...requestFields })),
      )
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
      expect((await shop.refund(purchase, { amount: 4, ...requestFields })).body.message).toBe('Refund Completed.')
      expect((await shop.returned(purchase)).refunded).toEqual([400])
    }
  })

  test("another person's equal refund is not taken for a repetition of the first", async () => {
    const purchase = await shop.buy()
    const other = await shop.addSomeone('SSD', 1)
    expect((await shop.refund(purchase, { amount: 4 })).status).toBe(200)
    const response = await shop.refund(purchase, { amount: 4 }, other)
    expect([response.status, response.body.code]).toEqual([409, 'REFUND_CHANGED'])
    expect((await shop.returned(purchase)).refunded).toEqual([400])
  })

  test('a request id gives no access to another request', async () => {
    const [purchase, other] = [await shop.buy(), await shop.buy()]
    const request_id = crypto.randomUUID()
    await shop.refund(purchase, { amount: 4, request_id })
    expect((await shop.refund(other, { amount: 4, request_id })).status).toBe(409)
    expect((await shop.refund(purchase, { amount: 5, request_id })).status).toBe(409)
    expect((await shop.void(purchase, { request_id })).status).toBe(409)
    expect((await shop.returned(other)).refunded).toEqual([])
  })

  test('only staff of the organization with the permission and a recent proof reach a payment', async () => {
    const purchase = await shop.buy()
    const otherStaff = await shop.addSomeone('LSD', 1)
    const instructor = await shop.addSomeone('SSD', 2)
    const [refund, cancel] = [shop.refund, shop.void]
    for (const operation of [refund, cancel]) {
      expect((await operation(purchase, {}, purchase.buyer)).status).toBe(403)
      expect((await operation(purchase, {}, instructor)).status).toBe(403)
      expect((await operation(purchase, {}, otherStaff)).status).toBe(404)
    }
    const staffWithoutProof = await shop.addSomeone('SSD', 1)
    await app.moveClock(16 * 60_000)
    const response = await refund(purchase, {}, staffWithoutProof)
    expect([response.status, response.body.code]).toEqual([403, 'PROOF_NEEDED'])
    expect(await shop.attempts(purchase)).toEqual([])
    await app.moveClock(-16 * 60_000)
  })

  test('a zero-total order has nothing to refund', async () => {
    const purchase = await shop.buy()
    await app.database.read`
      insert into checkout.promo_code (organization_id, website_id, code, percent_off) values (1, 101, 'ALLFREE', 100)`
    const buyer = await shop.newStudent()
    await buyer.post('/cart/addToCart', { course_website_id: demo.improvement })
    await buyer.get('/promocode/applyCode?code=ALLFREE')
    const freePurchase = await shop.pay(buyer)
    expect(freePurchase.total).toBe(0)
    expect((await shop.refund(freePurchase, { amount: 1 })).body.code).toBe('REFUND_OVER')
    expect((await shop.void(freePurchase)).body.code).toBe('REFUND_OVER')
    expect((await shop.refundable(purchase)).can.refund).toBe(true)
  })
})

test('staff and students see the refund with its amounts in the event history', async () => {
  const purchase = await shop.buy()
  await shop.refund(purchase, { amount: 5 })
  const rows = await app.database.read<{ action: string; actor_user_id: number; after: object }>`
    select action, actor_user_id, after from platform.audit_event
    where subject = ${`payment_id:${purchase.payment_id}`} and subject_user_id = ${purchase.buyer.user_id}
    order by audit_event_id`
  expect(rows.map(({ action, actor_user_id }) => [action, actor_user_id])).toEqual([
    ['refund.begin', staff.user_id],
    ['payment.refund', staff.user_id],
  ])
  expect(rows[1]!.after).toMatchObject({ amount: 5, refund_amount: 5, origin: 'staff' })
})

test('the sales tile subtracts refunds and chargebacks, and ignores voids', async () => {
  const sales = async () => Number((await staff.get('/usertile/sales')).body.count)
  const before = await sales()
  const [refundedPurchase, disputedPurchase, voidedPurchase] = [
    await shop.buy(),
    await shop.buy(),
    await shop.buy([demo.improvement], false),
  ]
  expect((await sales()) - before).toBe(3)
  expect((await shop.refund(refundedPurchase)).status).toBe(200)
  const { payment_id, total: amount } = disputedPurchase
  const caseDetails = { case_number: 'CB-1', reason: 'Fraud', received_on: '2020-01-15', courses: 'keep' }
  expect((await staff.post('/payment/chargeback', { payment_id, amount, ...caseDetails })).status).toBe(200)
  expect((await sales()) - before).toBe(3)
  expect((await shop.void(voidedPurchase)).status).toBe(200)
  expect((await sales()) - before).toBe(2)
  await app.database.read`call platform.count_rows_again()`
  expect((await sales()) - before).toBe(2)
})
