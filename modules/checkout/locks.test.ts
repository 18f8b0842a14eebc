import { afterEach, expect, test } from 'vitest'
import type { Client } from '#tests/support/app.ts'
import { whileHeld } from '#tests/support/while-held.ts'
import { openChargeShop } from './charges/charges.fixture.ts'
import { demo, guestWith, payment } from './checkout.fixture.ts'
import { addSomeone } from './keys/keys.fixture.ts'
import { recordSignUpTerms } from './orders/legal-evidence.ts'
import { countCardAttempt } from './payments/methods/card-try.sql.ts'

const shop = await openChargeShop()
const { app, staff } = shop
const { read } = app.database
const fifty = <T>(operation: (n: number) => Promise<T>) => Array.from({ length: 50 }, (_, n) => operation(n))
const captures = () => shop.simulator.ledger().captures.length

type Answer = Awaited<ReturnType<Client['post']>>
const withStatus = (responses: readonly Answer[], status: number) =>
  responses.filter((response) => response.status === status)

afterEach(async () => {
  expect(await shop.bookFaults()).toEqual([])
})

test('ten of fifty simultaneous wrong keys are compared', async () => {
  const student = await addSomeone(app)
  const responses = await whileHeld(app.database, 'checkout.authorization_key_try', () =>
    fifty((n) =>
      student.post('/authorizationKeys/redeemKey', { code: `0000-0000-0000-10${String(n).padStart(2, '0')}` }),
    ),
  )
  expect([
    withStatus(responses, 429).length,
    responses.filter(({ body }) => body.code === 'KEY_INVALID').length,
  ]).toEqual([40, 10])
  const tries = await read`
    select from checkout.authorization_key_try where user_id = ${student.user_id} and failed_ind`
  expect(tries).toHaveLength(10)
})

test('ten of fifty simultaneous wrong promo codes for a cart are compared', async () => {
  const { guest_id } = await guestWith(shop)
  const responses = await whileHeld(app.database, 'checkout.promo_code_try', () =>
    fifty((n) => app.visitor().get(`/promocode/applyCode?code=NO-${n}&guest_id=${guest_id}`)),
  )
  expect([withStatus(responses, 422).length, withStatus(responses, 429).length]).toEqual([10, 40])
})

test('ten of fifty simultaneous new cards of a person are sent to the bank', async () => {
  const { user_id } = await addSomeone(app)
  const ctx = await app.ctx(await app.actorOf(user_id))
  const tries = await whileHeld(app.database, 'checkout.card_try', () =>
    fifty(() =>
      ctx
        .tx((inner) => countCardAttempt(inner, { user_id, organization_id: 1 }))
        .then(
          () => 'counted',
          (error: { kind: { code: string } }) => error.kind.code,
        ),
    ),
  )
  expect([tries.filter((result) => result === 'counted').length, new Set(tries)]).toEqual([
    10,
    new Set(['counted', 'TOO_MANY_CARD_TRIES']),
  ])
  expect(await read`select from checkout.card_try where user_id = ${user_id}`).toHaveLength(10)
})

test('fifty simultaneous charges for one course are one order, one enrollment and one event', async () => {
  const { user_id } = await shop.newStudent()
  const responses = await whileHeld(app.database, 'checkout.customer_order', () =>
    fifty(() =>
      staff.post('/student/addUnpaidStudentCourse', {
        user_id,
        course_website_id: demo.improvement,
        request_id: crypto.randomUUID(),
      }),
    ),
  )
  expect([withStatus(responses, 200).length, withStatus(responses, 409).length]).toEqual([1, 49])
  const [rows] = await read<{ orders: number; lines: number; courses: number; events: number }>`
    select count(distinct o.order_id)::int as orders, count(distinct i.order_item_id)::int as lines,
           (select count(*)::int from learning.student_course where user_id = ${user_id}) as courses,
           (select count(*)::int from platform.audit_event
            where action = 'order.create' and subject_user_id = ${user_id}) as events
    from checkout.customer_order o join checkout.order_item i using (order_id) where o.user_id = ${user_id}`
  expect(rows).toEqual({ orders: 1, lines: 1, courses: 1, events: 1 })
})

test('fifty simultaneous payments of an order by staff are one attempt, one payment and one capture', async () => {
  const student = await shop.newStudent()
  const { order_id } = (
    await staff.post('/student/addUnpaidStudentCourse', {
      user_id: student.user_id,
      course_website_id: demo.improvement,
      request_id: crypto.randomUUID(),
    })
  ).body
  const input = await shop.paymentBody(student, order_id)
  const before = captures()
  const responses = await whileHeld(app.database, 'checkout.payment_attempt', () =>
    fifty(() => student.post('/payment/process', input)),
  )
  // Each waits for the paying request: without the order's lock the database would refuse the others.
  expect(withStatus(responses, 200)).toHaveLength(50)
  const [rows] = await read<{ attempts: number; payments: number }>`
    select (select count(*)::int from checkout.payment_attempt where order_id = ${order_id}) as attempts,
           (select count(*)::int from checkout.payment where order_id = ${order_id}) as payments`
  expect([rows, captures() - before]).toEqual([{ attempts: 1, payments: 1 }, 1])
})

test('fifty simultaneous payments of one cart are one order, one payment and one capture', async () => {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  const input = await payment(student, shop)
  const before = captures()
  const responses = await whileHeld(app.database, 'checkout.customer_order', () =>
    fifty(() => student.post('/payment/process', input)),
  )
  expect(withStatus(responses, 200)).toHaveLength(50)
  const [rows] = await read<{ orders: number; payments: number; courses: number }>`
    select (select count(*)::int from checkout.customer_order where user_id = ${student.user_id}) as orders,
           (select count(*)::int from checkout.payment where user_id = ${student.user_id}) as payments,
           (select count(*)::int from learning.student_course where user_id = ${student.user_id}) as courses`
  expect([rows, captures() - before]).toEqual([{ orders: 1, payments: 1, courses: 1 }, 1])
})

test('refuses to cancel an order whose payment has begun', async () => {
  const student = await shop.newStudent()
  const { order_id } = (
    await staff.post('/student/addUnpaidStudentCourse', {
      user_id: student.user_id,
      course_website_id: demo.improvement,
      request_id: crypto.randomUUID(),
    })
  ).body
  const input = await shop.paymentBody(student, order_id)
  const before = captures()
  // When the cancellation arrives, the payment holds the order's lock, and has no visible attempt yet.
  const [response, canceled] = await whileHeld(
    app.database,
    'checkout.payment_attempt',
    () => [student.post('/payment/process', input)],
    () => [staff.put('/order/cancel', { order_id })],
  )
  expect([response!.status, captures() - before]).toEqual([200, 1])
  expect(canceled!.status).toBe(409)
  const [order] = await read<{ at: number }>`
    select lk_order_status_id as at from checkout.customer_order where order_id = ${order_id}`
  expect([order!.at, (await shop.courseOf(student.user_id)).at]).toEqual([2, 1])
})

test('a new text accepted by fifty people at the same moment is one version', async () => {
  const terms = { organization_id: 1, terms_en: 'Be on time.', terms_es: 'Sea puntual.' }
  await read`
    insert into checkout.checkout_settings ${read(terms)}
    on conflict (organization_id) do update set terms_en = excluded.terms_en, terms_es = excluded.terms_es`
  const { user_id } = await addSomeone(app)
  const ctx = await app.ctx(await app.actorOf(user_id))
  await whileHeld(app.database, 'checkout.legal_text', () =>
    fifty(() => ctx.tx((inner) => recordSignUpTerms(inner, user_id))),
  )
  const versions = await read<{ version: number; count: number }>`
    select t.version, count(*)::int as count
    from checkout.legal_text t join checkout.terms_evidence e using (legal_text_id)
    where e.user_id = ${user_id} group by t.version`
  expect(versions).toEqual([{ version: 1, count: 50 }])
  await read`update checkout.checkout_settings set terms_en = null, terms_es = null where organization_id = 1`
})

test('a discrepancy resolved by fifty simultaneous requests has one note and one event', async () => {
  const fault = { provider: 'authorize_net', transaction_id: 'LOCKS1', kind: 'missing', organization_id: 1 }
  const [row] = await read<{ discrepancy_id: number }>`
    insert into checkout.discrepancy ${read(fault)} returning discrepancy_id`
  const { discrepancy_id } = row!
  const responses = await whileHeld(app.database, 'checkout.discrepancy', () =>
    fifty((n) => staff.put('/payment/resolveDiscrepancy', { discrepancy_id, note: `Note ${n}` })),
  )
  expect(withStatus(responses, 200)).toHaveLength(50)
  const events = await read<{ note: string }>`
    select after ->> 'note' as note from platform.audit_event
    where action = 'discrepancy.resolve' and subject = ${`discrepancy_id:${discrepancy_id}`}`
  expect(events).toHaveLength(1)
  expect(await read`select note from checkout.discrepancy where discrepancy_id = ${discrepancy_id}`).toEqual(events)
})
