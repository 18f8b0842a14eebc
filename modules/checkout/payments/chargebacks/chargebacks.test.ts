import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { deliverFromPaypal, demo } from '#modules/checkout/checkout.fixture.ts'
import { isCourseChargedBack } from '#modules/checkout/entry.ts'
import { addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import { lockPayment } from '#modules/checkout/payments/refunds/payment.sql.ts'
import { openRefundShop, type Purchase } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { buyWithPaypal, openGatewayDesk } from '#modules/checkout/payments/settlement/settlement.fixture.ts'
import type { Client } from '#tests/support/app.ts'
import { inTurn } from '#tests/support/in-turn.ts'
import { whileHeld } from '#tests/support/while-held.ts'
import { updatePaymentStatus } from './chargeback.sql.ts'
import { followDispute } from './follow-dispute.ts'

const shop = await openRefundShop()
const { app, staff, paypal } = shop
const { read } = app.database
const { read: readNotifications, disputes } = openGatewayDesk(shop)

/** Statuses: payments and orders charged back; courses paid, certificate issued and disabled. */
const [chargedBack, orderChargedBack, registered, issued, disabled] = [8, 5, 1, 7, 9]
const today = '2020-01-15'

const enter = ({ payment_id, total }: Purchase, overrides: object = {}, client: Client = staff) =>
  client.post('/payment/chargeback', {
    payment_id,
    case_number: 'CB-1',
    amount: total,
    reason: 'Fraud',
    received_on: today,
    courses: 'keep',
    ...overrides,
  })
const decide = (chargeback_id: number, overrides: object, client: Client = staff) =>
  client.put('/payment/chargeback', { chargeback_id, ...overrides })
const casesOf = async ({ payment_id }: Purchase) =>
  (await staff.get(`/payment/chargebacks?payment_id=${payment_id}`)).body.chargebacks
const linesOf = ({ order_id }: Purchase) =>
  read<{ cents: number }>`
    select sum(l.amount_cents)::int as cents
    from checkout.order_item i join checkout.v_returned_line l using (order_item_id) where i.order_id = ${order_id}
    having sum(l.amount_cents) is not null`
const actionsOf = async ({ payment_id }: Purchase) =>
  (
    await read<{ action: string }>`
      select action from platform.audit_event
      where subject = ${`payment_id:${payment_id}`} and action like 'chargeback.%' order by audit_event_id`
  ).map(({ action }) => action)

let purchase: Purchase
beforeEach(async () => {
  purchase = await shop.buy([demo.improvement, demo.spanish])
})

describe('a chargeback recorded by staff', () => {
  test('marks payment and order as charged back, keeps the courses, and awaits the outcome', async () => {
    const waitingItem = async () =>
      (await staff.get('/user/waiting')).body.waiting.find(({ kind }: { kind: string }) => kind === 'chargebacks')
    const before = (await waitingItem())?.count ?? 0
    const { status, body } = await enter(purchase, { respond_by: '2020-01-30', note: 'Answer with the log.' })
    expect([status, body.lk_payment_status_id]).toEqual([200, chargedBack])
    expect(await shop.statuses(purchase)).toMatchObject({
      payment: chargedBack,
      order: orderChargedBack,
      courses: [registered, registered],
    })
    expect(await casesOf(purchase)).toMatchObject([{ state: 'open', courses: 'keep', respond_by: '2020-01-30' }])
    expect((await waitingItem()).count).toBe(before + 1)
    const { href } = await waitingItem()
    expect((await staff.visit(href)).text).toContain('Answer with the log.')
    expect(await actionsOf(purchase)).toEqual(['chargeback.enter', 'chargeback.courses'])
    expect(await shop.bookFaults()).toEqual([])
  })

  test('is one case under repeated and simultaneous requests; another amount is refused', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => enter(purchase)))
    expect(new Set(responses.map(({ body }) => body.chargeback_id)).size).toBe(1)
    expect((await enter(purchase)).status).toBe(200)
    expect((await enter(purchase, { amount: 1 })).status).toBe(409)
    expect(await casesOf(purchase)).toHaveLength(1)
  })

  test('cannot exceed the payment together with other open or lost ones; won ones do not count', async () => {
    const remaining = Math.round((purchase.total - 10) * 100) / 100
    expect((await enter(purchase, { amount: 10 })).status).toBe(200)
    const excess = await enter(purchase, { case_number: 'CB-2', amount: Math.round(remaining * 100 + 1) / 100 })
    expect([excess.status, excess.body.code, excess.body.rest]).toEqual([422, 'CHARGEBACK_BEYOND', remaining])
    expect(excess.body.issues).toMatchObject([{ path: 'amount' }])
    expect((await enter(purchase, { case_number: 'CB-2', amount: remaining })).status).toBe(200)
    expect((await enter(purchase, { case_number: 'CB-3', amount: 0.01 })).body.code).toBe('CHARGEBACK_BEYOND')
    const [first, second] = await casesOf(purchase)
    await decide(first.chargeback_id, { outcome: 'lost' })
    expect((await enter(purchase, { case_number: 'CB-3', amount: 0.01 })).body.code).toBe('CHARGEBACK_BEYOND')
    await decide(second.chargeback_id, { outcome: 'won' })
    expect((await enter(purchase, { case_number: 'CB-3', amount: second.amount })).status).toBe(200)
    expect(await shop.bookFaults()).toEqual([])
  })

  test('stays within the payment when fifty are recorded at the same moment', async () => {
    const responses = await whileHeld(app.database, 'checkout.chargeback', () =>
      Array.from({ length: 50 }, (_, n) => enter(purchase, { case_number: `CB-${n}`, amount: 10 })),
    )
    const max = Math.floor(purchase.total / 10)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(max)
    expect(responses.filter(({ body }) => body.code === 'CHARGEBACK_BEYOND')).toHaveLength(50 - max)
    const [sum] = await read<{ cents: number }>`
      select sum(amount_cents)::int as cents from checkout.chargeback where payment_id = ${purchase.payment_id}`
    expect(sum!.cents).toBe(max * 1000)
  })

  test('cancels every refund that awaits a second person, which then cannot be approved', async () => {
    await read`insert into checkout.checkout_settings ${read({ organization_id: 1, refund_approval_cents: 100 })}`
    const request = async (amount: number, existing_refund_amount: number) => {
      const { body } = await shop.refund(purchase, { amount, existing_refund_amount })
      expect(body).toMatchObject({ awaiting_approval: true })
    }
    await request(2, 0)
    await request(3, 2)
    await enter(purchase)
    const requests = await read<{ refund_attempt_id: number; state: string; decision: string; decided_by: null }>`
      select refund_attempt_id, state, decision, decided_by
      from checkout.refund_attempt join checkout.refund_approval using (refund_attempt_id)
      where payment_id = ${purchase.payment_id} order by refund_attempt_id`
    expect(requests).toMatchObject([
      { state: 'dropped', decision: 'overtaken', decided_by: null },
      { state: 'dropped', decision: 'overtaken', decided_by: null },
    ])
    const events = await read`
      select from platform.audit_event
      where subject = ${`payment_id:${purchase.payment_id}`} and action = 'refund.overtake'`
    expect(events).toHaveLength(2)
    // The requester is notified.
    const ids = requests.map(({ refund_attempt_id }) => refund_attempt_id)
    const decisions = app.facts.filter(
      ({ fact, data }) =>
        fact === 'checkout.refund_decided' && ids.includes((data as { refund_attempt_id: number }).refund_attempt_id),
    )
    expect(decisions).toHaveLength(2)
    const second = await addStaff(app, 'SSD')
    for (const refund_attempt_id of ids) {
      const response = await second.post('/payment/approveRefund', { refund_attempt_id })
      expect([response.status, response.body.code]).toEqual([409, 'REFUND_DECIDED'])
    }
    expect(await shop.returned(purchase)).toEqual({ refunded: [], voided: 0 })
    await read`delete from checkout.checkout_settings where organization_id = 1`
    expect(await shop.bookFaults()).toEqual([])
  })

  test('accepts a decision that is sent again after a lost response', async () => {
    await enter(purchase)
    const [{ chargeback_id, version }] = await casesOf(purchase)
    const decision = { outcome: 'lost' as const, courses: 'keep' as const, note: 'Nothing to send.', version }
    expect((await decide(chargeback_id, decision)).status).toBe(200)
    expect((await decide(chargeback_id, decision)).status).toBe(200)
    expect((await decide(chargeback_id, { ...decision, courses: 'stop' })).body.code).toBe('CHARGEBACK_DECIDED')
  })

  test('refuses a decision that was made on an outdated version, on the page as well', async () => {
    await enter(purchase)
    const other = await addStaff(app, 'SSD')
    const [{ chargeback_id, version }] = await casesOf(purchase)
    const responses = await Promise.all([
      decide(chargeback_id, { courses: 'stop', version }),
      decide(chargeback_id, { outcome: 'lost', note: 'Nothing to send.', version }, other),
    ])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 409)!.body.code).toBe('CHARGEBACK_DECIDED')
    // The page refuses it, too: the second form still shows the earlier state, and changes nothing.
    const path = `/manage/payments/${purchase.payment_id}/chargeback`
    const before = await casesOf(purchase)
    // Different from both decisions.
    const courses = before[0].courses === 'keep' ? 'stop' : 'keep'
    const form = { chargeback_id: String(chargeback_id), version, outcome: '', courses, note: '' }
    const response = await staff.visit(path, form)
    expect([response.status, response.text.includes('Someone else changed this case.')]).toEqual([409, true])
    // The choice for this case does not apply to a new one.
    expect(response.text).not.toMatch(/type="radio"[^>]*checked/)
    expect(await casesOf(purchase)).toEqual(before)
    const [fresh] = before
    expect((await staff.visit(path, { ...form, version: fresh.version })).status).toBe(303)
    expect(await casesOf(purchase)).toMatchObject([{ courses, state: fresh.state }])
  })

  test('prevents a second return of the money, and drops a pending refund', async () => {
    expect((await shop.refund(purchase, { amount: 1 })).status).toBe(200)
    await enter(purchase)
    const response = await shop.refund(purchase, { amount: 1, existing_refund_amount: 1 })
    expect([response.status, response.body.code]).toEqual([409, 'REFUND_CHARGED_BACK'])
    expect((await shop.void(purchase)).body.code).toBe('REFUND_CHARGED_BACK')
    expect((await shop.refundable(purchase)).can).toEqual({ refund: false, void: false })
    const [{ chargeback_id }] = await casesOf(purchase)
    await decide(chargeback_id, { outcome: 'won' })
    expect(await shop.statuses(purchase)).toMatchObject({ payment: 6, order: 2 })
    expect((await shop.refund(purchase, { amount: 1, existing_refund_amount: 1 })).status).toBe(200)
    expect(await shop.bookFaults()).toEqual([])
  })

  test('remains visible when a refund in progress arrives after it, and both count', async () => {
    shop.simulator.script('reset-after-capture')
    expect((await shop.refund(purchase)).body.pending).toBe(true)
    await enter(purchase)
    expect(await shop.sweep()).toBe(1)
    const total = Math.round(purchase.total * 100)
    expect(await shop.statuses(purchase)).toMatchObject({
      payment: chargedBack,
      order: orderChargedBack,
      refunded: total,
    })
    const [lines] = await read<{ refunded: number }>`
      select sum(refund_cents)::int as refunded from checkout.order_item where order_id = ${purchase.order_id}`
    expect(lines!.refunded).toBe(total)
    const [{ chargeback_id }] = await casesOf(purchase)
    await decide(chargeback_id, { outcome: 'won' })
    expect(await shop.statuses(purchase)).toMatchObject({ payment: 3, order: 4, refunded: total })
    expect(await shop.bookFaults()).toEqual([])
  })

  test('stops the courses if staff choose so; a completed course stays, with its certificate flagged', async () => {
    const [first] = await read<{ id: number }>`
      select min(student_course_id)::int as id from checkout.order_item where order_id = ${purchase.order_id}`
    await read`
      update learning.student_course set lk_student_course_status_id = ${issued} where student_course_id = ${first!.id}`
    await enter(purchase, { courses: 'stop' })
    expect(await isCourseChargedBack(await app.ctx(), first!.id)).toBe(true)
    expect((await shop.statuses(purchase)).courses.toSorted()).toEqual([issued, disabled])
    const flagged = await read<{ id: number }>`
      select student_course_id as id from checkout.v_charged_back_course where student_course_id = ${first!.id}`
    expect(flagged).toHaveLength(1)
    const [{ chargeback_id }] = await casesOf(purchase)
    await decide(chargeback_id, { outcome: 'won', courses: 'keep' })
    expect((await shop.statuses(purchase)).courses.toSorted()).toEqual([registered, issued].toSorted())
    expect(await read`select from checkout.v_charged_back_course where student_course_id = ${first!.id}`).toHaveLength(
      0,
    )
    const events = await read<{ changed: number[] }>`
      select after -> 'changed' as changed from platform.audit_event
      where subject = ${`payment_id:${purchase.payment_id}`} and action = 'chargeback.courses' order by audit_event_id`
    // The stopped courses, and those that were reopened.
    expect(events).toEqual([{ changed: [expect.any(Number)] }, { changed: [expect.any(Number)] }])
  })

  test('keeps a course stopped until the last of several cases is decided', async () => {
    await enter(purchase, { amount: 1, courses: 'stop' })
    await enter(purchase, { case_number: 'CB-2', amount: 1, courses: 'stop' })
    await enter(purchase, { case_number: 'CB-3', amount: 1, courses: 'stop' })
    const cases = await casesOf(purchase)
    const idOf = (number: string) =>
      cases.find(({ case_number }: { case_number: string }) => case_number === number).chargeback_id
    const courses = async () => (await shop.statuses(purchase)).courses
    await decide(idOf('CB-1'), { outcome: 'won', courses: 'keep' })
    expect(await courses()).toEqual([disabled, disabled])
    // A case that was won holds nothing, regardless of the choice for its courses.
    await decide(idOf('CB-2'), { outcome: 'won' })
    expect(await courses()).toEqual([disabled, disabled])
    await decide(idOf('CB-3'), { courses: 'keep' })
    expect(await courses()).toEqual([registered, registered])
    await decide(idOf('CB-2'), { courses: 'keep' })
    expect(await courses()).toEqual([registered, registered])
    await decide(idOf('CB-3'), { courses: 'stop' })
    await decide(idOf('CB-3'), { outcome: 'lost' })
    await enter(purchase, { case_number: 'CB-4', amount: 1, courses: 'stop' })
    const last = (await casesOf(purchase)).find(({ case_number }: { case_number: string }) => case_number === 'CB-4')
    await decide(last.chargeback_id, { outcome: 'won', courses: 'keep' })
    expect(await courses()).toEqual([disabled, disabled])
    expect(await shop.bookFaults()).toEqual([])
  })

  test('recorded before the migration keeps its course stopped after it', async () => {
    await enter(purchase, { amount: 1, courses: 'stop' })
    await enter(purchase, { case_number: 'CB-2', amount: 1, courses: 'stop' })
    await enter(purchase, { case_number: 'CB-3', amount: 1, courses: 'keep' })
    const cases = await casesOf(purchase)
    const second = cases.find(({ case_number }: { case_number: string }) => case_number === 'CB-2').chargeback_id
    const first = cases.find(({ case_number }: { case_number: string }) => case_number === 'CB-1').chargeback_id
    await read`delete from checkout.chargeback_course where chargeback_id = ${second}`
    const migration = readFileSync('migrations/0372_holds_of_chargebacks.sql', 'utf8')
    for (let run = 0; run < 2; run++) {
      await app.database.tx(async (sql) => void (await sql(Object.assign([migration], { raw: [migration] }))))
      const holds = await read<{ chargeback_id: number }>`
        select distinct h.chargeback_id from checkout.chargeback_course h join checkout.chargeback c using (chargeback_id)
        where c.payment_id = ${purchase.payment_id} order by 1`
      expect(holds).toEqual([first, second].toSorted((a, b) => a - b).map((chargeback_id) => ({ chargeback_id })))
    }
  })

  test('subtracts its amount from the lines once when lost, and restores it when won after all', async () => {
    // Reports also show the sale and its return to staff.
    const report = async (name: string) => {
      const { rows } = (await staff.get(`/report/run/${name}?format=json`)).body
      return rows.map((row: Record<string, number>) => [row.orders, row.price, row.refunds])
    }
    const [[orders, price, refunds]] = await report('sales')
    expect(orders).toBeGreaterThan(0)
    await shop.refund(purchase, { amount: 2 })
    await enter(purchase)
    expect(await report('sales')).toEqual([[orders, price, refunds + 2]])
    const [{ chargeback_id }] = await casesOf(purchase)
    expect(await linesOf(purchase)).toEqual([{ cents: 200 }])
    await Promise.all([1, 2].map(() => decide(chargeback_id, { outcome: 'lost' })))
    const total = Math.round(purchase.total * 100)
    expect(await linesOf(purchase)).toEqual([{ cents: total }])
    expect(await report('sales')).toEqual([[orders, price, refunds + purchase.total]])
    expect(await shop.statuses(purchase)).toMatchObject({ payment: chargedBack, refunded: 200 })
    expect(await shop.bookFaults()).toEqual([])
    await decide(chargeback_id, { outcome: 'won' })
    expect(await linesOf(purchase)).toEqual([{ cents: 200 }])
    const response = await decide(chargeback_id, { outcome: 'lost' })
    expect([response.status, response.body.code]).toEqual([409, 'CHARGEBACK_WON'])
    expect((await actionsOf(purchase)).filter((action) => action === 'chargeback.settle')).toHaveLength(2)
    expect(await shop.bookFaults()).toEqual([])
  })

  test('takes nothing from the lines that a refund or an earlier lost case has taken', async () => {
    const total = Math.round(purchase.total * 100)
    shop.simulator.script('reset-after-capture')
    expect((await shop.refund(purchase, { amount: 15 })).body.pending).toBe(true)
    const first = await enter(purchase, { amount: 20 })
    // The bank is unaware of our refund and reverses the whole payment.
    const second = await enter(purchase, { case_number: 'CB-2', amount: (total - 2000) / 100 })
    expect(await shop.sweep()).toBe(1)
    await decide(first.body.chargeback_id, { outcome: 'lost' })
    expect(await linesOf(purchase)).toEqual([{ cents: 3500 }])
    await decide(second.body.chargeback_id, { outcome: 'lost' })
    expect(await linesOf(purchase)).toEqual([{ cents: total }])
    expect(await shop.bookFaults()).toEqual([])
  })

  test('takes its whole amount from the lines when lost after an earlier case was won', async () => {
    await enter(purchase)
    const [{ chargeback_id }] = await casesOf(purchase)
    await decide(chargeback_id, { outcome: 'lost' })
    await decide(chargeback_id, { outcome: 'won' })
    const second = await enter(purchase, { case_number: 'CB-2' })
    await decide(second.body.chargeback_id, { outcome: 'lost' })
    expect(await linesOf(purchase)).toEqual([{ cents: Math.round(purchase.total * 100) }])
  })

  test('is refused above the payment, for a future day, without a number, and for a voided payment', async () => {
    for (const [overrides, status, path] of [
      [{ amount: purchase.total + 0.01 }, 422, 'amount'],
      [{ amount: 0 }, 422, 'amount'],
      [{ received_on: '2999-01-01' }, 400, 'received_on'],
      [{ received_on: '2020-02-31' }, 400, 'received_on'],
      [{ case_number: ' ' }, 400, 'case_number'],
      [{ courses: 'both' }, 400, 'courses'],
    ] as const) {
      const response = await enter(purchase, overrides)
      expect([overrides, response.status, response.body.issues?.[0].path]).toEqual([overrides, status, path])
    }
    const voided = await shop.buy([demo.improvement], false)
    await shop.void(voided)
    expect((await enter(voided)).body.code).toBe('CHARGEBACK_OF_NOTHING')
    expect(await casesOf(purchase)).toEqual([])
  })

  test('is an event for programs when it is opened and with each decision, once', async () => {
    await enter(purchase)
    await enter(purchase)
    const [{ chargeback_id }] = await casesOf(purchase)
    for (const outcome of ['lost', 'lost', 'won', 'won']) await decide(chargeback_id, { outcome })
    const rows = await read<{ state: string; amount: number }>`
      select data ->> 'state' as state, (data ->> 'amount')::float8 as amount from platform.event
      where type = 'order.charged_back' and subject = ${`order:${purchase.order_id}`} order by written`
    expect(rows).toEqual(['open', 'lost', 'won'].map((state) => ({ state, amount: purchase.total })))
  })

  test('is visible to the organization that sold, and to those above it', async () => {
    await enter(purchase)
    const [{ chargeback_id }] = await casesOf(purchase)
    const outsider = await addStaff(app, 'LST')
    expect((await enter(purchase, { case_number: 'CB-9' }, outsider)).status).toBe(404)
    expect((await decide(chargeback_id, { outcome: 'lost' }, outsider)).status).toBe(404)
    expect((await outsider.get(`/payment/chargebacks?payment_id=${purchase.payment_id}`)).body.chargebacks).toEqual([])
    expect((await purchase.buyer.get('/payment/chargebacks')).status).toBe(403)
  })
})

describe('a dispute reported by PayPal', () => {
  const deliver = async (id: string, event: string) => {
    const { body, headers } = paypal.notification(id, `CUSTOMER.DISPUTE.${event}`)
    expect((await deliverFromPaypal(shop, body, headers)).status).toBe(200)
    await readNotifications()
  }

  test('is one chargeback, however often and in whatever order reported; staff decide about the courses', async () => {
    const paypalPurchase = await buyWithPaypal(shop)
    const id = paypal.dispute(paypalPurchase.transaction_id, { stage: 'INQUIRY' })
    await deliver(id, 'CREATED')
    expect(await casesOf(paypalPurchase)).toEqual([])
    paypal.dispute(paypalPurchase.transaction_id, { stage: 'CHARGEBACK' })
    for (const event of ['UPDATED', 'CREATED', 'UPDATED']) await deliver(id, event)
    expect(await casesOf(paypalPurchase)).toMatchObject([
      { case_number: id, origin: 'gateway', state: 'open', courses: null, amount: paypalPurchase.total },
    ])
    expect(await shop.statuses(paypalPurchase)).toMatchObject({ payment: chargedBack, courses: [registered] })
    paypal.dispute(paypalPurchase.transaction_id, { status: 'RESOLVED', outcome_code: 'RESOLVED_BUYER_FAVOUR' })
    for (const event of ['RESOLVED', 'UPDATED']) await deliver(id, event)
    expect(await casesOf(paypalPurchase)).toMatchObject([{ state: 'lost' }])
    expect(await linesOf(paypalPurchase)).toEqual([{ cents: Math.round(paypalPurchase.total * 100) }])
    expect(await shop.bookFaults()).toEqual([])
  })

  test("has dates in the organization's zone: a deadline at night is not a day late", async () => {
    const paypalPurchase = await buyWithPaypal(shop)
    await deliver(paypal.dispute(paypalPurchase.transaction_id, { at: Date.parse('2026-01-08T04:59:59Z') }), 'CREATED')
    expect(await casesOf(paypalPurchase)).toMatchObject([{ received_on: '2026-01-07', respond_by: '2026-01-17' }])
  })

  test('leaves the payment unchanged when decided in our favor', async () => {
    const paypalPurchase = await buyWithPaypal(shop)
    const id = paypal.dispute(paypalPurchase.transaction_id)
    paypal.dispute(paypalPurchase.transaction_id, { status: 'RESOLVED', outcome_code: 'RESOLVED_SELLER_FAVOUR' })
    await deliver(id, 'RESOLVED')
    expect(await casesOf(paypalPurchase)).toMatchObject([{ state: 'won' }])
    expect(await shop.statuses(paypalPurchase)).toMatchObject({ payment: 1, order: 2 })
    expect(await linesOf(paypalPurchase)).toEqual([])
  })

  test('is a discrepancy if staff recorded it under another number, until they resolve that', async () => {
    const paypalPurchase = await buyWithPaypal(shop)
    await enter(paypalPurchase, { case_number: 'BY-HAND' })
    const id = paypal.dispute(paypalPurchase.transaction_id, { stage: 'CHARGEBACK' })
    await deliver(id, 'CREATED')
    const open = async () => (await disputes()).filter(({ transaction_id }) => transaction_id === id)
    expect(await casesOf(paypalPurchase)).toMatchObject([{ case_number: 'BY-HAND' }])
    expect(await open()).toMatchObject([{ kind: 'charged_back_beyond' }])
    await decide((await casesOf(paypalPurchase))[0].chargeback_id, { outcome: 'won' })
    await deliver(id, 'UPDATED')
    expect(
      (await casesOf(paypalPurchase)).map((chargeback: { case_number: string }) => chargeback.case_number).toSorted(),
    ).toEqual(['BY-HAND', id].toSorted())
    expect(await open()).toEqual([])
  })

  test('waits for a case that staff record at the same moment, and does not exceed the payment with it', async () => {
    const paypalPurchase = await buyWithPaypal(shop)
    const id = paypal.dispute(paypalPurchase.transaction_id, { stage: 'CHARGEBACK' })
    const system = await app.ctx({ kind: 'system', name: 'test' })
    await inTurn(
      system,
      async (inner) => {
        await lockPayment(inner, paypalPurchase.payment_id)
        await inner.sql`
          insert into checkout.chargeback (organization_id, payment_id, case_number, origin, amount_cents, received_on)
          values (1, ${paypalPurchase.payment_id}, 'MEANWHILE', 'staff', ${Math.round(paypalPurchase.total * 100)}, ${today})`
      },
      () => followDispute(system, id),
    )
    expect(await casesOf(paypalPurchase)).toMatchObject([{ case_number: 'MEANWHILE' }])
  })

  test('stays won if staff recorded it as won and PayPal reports an earlier outcome', async () => {
    const paypalPurchase = await buyWithPaypal(shop)
    const id = paypal.dispute(paypalPurchase.transaction_id, { stage: 'CHARGEBACK' })
    await deliver(id, 'CREATED')
    await decide((await casesOf(paypalPurchase))[0].chargeback_id, { outcome: 'won' })
    paypal.dispute(paypalPurchase.transaction_id, { status: 'RESOLVED', outcome_code: 'RESOLVED_BUYER_FAVOUR' })
    await deliver(id, 'RESOLVED')
    expect(await casesOf(paypalPurchase)).toMatchObject([{ state: 'won' }])
  })

  test('is a discrepancy if its payment is unknown', async () => {
    const id = paypal.dispute('NOTOURS1')
    await deliver(id, 'CREATED')
    const root = await app.as(await app.userId('admin@example.com'))
    const discrepancies = (await root.get('/payment/discrepancies')).body.discrepancies
    expect([...discrepancies, ...(await disputes())]).toContainEqual(
      expect.objectContaining({ kind: 'unknown_chargeback', transaction_id: id }),
    )
  })
})

describe('the pending work', () => {
  const cases = (['open', 'lost', 'won'] as const).flatMap((state) =>
    ([null, 'keep', 'stop'] as const).map((courses) => ({ state, courses, isPending: state === 'open' || !courses })),
  )
  test.each(cases)('a case that is $state, with the courses $courses, is pending: $isPending', async (chargeback) => {
    const { state, courses, isPending } = chargeback
    const waitingItem = async () =>
      (await staff.get('/user/waiting')).body.waiting.find(({ kind }: { kind: string }) => kind === 'chargebacks')
    const before = await waitingItem()
    await read`
      insert into checkout.chargeback (organization_id, payment_id, case_number, origin, amount_cents, received_on, state,
        courses, decided_at, created_at)
      values (1, ${purchase.payment_id}, 'OLD', 'staff', 100, ${today}, ${state}, ${courses},
              case when ${state} <> 'open' then platform.now() end, platform.now() - interval '700 days 1 hour')`
    const during = await waitingItem()
    const chargebacks: { payment_id: number }[] = (await staff.get('/payment/chargebacks')).body.chargebacks
    await read`delete from checkout.chargeback where payment_id = ${purchase.payment_id}`
    expect(chargebacks.filter(({ payment_id }) => payment_id === purchase.payment_id)).toHaveLength(isPending ? 1 : 0)
    expect(during).toEqual(isPending ? { ...before, count: before.count + 1, age_days: 700 } : before)
  })
})

/** Last, because it changes rows that the books are compared with. */
describe('the state of a payment after a case', () => {
  const returned = {
    nothing: { share: 0, way: null, won: [1, 2] },
    'a part': { share: 0.5, way: null, won: [6, 2] },
    everything: { share: 1, way: null, won: [3, 4] },
    'everything by a void': { share: 1, way: 'void', won: [7, 4] },
  } as const
  const cases = Object.entries(returned).flatMap(([title, { won, ...reversal }]) =>
    (['open', 'lost', 'won'] as const).map((state) => ({
      title,
      state,
      ...reversal,
      expected: state === 'won' ? won : [chargedBack, orderChargedBack],
    })),
  )
  test.each(cases)('that is $state, with $title returned', async ({ share, way, state, expected }) => {
    const { payment_id, order_id, total } = purchase
    const cents = Math.round(total * 100)
    await read`
      insert into checkout.chargeback (organization_id, payment_id, case_number, origin, amount_cents, received_on, state, decided_at)
      values (1, ${payment_id}, 'STATE', 'staff', ${cents}, ${today}, ${state},
              case when ${state} <> 'open' then platform.now() end)`
    await read`
      update checkout.payment set refund_cents = ${Math.round(cents * share)} where payment_id = ${payment_id}`
    if (way)
      await read`
        insert into checkout.refund_attempt (organization_id, payment_attempt_id, payment_id, origin, asked, way, attempt,
                                             request_id, refunded_before_cents, state, amount_cents, created_by, called_at,
                                             settled_at)
        select 1, payment_attempt_id, ${payment_id}, 'staff', 'void', ${way}, left(gen_random_uuid()::text, 20),
               gen_random_uuid(), 0, 'approved', ${cents}, ${staff.user_id}, platform.now(), platform.now()
        from checkout.payment_attempt where order_id = ${order_id}`
    const system = await app.ctx({ kind: 'system', name: 'test' })
    await system.tx((inner) => updatePaymentStatus(inner, payment_id))
    const [row] = await read<{ payment: number; order: number }>`
      select p.lk_payment_status_id as payment, o.lk_order_status_id as order
      from checkout.payment p join checkout.customer_order o using (order_id) where payment_id = ${payment_id}`
    expect([row!.payment, row!.order]).toEqual(expected)
  })
})
