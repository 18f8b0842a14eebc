import { afterEach, describe, expect, test } from 'vitest'
import { agreed, demo, guestWith, newPerson, openShop, payment, refused } from '#modules/checkout/checkout.fixture.ts'
import { breachedPasswords, noBreachedPasswords } from '#modules/identity/passwords/breached-passwords.ts'
import { resolvePayments } from './resolve-payments.ts'
import { requireFewDeclines } from './risk/card-testing.ts'

const shop = await openShop()
const { app, simulator } = shop

afterEach(async () => {
  simulator.clearScripts()
  expect(await shop.bookFaults()).toEqual([])
})

const buyerWith = async (course_website_id = demo.improvement) => {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id })
  return student
}

describe('buying', () => {
  test('a guest pays, becomes a student, is signed in and has the course', async () => {
    const { client, guest_id } = await guestWith(shop)
    const student = newPerson()
    const response = await client.post('/payment/process', await payment(client, shop, { guest_id, student }))
    expect(response.status).toBe(200)
    const { transId } = response.body.transactionResponse
    expect(response.body).toMatchObject({ pending: false, redirect: `/checkout/success/${transId}` })
    expect(response.body.token).toMatch(/^[\w-]{43}$/)
    const receipt = await client.get(`/order/transaction/${transId}`)
    expect(receipt.body.transaction).toMatchObject({
      transaction_id: transId,
      purchaser: 'Rosa Marin',
      email: student.email,
      amount_paid: 19.95,
      quantity: 1,
      shipping: 'Email + Digital Download',
      last_4: '1111',
    })
    expect(simulator.ledger().captures).toContainEqual(
      expect.objectContaining({ transaction_id: transId, amount_cents: 1995 }),
    )
    expect((await client.get('/cart/items')).body.cartItems).toEqual([])
    expect(app.facts.map(({ fact }) => fact)).toContain('checkout.order_paid')
    const events = await app.database.read<{ action: string }>`
      select action from platform.audit_event
      where subject = ${`order_id:${response.body.order_id}`} and action like 'payment.%' order by audit_event_id`
    expect(events.map(({ action }) => action)).toEqual(['payment.begin', 'payment.approved'])
  })

  test("no transaction is open while a guest's password is checked and hashed, by card and by PayPal", async () => {
    const open: number[] = []
    const ports = app.services.ports as Map<unknown, unknown>
    ports.set(breachedPasswords.port, async () => {
      const rows = await app.database.read`
        select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
      open.push(rows.length)
      return false
    })
    try {
      const student = newPerson()
      const [card, wallet] = [await guestWith(shop), await guestWith(shop)]
      const byCard = await payment(card.client, shop, { guest_id: card.guest_id, student })
      expect((await card.client.post('/payment/process', byCard)).status).toBe(200)
      const overrides = { guest_id: wallet.guest_id, student: newPerson() }
      const { creditCard: _, total: amount, ...form } = await payment(wallet.client, shop, overrides)
      const byWallet = { ...form, amount, lk_payment_type_id: 3 }
      expect((await wallet.client.post('/payment/authorizePayPal', byWallet)).status).toBe(200)
      expect(open).toEqual([0, 0])
    } finally {
      ports.set(breachedPasswords.port, noBreachedPasswords)
    }
  })

  test('a signed-in student pays two courses with shipping, audio and a code; the books agree to the cent', async () => {
    const student = await buyerWith()
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    const [item] = (await student.get('/cart/items')).body.cartItems
    await student.post('/cart/updateCartItem', { cart_item_id: item.id, lk_shipping_type_id: 3, audio_ind: true })
    await student.get('/promocode/applyCode?code=SUNNY5')
    const shipping = { address1: '1 Main St', city: 'Orlando', stateId: 10, zip: '32801' }
    const response = await student.post('/payment/process', await payment(student, shop, { shipping }))
    expect(response.body.token).toBeNull()
    const { transaction } = (await student.get(`/order/transaction/${response.body.transactionResponse.transId}`)).body
    expect(transaction).toMatchObject({
      subtotal: 44.9,
      addOns: 5,
      shipping_price: 29.95,
      discount: 5,
      amount_paid: 74.85,
      quantity: 2,
    })
    const enrolled = await app.database.read<{ course_website_id: number; audio_ind: boolean }>`
      select course_website_id, audio_ind from learning.student_course
      where user_id = ${student.user_id} order by course_website_id`
    expect(enrolled).toEqual([
      { course_website_id: 1001, audio_ind: true },
      { course_website_id: 1002, audio_ind: false },
    ])
  })

  test('an order made free by a code is booked without the gateway', async () => {
    await app.database.read`
      insert into checkout.promo_code (organization_id, code, percent_off) values (1, 'GIFT', 100)`
    const student = await buyerWith()
    await student.get('/promocode/applyCode?code=GIFT')
    const before = simulator.ledger().captures.length
    const { creditCard: _, ...send } = await payment(student, shop)
    const response = await student.post('/payment/process', send)
    expect(response.status).toBe(200)
    expect(simulator.ledger().captures).toHaveLength(before)
  })

  test('prices in the request do not change the charged amount', async () => {
    const student = await buyerWith()
    const forgedInput = {
      originalTotal: 1,
      promoCode: 'FREE',
      items: [{ price: 0 }],
      invoice_ind: 1,
      existingOrder: true,
      organization_id: 2,
      user_id: 1,
    }
    const response = await student.post('/payment/process', await payment(student, shop, forgedInput))
    const { transId } = response.body.transactionResponse
    expect(simulator.ledger().captures.find((capture) => capture.transaction_id === transId)!.amount_cents).toBe(1995)
  })
})

describe('one intent, one charge', () => {
  test('T-28: twenty simultaneous clicks are one capture, one order, one enrollment and one receipt', async () => {
    const student = await buyerWith()
    const before = {
      captures: simulator.ledger().captures.length,
      orders: await shop.count('customer_order'),
      courses: await shop.enrollments(),
    }
    const send = await payment(student, shop)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => student.post('/payment/process', { ...send, creditCard: shop.creditCard() })),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(responses.map(({ body }) => body.transactionResponse?.transId)).size).toBe(1)
    expect(simulator.ledger().captures).toHaveLength(before.captures + 1)
    expect(await shop.count('customer_order')).toBe(before.orders + 1)
    expect(await shop.enrollments()).toBe(before.courses + 1)
  })

  test('a guest who submits twice gets one account and is signed in by both responses', async () => {
    const { client, guest_id } = await guestWith(shop)
    const send = await payment(client, shop, { guest_id, student: newPerson() })
    const responses = await Promise.all([client.post('/payment/process', send), client.post('/payment/process', send)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(responses.map(({ body }) => body.transactionResponse.transId)).size).toBe(1)
    for (const { body } of responses) expect(body.token).toMatch(/^[\w-]{43}$/)
  })

  test("the guest's secret does not open an account that now requires a code", async () => {
    const { client, guest_id } = await guestWith(shop)
    const send = await payment(client, shop, { guest_id, student: newPerson() })
    await client.post('/payment/process', send)
    const payElsewhere = () => app.visitor().post('/payment/process', send)
    expect((await payElsewhere()).body.token).toMatch(/^[\w-]{43}$/)
    await app.database.read`
      insert into identity.totp (user_id, organization_id, secret, confirmed_at)
      select user_id, organization_id, 'sealed', now() from identity.session order by session_id desc limit 1`
    expect((await payElsewhere()).body).toMatchObject({ pending: false, token: null })
  })

  test.each([
    [29, true],
    [31, false],
  ])(
    'a guest whose payment was confirmed %i minutes ago, and who was never signed in, is signed in: %s',
    async (minutes, isSignedIn) => {
      const { client, guest_id } = await guestWith(shop)
      const send = await payment(client, shop, { guest_id, student: newPerson() })
      simulator.script('reset-after-capture')
      expect((await client.post('/payment/process', send)).body.pending).toBe(true)
      expect(await resolvePayments(await app.ctx({ kind: 'system', name: 'test' }))).toBe(1)
      await app.moveClock(minutes * 60_000)
      const { body } = await client.post('/payment/process', send)
      await app.moveClock(-minutes * 60_000)
      expect([body.pending, body.token !== null]).toEqual([false, isSignedIn])
    },
  )

  test("the guest's secret does not open an account of an earlier try that has been used since", async () => {
    const { client, guest_id } = await guestWith(shop)
    const student = newPerson()
    await client.post('/payment/process', await payment(client, shop, { guest_id, student }, refused))
    const login = { loginid: student.loginid, password: student.password }
    expect((await app.visitor().post('/user/login', login)).status).toBe(200)
    await app.moveClock(31 * 60_000)
    const response = await client.post('/payment/process', await payment(client, shop, { guest_id }))
    expect(response.body).toMatchObject({ pending: false, token: null })
  })

  test('a guest who returns another day and pays is signed in to the unused account', async () => {
    const { client, guest_id } = await guestWith(shop)
    await client.post('/payment/process', await payment(client, shop, { guest_id, student: newPerson() }, refused))
    await app.moveClock(26 * 60 * 60_000)
    const response = await client.post('/payment/process', await payment(client, shop, { guest_id }))
    expect(response.body.token).toMatch(/^[\w-]{43}$/)
  })

  test('a declined card charges nothing; the same intent succeeds with another card', async () => {
    const { client, guest_id } = await guestWith(shop)
    const student = newPerson()
    const courses = await shop.enrollments()
    const send = await payment(client, shop, { guest_id, student }, refused)
    const declined = await client.post('/payment/process', send)
    expect([declined.status, declined.body.code]).toEqual([422, 'PAYMENT_DECLINED'])
    expect(await shop.enrollments()).toBe(courses)
    const response = await client.post('/payment/process', { ...send, creditCard: shop.creditCard() })
    expect(response.status).toBe(200)
    expect(await shop.enrollments()).toBe(courses + 1)
    const attempts = await app.database.read<{ attempt: string; state: string }>`
      select attempt, state from checkout.payment_attempt where order_id = ${response.body.order_id} order by payment_attempt_id`
    expect(attempts.map(({ state }) => state)).toEqual(['declined', 'approved'])
    expect(attempts[0]!.attempt).not.toBe(attempts[1]!.attempt)
  })

  test('a cart changed after a declined card is charged at its new total', async () => {
    const student = await buyerWith()
    await student.post('/payment/process', await payment(student, shop, {}, refused))
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    const response = await student.post('/payment/process', await payment(student, shop))
    const { transaction } = (await student.get(`/order/transaction/${response.body.transactionResponse.transId}`)).body
    expect(transaction).toMatchObject({ amount_paid: 44.9, quantity: 2 })
  })

  test('three declines lock the cart for a day, so that stolen cards cannot be tested', async () => {
    const student = await buyerWith()
    const send = await payment(student, shop, {}, refused)
    const codes: string[] = []
    for (let time = 0; time < 5; time++) {
      const response = await student.post('/payment/process', { ...send, creditCard: shop.creditCard(refused) })
      codes.push(response.body.code)
    }
    const declined = 'PAYMENT_DECLINED'
    expect(codes).toEqual([declined, declined, declined, 'TOO_MANY_DECLINES', 'TOO_MANY_DECLINES'])
    await app.moveClock(5 * 60 * 60_000)
    const sameDay = await app.as(student.user_id)
    const refusal = await sameDay.post('/payment/process', { ...send, creditCard: shop.creditCard() })
    expect(refusal.body.retry_after).toEqual(expect.closeTo(19 * 3_600, -3))
    await app.moveClock(20 * 60 * 60_000)
    const laterClient = await app.as(student.user_id)
    const repeatedResponse = await laterClient.post('/payment/process', { ...send, creditCard: shop.creditCard() })
    expect(repeatedResponse.status).toBe(200)
  })
})

test('T-34: ten declines from one address block it on every site', async () => {
  const student = await buyerWith()
  const { intent_id } = await payment(student, shop)
  await student.post('/payment/process', await payment(student, shop, {}, refused))
  const address = '203.0.113.7'
  await app.database.read`
    insert into checkout.payment_attempt (order_id, organization_id, attempt, state, amount_cents, address, settled_at)
    select order_id, organization_id, 'tried-' || n, 'declined', 1995, ${address}, platform.now()
    from checkout.customer_order cross join generate_series(1, 10) n where intent_id = ${intent_id}`
  const requireAllowed = async (from: string) => {
    const ctx = await app.ctx({ kind: 'anonymous' }, 'LSD')
    return requireFewDeclines({ ...ctx, request: { ...ctx.request, address: from } }, crypto.randomUUID())
  }
  await expect(requireAllowed(address)).rejects.toMatchObject({ kind: { code: 'TOO_MANY_DECLINES' } })
  await requireAllowed('203.0.113.8')
})

describe('refused payments', () => {
  test("a total other than the cart's is refused with the current cart", async () => {
    const student = await buyerWith()
    const send = await payment(student, shop)
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    const response = await student.post('/payment/process', send)
    expect([response.status, response.body.code]).toEqual([409, 'CART_CHANGED'])
    expect(response.body.cart).toMatchObject({ total: 44.9 })
    for (const total of [0, -19.95, 44.899, 1e12]) {
      expect((await student.post('/payment/process', { ...send, total })).status).toBe(409)
    }
  })

  test('a payment without the agreement, or without its typed words where required, is refused', async () => {
    const student = await buyerWith()
    const send = await payment(student, shop, { agreement: undefined })
    const response = await student.post('/payment/process', send)
    expect([response.status, response.body.message]).toEqual([422, 'You must agree to the course disclaimers.'])
    const unopened = { accepted: true, typed: '', opened: false }
    expect((await student.post('/payment/process', { ...send, agreement: unopened })).body.code).toBe('TERMS_MISSING')

    const teen = await buyerWith(demo.teen)
    const untyped = await payment(teen, shop, {
      dob: '05/17/2012',
      dob_confirmed: true,
      agreement: { ...agreed, typed: 'yes' },
    })
    expect((await teen.post('/payment/process', untyped)).body.code).toBe('TERMS_MISSING')
    const input = { ...untyped, agreement: { ...agreed, typed: '  i AGREE ' } }
    expect((await teen.post('/payment/process', input)).status).toBe(200)
    const [evidence] = await app.database.read<{ typed: string; text_hash: Buffer }>`
      select typed, text_hash from checkout.agreement_evidence order by agreement_evidence_id desc limit 1`
    expect(evidence!.typed).toBe('i AGREE')
    expect(evidence!.text_hash).toHaveLength(32)
  })

  test('a payment at the wrong age, or with an unconfirmed date of birth, is refused', async () => {
    const teen = await buyerWith(demo.teen)
    const send = await payment(teen, shop)
    const pay = (overrides: object) => teen.post('/payment/process', { ...send, ...overrides })
    expect((await pay({})).body.message).toBe('Enter a valid date of birth')
    expect((await pay({ dob: '02/31/2012', dob_confirmed: true })).body.code).toBe('AGE_UNKNOWN')
    const unborn = (await pay({ dob: '01/01/2099', dob_confirmed: true })).body
    expect(unborn.issues).toEqual([{ path: 'dob', message: 'Date of birth cannot be in the future.' }])
    const adult = await pay({ dob: '01/15/1980', dob_confirmed: true })
    expect(adult.body.message).toBe('You must be below 18 years old to purchase this course.')
    expect((await pay({ dob: '05/17/2012' })).body.code).toBe('DOB_UNCONFIRMED')

    const { client, guest_id } = await guestWith(shop, demo.eldtOfGulf, 'GCT')
    const young = { guest_id, student: newPerson(), dob: '05/17/2012', dob_confirmed: true }
    const tooYoung = await client.post('/payment/process', await payment(client, shop, young))
    expect(tooYoung.body.message).toBe('You must be above 18 years old to purchase this course.')
  })

  test('a payment without an address is refused if the certificate is mailed', async () => {
    const student = await buyerWith()
    const [item] = (await student.get('/cart/items')).body.cartItems
    await student.post('/cart/updateCartItem', { cart_item_id: item.id, lk_shipping_type_id: 2 })
    const response = await student.post(
      '/payment/process',
      await payment(student, shop, { shipping: { city: 'Orlando' } }),
    )
    expect(response.body.issues.map(({ message }: { message: string }) => message)).toEqual([
      'Address is required.',
      'State is required.',
      'Zip is required.',
    ])
  })

  test('a card number anywhere in the body is refused and not stored', async () => {
    const student = await buyerWith()
    const send = await payment(student, shop)
    const attempts = await shop.count('payment_attempt')
    const bodies = [
      { creditCard: { number: '4111111111111111' } },
      { ...send, promoCode: '4111 1111 1111 1111' },
      { ...send, items: [{ note: 'card 4111-1111-1111-1111 please' }] },
      { ...send, agreement: { ...agreed, typed: '4111111111111111' } },
      { ...send, originalTotal: 4111111111111111 },
      { ...send, creditCard: { ...send.creditCard, dataValue: '4111111111111111' } },
    ]
    for (const body of bodies) {
      const response = await student.post('/payment/process', body)
      expect(response.status).toBe(400)
      expect(response.text).not.toMatch(/4111\D?1111/)
    }
    expect(await shop.count('payment_attempt')).toBe(attempts)
  })

  test('a login id that is taken is refused', async () => {
    const { client, guest_id } = await guestWith(shop)
    const student = newPerson('student@example.com')
    const response = await client.post('/payment/process', await payment(client, shop, { guest_id, student }))
    expect([response.status, response.body.message]).toEqual([409, 'Username is already in use.'])
  })

  test('a payment without a student or a card, or for an empty cart, is refused', async () => {
    const { client, guest_id } = await guestWith(shop)
    const send = await payment(client, shop, { guest_id })
    expect((await client.post('/payment/process', send)).body.code).toBe('STUDENT_MISSING')
    const student = await buyerWith()
    const cardless = await payment(student, shop, { creditCard: undefined })
    expect((await student.post('/payment/process', cardless)).body.code).toBe('CARD_MISSING')
    expect((await app.visitor().post('/payment/process', { ...send, guest_id: undefined })).status).toBe(409)
  })

  test("another person's cart and intent are refused", async () => {
    const owner = await buyerWith()
    const send = await payment(owner, shop)
    const thief = await shop.newStudent()
    expect((await thief.post('/payment/process', send)).status).toBe(409)
    expect((await owner.post('/payment/process', send)).status).toBe(200)
    const response = await thief.post('/payment/process', send)
    expect([response.status, response.body.transactionResponse]).toEqual([409, undefined])
  })

  test('payments by staff are refused', async () => {
    const admin = await app.as(await app.userId('admin@example.com'))
    expect((await admin.post('/payment/process', {})).status).toBe(403)
  })
})

describe('a receipt', () => {
  test('is visible to its owner and to staff of the organization that sold it', async () => {
    const owner = await buyerWith()
    const response = await owner.post('/payment/process', await payment(owner, shop))
    const path = `/order/transaction/${response.body.transactionResponse.transId}`
    expect((await owner.get(path)).status).toBe(200)
    expect((await (await shop.newStudent()).get(path)).status).toBe(404)
    expect((await app.visitor().get(path)).status).toBe(401)
    const admin = await app.userId('admin@example.com')
    expect((await (await app.as(admin)).get(path)).status).toBe(200)
    const payments = await (await app.as(admin)).get(`/payment/fetchPaymentsByStudentId?user_id=${owner.user_id}`)
    expect(payments.body.payments).toMatchObject([{ total: 19.95, lk_payment_status_id: 1 }])
    expect((await owner.get(`/payment/fetchPaymentsByStudentId?user_id=${owner.user_id}`)).status).toBe(403)
  })
})

describe('a limited promo code', () => {
  test('allows one of the simultaneous payments if it has one use; the others pay nothing', async () => {
    await app.database.read`
      insert into checkout.promo_code (organization_id, code, dollar_amount_off_cents, usage_limit)
      values (1, 'FIRST', 500, 1)`
    const students = await Promise.all(Array.from({ length: 8 }, () => buyerWith()))
    const sends = await Promise.all(
      students.map(async (student) => {
        await student.get('/promocode/applyCode?code=FIRST')
        return payment(student, shop)
      }),
    )
    const before = simulator.ledger().captures.length
    const responses = await Promise.all(
      students.map((student, index) => student.post('/payment/process', sends[index])),
    )
    expect(responses.map(({ body }) => body.code ?? 'paid').toSorted()).toEqual([
      ...Array(7).fill('PROMO_USED'),
      'paid',
    ])
    expect(simulator.ledger().captures).toHaveLength(before + 1)
  })

  test('counts an email address once per customer when two accounts with it pay at the same time', async () => {
    const email = 'twice@example.com'
    const buyers = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const { client, guest_id } = await guestWith(shop)
        await client.get(`/promocode/applyCode?code=COMEBACK10&guest_id=${guest_id}`)
        const student = { ...newPerson(email), loginid: `twice-${name}` }
        return { client, send: await payment(client, shop, { guest_id, student }) }
      }),
    )
    const responses = await Promise.all(buyers.map(({ client, send }) => client.post('/payment/process', send)))
    expect(responses.map(({ body }) => body.code ?? 'paid').toSorted()).toEqual(['PROMO_USED', 'paid'])
  })

  test('is available again to a customer whose card was declined', async () => {
    const student = await buyerWith()
    await student.get('/promocode/applyCode?code=SUNNY5')
    const uses = await shop.count('promo_use')
    await student.post('/payment/process', await payment(student, shop, {}, refused))
    expect(await shop.count('promo_use')).toBe(uses)
    expect((await student.post('/payment/process', await payment(student, shop))).status).toBe(200)
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    const response = await student.get('/promocode/applyCode?code=SUNNY5')
    expect(response.body.message).toBe('This promo code has already been used.')
  })
})
