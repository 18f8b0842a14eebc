import { afterEach, describe, expect, test } from 'vitest'
import {
  agreed,
  demo,
  guestWith,
  newPerson,
  openShop,
  payment,
  refused,
  visa,
} from '#modules/checkout/checkout.fixture.ts'
import { bookResult } from '#modules/checkout/payments/book-payment.ts'
import { walletPort } from '#modules/checkout/payments/gateways/wallet.ts'
import { refundSurplus } from '#modules/checkout/payments/refunds/return-surplus.ts'
import { resolvePayments } from '#modules/checkout/payments/resolve-payments.ts'
import type { Client } from '#tests/support/app.ts'
import { placeOrder } from './place-wallet-order.ts'

const shop = await openShop()
const { app, simulator, paypal } = shop
const minute = 60_000

afterEach(async () => {
  paypal.clearScripts()
  simulator.clearScripts()
  expect(await shop.bookFaults()).toEqual([])
})

const sweep = async () => resolvePayments(await app.ctx({ kind: 'system', name: 'test' }))

const buyer = async (course_website_id = demo.improvement) => {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id })
  return student
}

/** A client's cart, opened at PayPal; `approve` is the buyer's action there. */
async function open(client: Client, overrides: Record<string, unknown> = {}) {
  const { creditCard: _, total: amount, ...form } = await payment(client, shop, overrides)
  const response = await client.post('/payment/authorizePayPal', { ...form, amount, lk_payment_type_id: 3 })
  const { wallet_order_id } = response.body
  const orderBody = { intent_id: form.intent_id, amount, lk_payment_type_id: 3, payer_id: 'SIMPAYER00001' }
  const approve = () => paypal.approve(wallet_order_id)
  return { opened: response, form, orderBody, approve, wallet_order_id }
}

const approved = async (client: Client, overrides: Record<string, unknown> = {}) => {
  const purchase = await open(client, overrides)
  purchase.approve()
  return purchase
}

const captures = () => paypal.ledger().captures.length

describe('buying with PayPal', () => {
  test('a student approves there and is charged once; the payment names the method', async () => {
    const student = await buyer()
    const { opened, orderBody, wallet_order_id } = await approved(student)
    expect(opened.body).toMatchObject({ httpStatus: 201, external: true })
    expect(opened.body.redirect).toContain(`/checkoutnow?token=${wallet_order_id}`)
    const response = await student.post('/order/checkout', orderBody)
    const { transId } = response.body.transactionResponse
    expect(response.body).toMatchObject({ pending: false, redirect: `/checkout/success/${transId}` })
    expect(paypal.ledger().captures).toContainEqual(
      expect.objectContaining({ transaction_id: transId, amount_cents: 1995 }),
    )
    const [row] = await app.database.read`
      select provider, lk_payment_type_id, brand from checkout.payment where transaction_id = ${transId}`
    expect(row).toEqual({ provider: 'paypal', lk_payment_type_id: 3, brand: 'PayPal' })
    expect((await student.get('/cart/items')).body.cartItems).toEqual([])
  })

  test('a guest becomes a student and is signed in', async () => {
    const { client, guest_id } = await guestWith(shop)
    const { orderBody } = await approved(client, { guest_id, student: newPerson() })
    const response = await client.post('/order/guestCheckout', { ...orderBody, guest_id })
    expect(response.body.token).toMatch(/^[\w-]{43}$/)
    const receipt = await client.get(`/order/transaction/${response.body.transactionResponse.transId}`)
    expect(receipt.body.transaction).toMatchObject({ amount_paid: 19.95, purchaser: 'Rosa Marin' })
  })

  test('all checkout questions are asked before the redirect to PayPal', async () => {
    const student = await buyer()
    expect((await open(student, { agreement: { ...agreed, accepted: false } })).opened.body.code).toBe('TERMS_MISSING')
    const teen = await buyer(demo.teen)
    expect((await open(teen, { dob: '01/15/1980', dob_confirmed: true })).opened.body.code).toBe('AGE_BELOW')
    const { opened } = await open(await buyer(), { promoCode: '4111 1111 1111 1111' })
    expect(opened.body.code).toBe('CARD_NUMBER')
  })

  test('values in the request do not change the approved amount', async () => {
    const student = await buyer()
    const { creditCard: _, total, ...form } = await payment(student, shop)
    const forgedInput = { orderItems: [{ price: 0 }], originalTotal: 1, organization_id: 2 }
    const cheap = await student.post('/payment/authorizePayPal', { ...form, ...forgedInput, amount: 1 })
    expect([cheap.status, cheap.body.code]).toEqual([409, 'CART_CHANGED'])
    const response = await student.post('/payment/authorizePayPal', { ...form, ...forgedInput, amount: total })
    paypal.approve(response.body.wallet_order_id)
    const lowerAmount = await student.post('/order/checkout', { intent_id: form.intent_id, amount: 1 })
    expect([lowerAmount.status, lowerAmount.body.code]).toEqual([409, 'CART_CHANGED'])
    expect((await student.post('/order/checkout', { intent_id: form.intent_id, amount: total })).status).toBe(200)
  })

  test('a cart with shipping, audio and a code adds up at PayPal, which checks every part', async () => {
    const student = await buyer()
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    const [item] = (await student.get('/cart/items')).body.cartItems
    await student.post('/cart/updateCartItem', { cart_item_id: item.id, lk_shipping_type_id: 3, audio_ind: true })
    await student.get('/promocode/applyCode?code=SUNNY5')
    const shipping = { address1: '1 Main St', city: 'Orlando', stateId: 10, zip: '32801' }
    const { orderBody } = await approved(student, { shipping })
    const response = await student.post('/order/checkout', orderBody)
    const { transaction } = (await student.get(`/order/transaction/${response.body.transactionResponse.transId}`)).body
    expect(transaction).toMatchObject({ amount_paid: 74.85, discount: 5 })
  })
})

test('money captured late for an abandoned attempt is a surplus after the order was rewritten for PayPal', async () => {
  const student = await buyer()
  const send = await payment(student, shop)
  simulator.script('reset-before-capture')
  await student.post('/payment/process', send)
  await app.moveClock(16 * minute)
  await sweep()
  const laterClient = await app.as(student.user_id)
  await laterClient.post('/cart/addToCart', { course_website_id: demo.spanish })
  const { form } = await open(laterClient)
  const [attempt] = await app.database.read<{ payment_attempt_id: number; attempt: string }>`
    select payment_attempt_id, attempt from checkout.payment_attempt a join checkout.customer_order o using (order_id)
    where o.intent_id = ${form.intent_id}`
  const { descriptor, value } = simulator.token({ cardNumber: visa, expirationDate: '1239', cardCode: '123' })
  const lateResult = await app.gateway.gateway.charge({
    attempt: attempt!.attempt,
    amount_cents: 1995,
    currency: 'USD',
    customer: {},
    order: { description: 'late' },
    card: { kind: 'opaque', descriptor, value },
  })
  const system = await app.ctx({ kind: 'system', name: 'test' })
  await system.tx((inner) => bookResult(inner, attempt!.payment_attempt_id, lateResult))
  const [order] = await app.database.read`
    select o.lk_order_status_id as at, a.state from checkout.customer_order o
    join checkout.payment_attempt a using (order_id) where o.intent_id = ${form.intent_id}`
  expect(order).toEqual({ at: 1, state: 'surplus' })
  expect(await refundSurplus(system)).toBe(1)
})

describe('T-28: one intent, one charge', () => {
  test('T-28: twenty simultaneous returns from PayPal are one capture, one order and one enrollment', async () => {
    const student = await buyer()
    const { orderBody } = await approved(student)
    const before = { captures: captures(), orders: await shop.count('payment'), courses: await shop.enrollments() }
    const responses = await Promise.all(Array.from({ length: 20 }, () => student.post('/order/checkout', orderBody)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ body }) => body.transactionResponse?.transId)).size).toBe(1)
    expect(captures()).toBe(before.captures + 1)
    expect(await shop.count('payment')).toBe(before.orders + 1)
    expect(await shop.enrollments()).toBe(before.courses + 1)
  })

  test('T-28: a card in one tab and PayPal in another charge once', async () => {
    const student = await buyer()
    const { orderBody, form } = await approved(student)
    const before = captures() + simulator.ledger().captures.length
    const card = { ...form, total: orderBody.amount, creditCard: shop.creditCard() }
    const responses = await Promise.all([
      student.post('/payment/process', card),
      student.post('/order/checkout', orderBody),
      student.post('/payment/process', { ...card, creditCard: shop.creditCard() }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(responses.map(({ body }) => body.transactionResponse.transId)).size).toBe(1)
    expect(captures() + simulator.ledger().captures.length).toBe(before + 1)
  })

  test('T-28: the approval still counts after a declined card, and captures nothing after a paid one', async () => {
    const student = await buyer()
    const { orderBody, form } = await approved(student)
    const card = { ...form, total: orderBody.amount }
    await student.post('/payment/process', { ...card, creditCard: shop.creditCard(refused) })
    const response = await student.post('/order/checkout', orderBody)
    expect(response.status).toBe(200)
    const repeatedResponse = await student.post('/payment/process', { ...card, creditCard: shop.creditCard() })
    expect(repeatedResponse.body.transactionResponse).toEqual(response.body.transactionResponse)
  })

  test('T-28: a double press opens one order twice at PayPal, of which one is captured', async () => {
    const student = await buyer()
    const orders = await shop.count('customer_order')
    const [first, second] = await Promise.all([approved(student), approved(student)])
    expect(await shop.count('customer_order')).toBe(orders + 1)
    const before = captures()
    const pay = ({ wallet_order_id, orderBody: fields }: typeof first) =>
      student.post('/order/checkout', { ...fields, wallet_order_id })
    const responses = await Promise.all([pay(first), pay(second)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(captures()).toBe(before + 1)
  })

  test('a cart changed after the approval is not charged', async () => {
    const student = await buyer()
    const { orderBody } = await approved(student)
    const before = captures()
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    expect((await student.post('/order/checkout', orderBody)).body.code).toBe('CART_CHANGED')
    const { body } = await student.get('/cart/items')
    const [first, second] = body.cartItems
    await student.post('/cart/removeFromCart', { cart_item_id: first.id })
    const other = await student.post('/order/checkout', { ...orderBody, amount: second.price })
    expect(other.body.code).toBe('CART_CHANGED')
    expect(captures()).toBe(before)
  })
})

describe('an approval', () => {
  const { read } = app.database
  test.each([
    ['another delivery at the same price', { lk_shipping_type_id: 4 }],
    ['another promo code for the same amount', { promo_code_id: 9_502 }],
  ])('captures nothing if the cart has %s since', async (_, change) => {
    await read`
      insert into checkout.promo_code (promo_code_id, organization_id, code, dollar_amount_off_cents, once_per_customer)
      values (9501, 1, 'EQUAL1', 500, false), (9502, 1, 'EQUAL2', 500, false) on conflict do nothing`
    const student = await buyer()
    expect((await student.get('/promocode/applyCode?code=EQUAL1')).status).toBe(200)
    const { orderBody } = await approved(student)
    const before = captures()
    const item = (row: object) => read`
      update checkout.cart_item set ${read(row)}
      where cart_id = (select cart_id from checkout.cart where user_id = ${student.user_id})`
    await item(change)
    expect((await student.get('/cart/items')).body.total).toBe(orderBody.amount)
    const response = await student.post('/order/checkout', orderBody)
    expect([response.status, response.body.code, captures()]).toEqual([409, 'CART_CHANGED', before])
    await item({ lk_shipping_type_id: 1, promo_code_id: 9_501 })
    expect((await student.post('/order/checkout', orderBody)).status).toBe(200)
  })

  test('captures nothing once the organization no longer offers PayPal', async () => {
    const student = await buyer()
    const { orderBody } = await approved(student)
    const before = captures()
    const offer = (only_card: boolean) => {
      const row = { card_ind: only_card || null, paypal_ind: only_card ? false : null }
      return read`
        insert into checkout.checkout_settings ${read({ organization_id: 1, ...row })}
        on conflict (organization_id) do update set ${read(row)}`
    }
    await offer(true)
    const response = await student.post('/order/checkout', orderBody)
    await offer(false)
    expect([response.status, captures()]).toEqual([422, before])
    expect(response.body.code).toBe('METHOD_NOT_OFFERED')
  })

  test("captures nothing if the order's amount has changed since, for example with the tax", async () => {
    const student = await buyer()
    const { orderBody, form } = await approved(student)
    const setTax = (tax_hundredths: number) => app.database.read`
      insert into checkout.checkout_settings (organization_id, tax_hundredths) values (1, ${tax_hundredths})
      on conflict (organization_id) do update set tax_hundredths = excluded.tax_hundredths`
    await setTax(1_000)
    const before = captures()
    const amount = (await student.get('/cart/items')).body.total
    expect(amount).toBeGreaterThan(orderBody.amount)
    // A declined card rewrites the order with the tax.
    const declined = { ...form, total: amount, creditCard: shop.creditCard(refused) }
    expect((await student.post('/payment/process', declined)).body.code).toBe('PAYMENT_DECLINED')
    for (const shown of [orderBody.amount, amount]) {
      const response = await student.post('/order/checkout', { ...orderBody, amount: shown })
      expect([response.status, response.body.code]).toEqual([409, 'CART_CHANGED'])
    }
    expect(captures()).toBe(before)
    await setTax(0)
  })

  test('pays for no course that staff have stopped since', async () => {
    const student = await shop.newStudent()
    const { user_id } = student
    const admin = await app.as(await app.userId('admin@example.com'))
    await admin.post('/student/addUnpaidStudentCourse', { user_id, course_website_id: demo.improvement, note: '' })
    const [{ order_id, intent_id, total: amount }] = (await student.get('/order/open')).body.data
    const form = { order_id, intent_id, amount, agreement: agreed, lk_payment_type_id: 3 }
    const { body } = await student.post('/payment/authorizePayPal', form)
    paypal.approve(body.wallet_order_id)
    const [course] = await app.database.read<{ student_course_id: number }>`
      select student_course_id from learning.student_course where user_id = ${user_id}`
    expect((await admin.post('/course/disableStudentCourse', course)).status).toBe(200)
    const before = captures()
    const orderBody = { intent_id, amount, lk_payment_type_id: 3, payer_id: 'SIMPAYER00001' }
    const response = await student.post('/order/checkout', orderBody)
    expect([response.status, response.body.code, captures()]).toEqual([409, 'COURSE_STOPPED', before])
  })

  test('captures nothing after a refusal, and the next one succeeds', async () => {
    const student = await buyer()
    const { orderBody } = await open(student)
    expect((await student.post('/order/checkout', orderBody)).body.code).toBe('PAYMENT_FAILED')
    const { orderBody: repeated } = await approved(student)
    expect((await student.post('/order/checkout', repeated)).status).toBe(200)
  })

  test('charges nothing if the instrument is declined; the intent can be paid otherwise', async () => {
    const student = await buyer()
    const { orderBody } = await approved(student)
    paypal.script('decline')
    expect((await student.post('/order/checkout', orderBody)).body.code).toBe('PAYMENT_DECLINED')
    expect((await student.post('/order/checkout', orderBody)).body.code).toBe('WALLET_NOT_APPROVED')
    expect((await student.post('/payment/process', await payment(student, shop))).status).toBe(200)
  })

  test("returns 404 for another person's intent, on another site too", async () => {
    const owner = await buyer()
    const { orderBody } = await approved(owner)
    const thief = await buyer()
    expect((await thief.post('/order/checkout', orderBody)).status).toBe(404)
    expect((await app.visitor().post('/order/checkout', orderBody)).status).toBe(401)
    const { guest_id } = await guestWith(shop)
    expect((await app.visitor().post('/order/guestCheckout', { ...orderBody, guest_id })).status).toBe(404)
    expect((await app.visitor('GCT').post('/order/guestCheckout', { ...orderBody, guest_id })).status).toBe(404)
    expect((await owner.post('/order/checkout', orderBody)).status).toBe(200)
  })

  test('does not reserve a promo code while the buyer is away', async () => {
    await app.database.read`
      insert into checkout.promo_code (organization_id, code, dollar_amount_off_cents, usage_limit)
      values (1, 'ONLYONE', 500, 1)`
    const [first, second] = [await buyer(), await buyer()]
    for (const client of [first, second]) await client.get('/promocode/applyCode?code=ONLYONE')
    const { orderBody } = await approved(first)
    expect((await second.post('/payment/process', await payment(second, shop))).status).toBe(200)
    const response = await first.post('/order/checkout', orderBody)
    expect(response.body.code).toBe('PROMO_USED')
  })
})

describe('a lost response of PayPal', () => {
  test.each([
    'time-out-after-capture',
    'reset-after-capture',
    'failure-500-after-capture',
    'malformed-after-capture',
  ] as const)('(%s) is awaited, never captured again, and booked once', async (behavior) => {
    const student = await buyer()
    const { orderBody } = await approved(student)
    const before = captures()
    paypal.script(behavior)
    expect((await student.post('/order/checkout', orderBody)).body).toMatchObject({ pending: true })
    expect((await student.post('/order/checkout', orderBody)).body).toMatchObject({ pending: true })
    const other = await student.post('/payment/process', await payment(student, shop))
    expect(other.body).toMatchObject({ pending: true })
    expect((await Promise.all([sweep(), sweep(), sweep()])).reduce((sum, count) => sum + count)).toBeGreaterThan(0)
    const response = await student.post('/order/checkout', orderBody)
    expect(response.body).toMatchObject({ pending: false })
    expect(captures()).toBe(before + 1)
  })

  test.each(['time-out-before-capture', 'reset-before-capture', 'failure-500-before-capture'] as const)(
    '(%s) is given up after fifteen minutes; then the intent can be paid',
    async (behavior) => {
      const student = await buyer()
      const { orderBody } = await approved(student)
      paypal.script(behavior)
      expect((await student.post('/order/checkout', orderBody)).body).toMatchObject({ pending: true })
      expect(await sweep()).toBe(0)
      await app.moveClock(16 * minute)
      expect(await sweep()).toBe(1)
      const newClient = await app.as(student.user_id)
      expect((await newClient.post('/payment/process', await payment(newClient, shop))).status).toBe(200)
    },
  )

  test('a process killed after the capture leaves one charge, which the resolver books', async () => {
    const student = await buyer()
    const { orderBody } = await approved(student)
    const before = captures()
    const dyingCtx = await shop.dying(student.user_id, walletPort, (real) => ({
      async capture(request) {
        await real.capture(request)
        throw new Error('killed')
      },
    }))
    await expect(placeOrder.run(dyingCtx, orderBody)).rejects.toThrow('killed')
    expect(captures()).toBe(before + 1)
    await app.moveClock(2 * minute)
    expect(await sweep()).toBe(1)
    const laterClient = await app.as(student.user_id)
    expect((await laterClient.post('/order/checkout', orderBody)).body).toMatchObject({ pending: false })
    expect(captures()).toBe(before + 1)
  })

  test('a process killed before the capture charges nothing, and the intent can be paid', async () => {
    const student = await buyer()
    const { orderBody } = await approved(student)
    const before = captures()
    const capture = () => Promise.reject(new Error('killed'))
    const dyingCtx = await shop.dying(student.user_id, walletPort, () => ({ capture }))
    await expect(placeOrder.run(dyingCtx, orderBody)).rejects.toThrow('killed')
    await app.moveClock(16 * minute)
    expect(await sweep()).toBe(1)
    const laterClient = await app.as(student.user_id)
    expect((await laterClient.post('/payment/process', await payment(laterClient, shop))).status).toBe(200)
    expect(captures()).toBe(before)
  })

  test('a payment held by PayPal is booked when released, and not when declined', async () => {
    for (const action of ['approve', 'decline'] as const) {
      const student = await buyer()
      const { orderBody } = await approved(student)
      paypal.script('held')
      expect((await student.post('/order/checkout', orderBody)).body).toMatchObject({ pending: true })
      expect(await sweep()).toBe(0)
      const [attempt] = await app.database.read<{ transaction_id: string }>`
        select transaction_id from checkout.payment_attempt where state = 'held'`
      paypal.release(attempt!.transaction_id, action)
      expect(await sweep()).toBe(1)
      const after = await student.post('/order/checkout', orderBody)
      expect(after.body.pending ?? after.body.code).toBe(action === 'approve' ? false : 'WALLET_NOT_APPROVED')
    }
  })
})
