import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { demo, refused } from '#modules/checkout/checkout.fixture.ts'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import type { AttemptState } from '#modules/checkout/payments/attempt.sql.ts'
import { resolvePayments } from '#modules/checkout/payments/resolve-payments.ts'
import { selectPerson } from '#modules/identity/index.ts'
import { requireValidTerms } from './charge-uploaded.ts'
import { openChargeShop } from './charges.fixture.ts'
import { findChargeEmail } from './find-charge-email.ts'
import { buildCourseItem, buildFeeLine, totalOf } from './line.ts'
import { writeOrder } from './write-order.ts'

const shop = await openChargeShop()
const { app, staff, simulator } = shop
const { read } = app.database
const captures = () => simulator.ledger().captures.length

const charge = (user_id: number, overrides: object = {}) =>
  staff.post('/student/addUnpaidStudentCourse', { user_id, course_website_id: demo.improvement, ...overrides })

describe('a course that staff charge a student for', () => {
  test('is on the dashboard as Not Paid, sends an email, and opens when it is paid', async () => {
    const student = await shop.newStudent()
    const { status, body } = await charge(student.user_id, { note: 'As agreed.' })
    expect([status, body.total]).toEqual([200, 19.95])
    expect(app.facts).toContainEqual({ fact: 'checkout.order_charged', data: { order_id: body.order_id } })
    const waitingCourse = await shop.courseOf(student.user_id)
    expect(waitingCourse.at).toBe(2)
    const { data } = (await student.get('/student/getUnpaidStudentCourse')).body
    expect(data).toMatchObject([{ order_id: body.order_id, charged_ind: true, note: 'As agreed.', pending: false }])
    expect(data[0].items[0]).toMatchObject({ kind: 'course', student_course_id: waitingCourse.student_course_id })
    await read`
      update learning.student_course set expires_at = expires_at - interval '10 days'
      where student_course_id = ${waitingCourse.student_course_id}`
    const response = await shop.pay(student, body.order_id)
    expect(response.body).toMatchObject({ pending: false })
    const open = await shop.courseOf(student.user_id)
    expect([open.student_course_id, open.at]).toEqual([waitingCourse.student_course_id, 1])
    expect(open.expires_at!.getTime()).toBeGreaterThanOrEqual(waitingCourse.expires_at!.getTime())
    expect((await student.get('/order/open')).body.data).toEqual([])
    expect(await shop.bookFaults()).toEqual([])
  })

  test('is one order when the same request is repeated, even at the same time', async () => {
    const student = await shop.newStudent()
    const request_id = crypto.randomUUID()
    const responses = await Promise.all(Array.from({ length: 8 }, () => charge(student.user_id, { request_id })))
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.order_id}`)).size).toBe(1)
    const other = await shop.newStudent()
    expect((await charge(other.user_id, { request_id })).status).toBe(409)
    const response = await charge(student.user_id)
    expect([response.status, response.body.code]).toEqual([409, 'ALREADY_CHARGED'])
  })

  test("refuses a partner's id that another order has, and leaves nothing of the refused order", async () => {
    const [student, other] = [await shop.newStudent(), await shop.newStudent()]
    const external_id = `partner-${crypto.randomUUID()}`
    const request = { external_id, request_id: crypto.randomUUID() }
    const { order_id } = (await charge(student.user_id, request)).body
    const ordersOf = async ({ user_id }: { user_id: number }) =>
      (await read<{ order_id: number }>`select order_id from checkout.customer_order where user_id = ${user_id}`).map(
        (order) => order.order_id,
      )
    // Repeating the request creates no second order.
    expect((await charge(student.user_id, request)).body.order_id).toBe(order_id)
    expect((await charge(other.user_id, { external_id })).status).toBe(409)
    const renamed = { ...request, external_id: `${external_id}-2` }
    expect((await charge(student.user_id, renamed)).status).toBe(409)
    expect([await ordersOf(student), await ordersOf(other)]).toEqual([[order_id], []])
    const links = await read`
      select external_id, order_id from checkout.external_order where external_id like ${`${external_id}%`}`
    expect([...links]).toEqual([{ external_id, order_id }])
    expect((await charge(other.user_id, { external_id: `${external_id}-3` })).status).toBe(200)
  })

  test("accepts the website's lowest and highest price, and refuses one outside", async () => {
    await read`
      update catalogue.course_website set min_price_cents = 1500, max_price_cents = 2500
      where course_website_id = ${demo.improvement}`
    for (const [price, status] of [
      ['14.99', 422],
      [25.01, 422],
      [15, 200],
      ['25,00', 200],
      ['x', 400],
    ] as const) {
      const { user_id } = await shop.newStudent()
      expect([price, (await charge(user_id, { price })).status]).toEqual([price, status])
    }
    await read`
      update catalogue.course_website set min_price_cents = null, max_price_cents = null
      where course_website_id = ${demo.improvement}`
  })

  test('is charged once by eight simultaneous payments, and not again later', async () => {
    const student = await shop.newStudent()
    const { order_id } = (await charge(student.user_id)).body
    const before = captures()
    const input = await shop.paymentBody(student, order_id)
    const responses = await Promise.all(Array.from({ length: 8 }, () => student.post('/payment/process', input)))
    const response = await student.post('/payment/handleGeneralPayment', input)
    const ids = [...responses, response].map(({ body }) => body.transactionResponse?.transId)
    expect([new Set(ids).size, ids[0]]).toEqual([1, expect.any(String)])
    expect(captures() - before).toBe(1)
  })

  test('stays open after a declined card, and is paid with another one', async () => {
    const student = await shop.newStudent()
    const { order_id } = (await charge(student.user_id)).body
    expect((await shop.pay(student, order_id, refused)).body.code).toBe('PAYMENT_DECLINED')
    expect((await shop.courseOf(student.user_id)).at).toBe(2)
    expect((await shop.pay(student, order_id)).status).toBe(200)
  })

  test('T-26: its total is the sum of its rows; another amount in the request is refused without a charge', async () => {
    const student = await shop.newStudent()
    const { order_id } = (await charge(student.user_id)).body
    const before = captures()
    const input = await shop.paymentBody(student, order_id)
    for (const total of [0, 1, 19.94, 1e9]) {
      expect((await student.post('/payment/process', { ...input, total })).status).toBe(409)
    }
    expect((await student.post('/payment/process', { ...input, invoice_ind: 1, items: [] })).status).toBe(200)
    expect(simulator.ledger().captures.at(-1)!.amount_cents).toBe(1995)
    expect(captures() - before).toBe(1)
  })

  test('requires the terms like the checkout of a cart', async () => {
    const student = await shop.newStudent()
    const { order_id } = (await charge(student.user_id, { course_website_id: demo.teen })).body
    const input = await shop.paymentBody(student, order_id)
    const pay = (overrides: object) => student.post('/payment/process', { ...input, ...overrides })
    expect((await pay({ agreement: null })).body.code).toBe('TERMS_MISSING')
    expect((await pay({})).body.code).toBe('AGE_UNKNOWN')
    expect((await pay({ dob: '05/04/1990', dob_confirmed: true })).body.code).toBe('AGE_BELOW')
    expect((await pay({ dob: '05/04/2012' })).body.code).toBe('DOB_UNCONFIRMED')
    expect((await pay({ dob: '05/04/2012', dob_confirmed: true })).status).toBe(200)
  })
})

describe('an order canceled by staff', () => {
  test('cannot be paid, and its enrollment is closed', async () => {
    const student = await shop.newStudent()
    const { order_id } = (await charge(student.user_id)).body
    const input = await shop.paymentBody(student, order_id)
    expect((await staff.put('/order/cancel', { order_id })).status).toBe(200)
    expect((await staff.put('/order/cancel', { order_id })).status).toBe(200)
    const before = captures()
    expect((await student.post('/payment/process', input)).body.code).toBe('ORDER_CLOSED')
    expect(captures()).toBe(before)
    expect((await shop.courseOf(student.user_id)).at).toBe(9)
  })

  test('has one outcome when paid and canceled at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const student = await shop.newStudent()
      const { order_id } = (await charge(student.user_id)).body
      const input = await shop.paymentBody(student, order_id)
      const before = captures()
      const [response, canceled] = await Promise.all([
        student.post('/payment/process', input),
        staff.put('/order/cancel', { order_id }),
      ])
      expect([response.status === 200, canceled.status === 200].filter(Boolean)).toHaveLength(1)
      expect(captures() - before).toBe(response.status === 200 ? 1 : 0)
    }
    expect(await shop.bookFaults()).toEqual([])
  })

  test('takes no payment for a course stopped by staff, even before it is canceled', async () => {
    const student = await shop.newStudent()
    const { body } = await charge(student.user_id)
    const { student_course_id } = await shop.courseOf(student.user_id)
    expect((await staff.post('/course/disableStudentCourse', { student_course_id })).status).toBe(200)
    const before = captures()
    const response = await shop.pay(student, body.order_id)
    expect([response.status, response.body.code, captures()]).toEqual([409, 'COURSE_STOPPED', before])
    const { total, creditCard: _, ...form } = await shop.paymentBody(student, body.order_id)
    const wallet = await student.post('/payment/authorizePayPal', { ...form, amount: total })
    expect(wallet.body.code).toBe('COURSE_STOPPED')
    expect((await staff.put('/order/cancel', { order_id: body.order_id })).status).toBe(200)
  })

  test('cannot be canceled once it is paid or awaits the bank', async () => {
    const student = await shop.newStudent()
    const { order_id } = (await charge(student.user_id)).body
    simulator.script('reset-after-capture')
    expect((await shop.pay(student, order_id)).body.pending).toBe(true)
    expect((await staff.put('/order/cancel', { order_id })).body.code).toBe('PAYMENT_RUNNING')
    await resolvePayments(await app.ctx({ kind: 'system', name: 'test' }))
    expect((await shop.courseOf(student.user_id)).at).toBe(1)
    const other = await shop.newStudent()
    const paidOrderId = (await charge(other.user_id)).body.order_id
    await shop.pay(other, paidOrderId)
    expect((await staff.put('/order/cancel', { order_id: paidOrderId })).body.code).toBe('ORDER_PAID')
  })
})

const pending: Partial<Record<AttemptState, boolean>> = {
  calling: true,
  unknown: true,
  held: true,
  declined: false,
  failed: false,
}
test.each(Object.entries(pending))(
  'an order whose payment is %s cannot be canceled because the payment is pending: %s',
  async (state, isPending) => {
    const student = await shop.newStudent()
    const { order_id } = (await charge(student.user_id)).body
    await read`
    insert into checkout.payment_attempt (order_id, organization_id, attempt, amount_cents, state)
    select order_id, organization_id, ${`state-${state}`}, total_cents, ${state}
    from checkout.customer_order where order_id = ${order_id}`
    expect((await student.get('/order/open')).body.data).toMatchObject([{ order_id, pending: isPending }])
    const { status, body } = await staff.put('/order/cancel', { order_id })
    expect([status, body.code]).toEqual(isPending ? [409, 'PAYMENT_RUNNING'] : [200, undefined])
    await read`delete from checkout.payment_attempt where order_id = ${order_id}`
  },
)

describe('permissions', () => {
  let student: Awaited<ReturnType<typeof shop.newStudent>>
  let order_id: number
  beforeAll(async () => {
    student = await shop.newStudent()
    order_id = (await charge(student.user_id)).body.order_id
  })

  test("another student cannot see, pay or cancel someone else's order, and a student cannot cancel one made by staff", async () => {
    const input = await shop.paymentBody(student, order_id)
    const other = await shop.newStudent()
    expect((await other.post('/payment/process', input)).status).toBe(404)
    expect((await other.get(`/order/open?user_id=${student.user_id}`)).status).toBe(404)
    expect((await other.get(`/student/getUnpaidRetake?user_id=${student.user_id}`)).status).toBe(404)
    expect((await other.put('/order/cancel', { order_id })).status).toBe(404)
    expect((await student.put('/order/cancel', { order_id })).status).toBe(404)
  })

  test.each([1, 2, 4])('a person of role %i, who is no student, is not found to charge', async (role) => {
    const { user_id } = await addSomeone(app, 'SSD', role)
    const fee = { kind: 'fee', name: 'Fee', price: 5 }
    const order = { user_id, request_id: crypto.randomUUID() }
    expect((await charge(user_id)).status).toBe(404)
    expect((await staff.post('/order/create', { order, items: [fee] })).status).toBe(404)
    expect((await staff.get(`/order/open?user_id=${user_id}`)).status).toBe(404)
  })

  test('staff of another organization find neither the student nor the order', async () => {
    const stranger = await addSomeone(app, 'LSD', 1)
    const body = { user_id: student.user_id, course_website_id: demo.improvement }
    expect((await stranger.post('/student/addUnpaidStudentCourse', body)).status).toBe(404)
    expect((await stranger.put('/order/cancel', { order_id })).status).toBe(404)
    expect((await stranger.get(`/order/open?user_id=${student.user_id}`)).status).toBe(404)
  })

  test("refuses a course of another organization's website", async () => {
    expect((await charge(student.user_id, { course_website_id: 999_999 })).status).toBe(404)
  })
})

describe('T-30: students cannot enroll themselves without paying', () => {
  test('a course ordered by a student is Not Paid and cannot be entered; ordering it again returns the same order', async () => {
    const student = await shop.newStudent()
    const order = () => student.post('/student/create', { userId: student.user_id, courseWebsiteId: demo.improvement })
    const responses = await Promise.all(Array.from({ length: 6 }, order))
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.order_id}`)).size).toBe(1)
    const { student_course_id, at } = await shop.courseOf(student.user_id)
    expect(at).toBe(2)
    const response = await student.get(`/course/component/${student_course_id}/1001`)
    expect(response.body.redirect).toBe(`/course/${student_course_id}/pay`)
    expect((await student.post('/course/complete', { studentCourseId: student_course_id })).status).not.toBe(200)
    expect((await student.put('/order/cancel', { order_id: responses[0]!.body.order_id })).status).toBe(200)
  })

  test('refuses orders for another student and operations reserved for staff', async () => {
    const student = await shop.newStudent()
    const other = await shop.newStudent()
    const { user_id } = student
    const course = { courseWebsiteId: demo.improvement }
    expect((await other.post('/student/create', { userId: user_id, ...course })).status).toBe(404)
    const calls: [string, object][] = [
      ['/student/addUnpaidStudentCourse', { user_id, course_website_id: demo.improvement }],
      ['/student/addInvoicedStudentCourse', { user_id, course_website_id: demo.improvement }],
      ['/student/addUnpaidRetake', { student_course_id: 1, component_id: 1 }],
      ['/student/addUnpaidReinstatement', { student_course_id: 1 }],
      ['/order/create', { order: { user_id }, items: [{ kind: 'fee', price: 1 }] }],
    ]
    for (const [path, body] of calls) expect([path, (await student.post(path, body)).status]).toEqual([path, 403])
    expect(await shop.courseOf(user_id)).toBeUndefined()
  })
})

describe('an invoiced organization', () => {
  test('enrolls its students immediately: the line keeps its price and counts as zero', async () => {
    const student = await shop.newStudent()
    const request_id = crypto.randomUUID()
    const body = { user_id: student.user_id, course_website_id: demo.improvement, request_id }
    await read`update identity.organization set invoice_ind = false where organization_id = 1`
    expect((await staff.post('/student/addInvoicedStudentCourse', body)).body.code).toBe('NOT_INVOICED')
    await read`update identity.organization set invoice_ind = true where organization_id = 1`
    const before = captures()
    const { order_id, total } = (await staff.post('/student/addInvoicedStudentCourse', body)).body
    expect(total).toBe(0)
    expect((await staff.post('/student/addInvoicedStudentCourse', body)).body.order_id).toBe(order_id)
    expect((await shop.courseOf(student.user_id)).at).toBe(1)
    const lines = await read`
      select price_cents, invoice_ind, student_course_id is not null as enrolled from checkout.order_item
      where order_id = ${order_id}`
    expect(lines).toEqual([{ price_cents: 1995, invoice_ind: true, enrolled: true }])
    expect(captures()).toBe(before)
    expect(await shop.bookFaults()).toEqual([])
  })
})

test('refuses to charge for an unfinished course the student has, and accepts one that ended', async () => {
  const student = await shop.newStudent()
  const body = { user_id: student.user_id, course_website_id: demo.improvement }
  await read`update identity.organization set invoice_ind = true where organization_id = 1`
  const enroll = () => staff.post('/student/addInvoicedStudentCourse', { ...body, request_id: crypto.randomUUID() })
  expect((await enroll()).status).toBe(200)
  const { student_course_id } = await shop.courseOf(student.user_id)
  const setStatus = (id: number) => read`
    update learning.student_course set lk_student_course_status_id = ${id} where student_course_id = ${student_course_id}`
  // Paid, in progress, returned for correction.
  for (const id of [1, 4, 13]) {
    await setStatus(id)
    expect((await enroll()).body.code).toBe('TAKES_ALREADY')
    expect((await staff.post('/student/addUnpaidStudentCourse', body)).body.code).toBe('TAKES_ALREADY')
  }
  await setStatus(10)
  expect((await staff.post('/student/addUnpaidStudentCourse', body)).status).toBe(200)
})

test('staff cannot create an order for their own account', async () => {
  const student = await shop.newStudent()
  const admin = await app.userId('admin@example.com')
  await read`
    insert into identity.linked_account (organization_id, user_id, related_user_id)
    select organization_id, ${admin}, ${student.user_id} from identity.person where user_id = ${admin}`
  const body = { user_id: student.user_id, course_website_id: demo.improvement }
  for (const call of ['/student/addInvoicedStudentCourse', '/student/addUnpaidStudentCourse']) {
    const response = await staff.post(call, { ...body, request_id: crypto.randomUUID() })
    expect(response).toMatchObject({ status: 403, body: { code: 'OWN_ORDER' } })
  }
  const colleague = await addSomeone(app, 'SSD', 1)
  expect((await colleague.post('/student/addUnpaidStudentCourse', body)).status).toBe(200)
})

test("refuses enrollment on invoice below the platform's share", async () => {
  const student = await shop.newStudent()
  const body = { user_id: student.user_id, course_website_id: demo.improvement }
  await read`update identity.organization set invoice_ind = true where organization_id = 1`
  const enrollAt = (price: number) =>
    staff.post('/student/addInvoicedStudentCourse', { ...body, price, request_id: crypto.randomUUID() })
  expect((await enrollAt(0)).body.code).toBe('PRICE_OUT_OF_BOUNDS')
  expect((await enrollAt(1.99)).body.code).toBe('PRICE_OUT_OF_BOUNDS')
  expect(await shop.courseOf(student.user_id)).toBeUndefined()
  expect((await enrollAt(2)).status).toBe(200)
})

test('an order by staff may contain a course and fees; the receipt shows each line', async () => {
  const student = await shop.newStudent()
  const items = [
    { kind: 'course', course_website_id: demo.improvement },
    { kind: 'fee', name: 'New certificate', price: '7.50' },
  ]
  const response = await staff.post('/order/create', {
    order: { user_id: student.user_id, request_id: crypto.randomUUID() },
    items,
  })
  expect(response.body.total).toBe(27.45)
  const reply = await shop.pay(student, response.body.order_id)
  const { transaction } = (await student.get(`/order/transaction/${reply.body.transactionResponse.transId}`)).body
  expect(transaction).toMatchObject({ amount_paid: 27.45, quantity: 2 })
  expect(transaction.items.map(({ name }: { name: string }) => name)).toContain('New certificate')
  expect(await shop.bookFaults()).toEqual([])
})

test('refuses a fee of zero and an order without lines', async () => {
  const { user_id } = await shop.newStudent()
  const order = (items: object[]) =>
    staff.post('/order/create', { order: { user_id, request_id: crypto.randomUUID() }, items })
  expect((await order([{ kind: 'fee', price: 0 }])).body.code).toBe('CHARGE_MISSING')
  expect((await order([])).status).toBe(400)
  expect((await order([{ kind: 'fee', price: -5 }])).status).toBe(400)
})

const cents = fc.integer({ min: 0, max: 1_000_000 })
const line = fc.record({ price: cents, add: cents, ship: cents, invoiced: fc.boolean() })

test('the total of an order is the sum of its counted lines, in any order, plus tax', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 3_000 }), (drafts, tax) => {
      const lines = drafts.map(({ price, add, ship, invoiced }) => ({
        ...buildFeeLine('x', price),
        add_on_cents: add,
        shipping_cents: ship,
        invoice_ind: invoiced,
      }))
      const total = totalOf(lines, tax)
      const net = lines
        .filter(({ invoice_ind }) => !invoice_ind)
        .reduce((sum, line) => sum + line.price_cents + line.add_on_cents + line.shipping_cents, 0)
      expect(total.subtotal_cents + total.add_on_cents + total.shipping_cents).toBe(net)
      expect(total.total_cents).toBe(net + total.tax_cents)
      expect(Math.abs(total.tax_cents - (net * tax) / 10_000)).toBeLessThanOrEqual(0.5)
      expect(totalOf(lines.toReversed(), tax)).toEqual(total)
    }),
  )
  expect(totalOf([buildCourseItem('retake', { name: 'x', price_cents: 5, student_course_id: 1 })], 0).total_cents).toBe(
    5,
  )
})

test('a mailed certificate needs each part of the address of the account', async () => {
  const fullAddress = { address1: '1 Main St', city: 'Orlando', lk_state_id: 10, zip: '32801' }
  const student = await shop.newStudent()
  const order = () => charge(student.user_id, { lk_shipping_type_id: 2, request_id: crypto.randomUUID() })
  for (const part of Object.keys(fullAddress)) {
    const address = { ...fullAddress, [part]: part === 'lk_state_id' ? null : '' }
    await read`update identity.person set ${read(address)} where user_id = ${student.user_id}`
    expect([part, (await order()).body.code]).toEqual([part, 'ADDRESS_MISSING'])
  }
  await read`update identity.person set ${read(fullAddress)} where user_id = ${student.user_id}`
  expect((await order()).status).toBe(200)
})

test("a request id returns the order of its own creator, and no one else's", async () => {
  const { user_id } = await shop.newStudent()
  const ctx = await app.ctx(await app.actorOf(await app.userId('admin@example.com')))
  const person = await selectPerson(ctx, user_id)
  const request_id = crypto.randomUUID()
  const write = (created_by: number | null, created_by_client: number | null = null) =>
    ctx
      .tx((inner) =>
        writeOrder(inner, {
          person,
          organization_id: 1,
          lines: [buildFeeLine('Fee', 500)],
          note: '',
          created_by,
          created_by_client,
          request_id,
        }),
      )
      .then(
        (order) => order.order_id,
        (error: { kind: { code: string } }) => error.kind.code,
      )
  const { user_id: colleague } = await addSomeone(app, 'SSD', 1)
  const order_id = await write(null)
  expect(order_id).toEqual(expect.any(Number))
  expect(await write(null)).toBe(order_id)
  expect([await write(colleague), await write(null, 1)]).toEqual(['CONFLICT', 'CONFLICT'])
})

test('no email is due about an order of a student who has been deleted since', async () => {
  const student = await shop.newStudent()
  const { order_id } = (await charge(student.user_id)).body
  const system = await app.ctx({ kind: 'system', name: 'test' })
  expect(await findChargeEmail(system, order_id)).toMatchObject({ user_id: student.user_id, order: { order_id } })
  await read`update identity.person set deleted_at = platform.now() where user_id = ${student.user_id}`
  expect(await findChargeEmail(system, order_id)).toBeNull()
})

describe('students of an upload who would be billed', () => {
  const [above, seller] = ['LSD', 'LST']
  test.each([
    { invoiced: [], bill_students: false, code: null },
    { invoiced: [above], bill_students: false, code: 'STUDENTS_BILLED' },
    { invoiced: [seller], bill_students: false, code: 'STUDENTS_BILLED' },
    { invoiced: [above, seller], bill_students: true, code: null },
  ])('of organizations of which $invoiced are invoiced (confirmed: $bill_students)', async (input) => {
    const { invoiced, bill_students, code } = input
    await read`update identity.organization set invoice_ind = code = any(${invoiced}::text[])`
    const { user_id } = await addSomeone(app, above, 1)
    const ctx = await app.ctx(await app.actorOf(user_id, above), above)
    const terms = { course_website_id: 1010, lk_shipping_type_id: null, price: null, shipping_price: 0, paid: false }
    const check = requireValidTerms(ctx, ctx.organization.organization_id, { ...terms, bill_students })
    const refusal = await check.then(
      () => null,
      (error: { kind: { code: string } }) => error.kind.code,
    )
    await read`update identity.organization set invoice_ind = false`
    expect(refusal).toBe(code)
  })
})
