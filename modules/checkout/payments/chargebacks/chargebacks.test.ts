import { beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../../tests/support/app.ts'
import { demo } from '../../checkout.fixture.ts'
import { isCourseChargedBack } from '../../index.ts'
import { addStaff } from '../../keys/keys.fixture.ts'
import { type Bought, openDesk } from '../refunds/refunds.fixture.ts'
import { buyWithPaypal, openGatewayDesk } from '../settlement/settlement.fixture.ts'

const desk = await openDesk()
const { app, staff, paypal } = desk
const { read } = app.database
const { read: readNotifications, disputes } = openGatewayDesk(desk)

/** Statuses: of payments and orders charged back, of courses paid, certificate issued and disabled. */
const [chargedBack, orderChargedBack, registered, issued, disabled] = [8, 5, 1, 7, 9]
const today = '2020-01-15'

const enter = ({ payment_id, total }: Bought, more: object = {}, client: Client = staff) =>
  client.post('/payment/chargeback', {
    payment_id,
    case_number: 'CB-1',
    amount: total,
    reason: 'Fraud',
    received_on: today,
    courses: 'keep',
    ...more,
  })
const decide = (chargeback_id: number, more: object, client: Client = staff) =>
  client.put('/payment/chargeback', { chargeback_id, ...more })
const casesOf = async ({ payment_id }: Bought) =>
  (await staff.get(`/payment/chargebacks?payment_id=${payment_id}`)).body.chargebacks
const linesOf = ({ order_id }: Bought) =>
  read<{ cents: number }>`
    select sum(l.amount_cents)::int as cents
    from checkout.order_item i join checkout.v_returned_line l using (order_item_id) where i.order_id = ${order_id}
    having sum(l.amount_cents) is not null`
const actionsOf = async ({ payment_id }: Bought) =>
  (
    await read<{ action: string }>`
      select action from platform.audit_event
      where subject = ${`payment_id:${payment_id}`} and action like 'chargeback.%' order by audit_event_id`
  ).map(({ action }) => action)

let bought: Bought
beforeEach(async () => {
  bought = await desk.buy([demo.improvement, demo.spanish])
})

describe('a chargeback that staff record', () => {
  test('shows payment and order as charged back, keeps the courses, and waits for the outcome', async () => {
    const waiting = async () =>
      (await staff.get('/user/waiting')).body.waiting.find(({ kind }: { kind: string }) => kind === 'chargebacks')
    const before = (await waiting())?.count ?? 0
    const { status, body } = await enter(bought, { respond_by: '2020-01-30', note: 'Answer with the log.' })
    expect([status, body.lk_payment_status_id]).toEqual([200, chargedBack])
    expect(await desk.standing(bought)).toMatchObject({
      payment: chargedBack,
      order: orderChargedBack,
      courses: [registered, registered],
    })
    expect(await casesOf(bought)).toMatchObject([{ state: 'open', courses: 'keep', respond_by: '2020-01-30' }])
    expect((await waiting()).count).toBe(before + 1)
    const { href } = await waiting()
    expect((await staff.visit(href)).text).toContain('Answer with the log.')
    expect(await actionsOf(bought)).toEqual(['chargeback.enter', 'chargeback.courses'])
    expect(await desk.wrong()).toEqual([])
  })

  test('is one case, however often and at the same time it is sent; another amount is refused', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => enter(bought)))
    expect(new Set(answers.map(({ body }) => body.chargeback_id)).size).toBe(1)
    expect((await enter(bought)).status).toBe(200)
    expect((await enter(bought, { amount: 1 })).status).toBe(409)
    expect(await casesOf(bought)).toHaveLength(1)
    expect((await enter(bought, { case_number: 'CB-2', amount: 1 })).status).toBe(200)
    expect(await casesOf(bought)).toHaveLength(2)
  })

  test('a decision that is sent again after a lost answer is no conflict', async () => {
    await enter(bought)
    const [{ chargeback_id, version }] = await casesOf(bought)
    const decision = { outcome: 'lost' as const, courses: 'keep' as const, note: 'Nothing to send.', version }
    expect((await decide(chargeback_id, decision)).status).toBe(200)
    expect((await decide(chargeback_id, decision)).status).toBe(200)
    expect((await decide(chargeback_id, { ...decision, courses: 'stop' })).body.code).toBe('CHARGEBACK_DECIDED')
  })

  test('of two people who decide the same case, the second one is shown what the first one decided', async () => {
    await enter(bought)
    const other = await addStaff(app, 'SSD')
    const [{ chargeback_id, version }] = await casesOf(bought)
    const answers = await Promise.all([
      decide(chargeback_id, { courses: 'stop', version }),
      decide(chargeback_id, { outcome: 'lost', note: 'Nothing to send.', version }, other),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('CHARGEBACK_DECIDED')
    // On the page, too: the form of the second one still says what was so before, and changes nothing.
    const at = `/manage/payments/${bought.payment_id}/chargeback`
    const form = { chargeback_id: String(chargeback_id), version, outcome: '', courses: 'keep', note: '' }
    const before = await casesOf(bought)
    const late = await staff.visit(at, form)
    expect([late.status, late.text.includes('Someone else changed this case.')]).toEqual([409, true])
    // What they chose for this case is not chosen for a new one.
    expect(late.text).not.toMatch(/type="radio"[^>]*checked/)
    expect(await casesOf(bought)).toEqual(before)
    const [fresh] = before
    expect((await staff.visit(at, { ...form, version: fresh.version })).status).toBe(303)
    expect(await casesOf(bought)).toMatchObject([{ courses: 'keep', state: fresh.state }])
  })

  test('keeps the money from going back a second time; a request that waits is dropped', async () => {
    expect((await desk.refund(bought, { amount: 1 })).status).toBe(200)
    await enter(bought)
    const refused = await desk.refund(bought, { amount: 1, existing_refund_amount: 1 })
    expect([refused.status, refused.body.code]).toEqual([409, 'REFUND_CHARGED_BACK'])
    expect((await desk.void(bought)).body.code).toBe('REFUND_CHARGED_BACK')
    expect((await desk.shown(bought)).can).toEqual({ refund: false, void: false })
    const [{ chargeback_id }] = await casesOf(bought)
    await decide(chargeback_id, { outcome: 'won' })
    expect(await desk.standing(bought)).toMatchObject({ payment: 6, order: 2 })
    expect((await desk.refund(bought, { amount: 1, existing_refund_amount: 1 })).status).toBe(200)
    expect(await desk.wrong()).toEqual([])
  })

  test('stops the courses where staff say so, but a completed one stays, with its certificate flagged', async () => {
    const [first] = await read<{ id: number }>`
      select min(student_course_id)::int as id from checkout.order_item where order_id = ${bought.order_id}`
    await read`
      update learning.student_course set lk_student_course_status_id = ${issued} where student_course_id = ${first!.id}`
    await enter(bought, { courses: 'stop' })
    expect(await isCourseChargedBack(await app.ctx(), first!.id)).toBe(true)
    expect((await desk.standing(bought)).courses.toSorted()).toEqual([issued, disabled])
    const flagged = await read<{ id: number }>`
      select student_course_id as id from checkout.v_charged_back_course where student_course_id = ${first!.id}`
    expect(flagged).toHaveLength(1)
    const [{ chargeback_id }] = await casesOf(bought)
    await decide(chargeback_id, { outcome: 'won', courses: 'keep' })
    expect((await desk.standing(bought)).courses.toSorted()).toEqual([registered, issued].toSorted())
    expect(await read`select from checkout.v_charged_back_course where student_course_id = ${first!.id}`).toHaveLength(
      0,
    )
  })

  test('that is lost takes its amount from the lines, once, and gives it back when it is won after all', async () => {
    // Staff see the sale, and what came back of it, in the reports as well.
    const report = async (name: string) => {
      const { rows } = (await staff.get(`/report/run/${name}?format=json`)).body
      return rows.map((row: Record<string, number>) => [row.orders, row.price, row.refunds])
    }
    const [[orders, price, refunds]] = await report('sales')
    expect(orders).toBeGreaterThan(0)
    await desk.refund(bought, { amount: 2 })
    await enter(bought)
    expect(await report('sales')).toEqual([[orders, price, refunds + 2]])
    const [{ chargeback_id }] = await casesOf(bought)
    expect(await linesOf(bought)).toEqual([{ cents: 200 }])
    await Promise.all([1, 2].map(() => decide(chargeback_id, { outcome: 'lost' })))
    const total = Math.round(bought.total * 100)
    expect(await linesOf(bought)).toEqual([{ cents: total }])
    expect(await report('sales')).toEqual([[orders, price, refunds + bought.total]])
    expect(await desk.standing(bought)).toMatchObject({ payment: chargedBack, refunded: 200 })
    expect(await desk.wrong()).toEqual([])
    await decide(chargeback_id, { outcome: 'won' })
    expect(await linesOf(bought)).toEqual([{ cents: 200 }])
    const again = await decide(chargeback_id, { outcome: 'lost' })
    expect([again.status, again.body.code]).toEqual([409, 'CHARGEBACK_WON'])
    expect((await actionsOf(bought)).filter((action) => action === 'chargeback.settle')).toHaveLength(2)
    expect(await desk.wrong()).toEqual([])
  })

  test('is refused for more than the payment, for a day ahead, without a number, and for a voided payment', async () => {
    for (const [more, status, path] of [
      [{ amount: bought.total + 0.01 }, 422, 'amount'],
      [{ amount: 0 }, 422, 'amount'],
      [{ received_on: '2999-01-01' }, 400, 'received_on'],
      [{ received_on: '2020-02-31' }, 400, 'received_on'],
      [{ case_number: ' ' }, 400, 'case_number'],
      [{ courses: 'both' }, 400, 'courses'],
    ] as const) {
      const refused = await enter(bought, more)
      expect([more, refused.status, refused.body.issues?.[0].path]).toEqual([more, status, path])
    }
    const voided = await desk.buy([demo.improvement], false)
    await desk.void(voided)
    expect((await enter(voided)).body.code).toBe('CHARGEBACK_OF_NOTHING')
    expect(await casesOf(bought)).toEqual([])
  })

  test('belongs to the organization that sold and those above it', async () => {
    await enter(bought)
    const [{ chargeback_id }] = await casesOf(bought)
    const beside = await addStaff(app, 'LST')
    expect((await enter(bought, { case_number: 'CB-9' }, beside)).status).toBe(404)
    expect((await decide(chargeback_id, { outcome: 'lost' }, beside)).status).toBe(404)
    expect((await beside.get(`/payment/chargebacks?payment_id=${bought.payment_id}`)).body.chargebacks).toEqual([])
    expect((await bought.buyer.get('/payment/chargebacks')).status).toBe(403)
  })
})

describe('a dispute that the wallet reports', () => {
  const deliver = async (id: string, event: string) => {
    const { body, headers } = paypal.notification(id, `CUSTOMER.DISPUTE.${event}`)
    const url = 'http://localhost:3000/webhooks/paypal'
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
    expect((await app.app.request(url, sent)).status).toBe(200)
    await readNotifications()
  }

  test('is one chargeback, however often and in whatever order it is reported; a person decides about the courses', async () => {
    const paid = await buyWithPaypal(desk)
    const id = paypal.dispute(paid.transaction_id, { stage: 'INQUIRY' })
    await deliver(id, 'CREATED')
    expect(await casesOf(paid)).toEqual([])
    paypal.dispute(paid.transaction_id, { stage: 'CHARGEBACK' })
    for (const event of ['UPDATED', 'CREATED', 'UPDATED']) await deliver(id, event)
    expect(await casesOf(paid)).toMatchObject([
      { case_number: id, origin: 'gateway', state: 'open', courses: null, amount: paid.total },
    ])
    expect(await desk.standing(paid)).toMatchObject({ payment: chargedBack, courses: [registered] })
    paypal.dispute(paid.transaction_id, { status: 'RESOLVED', outcome_code: 'RESOLVED_BUYER_FAVOUR' })
    for (const event of ['RESOLVED', 'UPDATED']) await deliver(id, event)
    expect(await casesOf(paid)).toMatchObject([{ state: 'lost' }])
    expect(await linesOf(paid)).toEqual([{ cents: Math.round(paid.total * 100) }])
    expect(await desk.wrong()).toEqual([])
  })

  test('has the days of the organization: a deadline that ends at night is not a day late', async () => {
    const paid = await buyWithPaypal(desk)
    await deliver(paypal.dispute(paid.transaction_id, { at: Date.parse('2026-01-08T04:59:59Z') }), 'CREATED')
    expect(await casesOf(paid)).toMatchObject([{ received_on: '2026-01-07', respond_by: '2026-01-17' }])
  })

  test('that is decided for us leaves the payment as it was', async () => {
    const paid = await buyWithPaypal(desk)
    const id = paypal.dispute(paid.transaction_id)
    paypal.dispute(paid.transaction_id, { status: 'RESOLVED', outcome_code: 'RESOLVED_SELLER_FAVOUR' })
    await deliver(id, 'RESOLVED')
    expect(await casesOf(paid)).toMatchObject([{ state: 'won' }])
    expect(await desk.standing(paid)).toMatchObject({ payment: 1, order: 2 })
    expect(await linesOf(paid)).toEqual([])
  })

  test('of a payment that is not ours is a discrepancy', async () => {
    const id = paypal.dispute('NOTOURS1')
    await deliver(id, 'CREATED')
    const root = await app.as(await app.userId('admin@example.com'))
    const found = (await root.get('/payment/discrepancies')).body.discrepancies
    expect([...found, ...(await disputes())]).toContainEqual(
      expect.objectContaining({ kind: 'unknown_chargeback', transaction_id: id }),
    )
  })
})
