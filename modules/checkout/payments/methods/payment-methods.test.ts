import { describe, expect, test } from 'vitest'
import { demo, guestWith, newPerson, openShop, payment, refused, visa } from '#modules/checkout/checkout.fixture.ts'
import { cardVault } from '#modules/checkout/payments/gateways/card-vault.ts'
import { paymentChoices } from '#modules/checkout/payments/payment-choices.ts'
import type { Client } from '#tests/support/app.ts'
import { saveOfferedCard } from './save-offered-card.ts'

const shop = await openShop({ jobs: true })
const { app, simulator } = shop

const mastercard = '5424000000000015'
const methods = async (client: Client) =>
  (await client.get('/payment/fetchPaymentMethodsByCurrentUser')).body.paymentMethods
const change = (client: Client, body: object) => client.post('/user/addRemovePaymentMethod', body)
const add = (client: Client, number = visa) => change(client, { action: 'add', creditCard: shop.creditCard(number) })

const buyerWith = async (course_website_id = demo.improvement) => {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id })
  return student
}

/** Buys the cart with a card to be saved. */
async function buyAndSaveCard(client: Client, overrides: Record<string, unknown> = {}) {
  const form = await payment(client, shop, overrides)
  const response = await client.post('/payment/process', {
    ...form,
    creditCard: { ...form.creditCard, saveCard: true },
  })
  expect(response.status).toBe(200)
  await app.runJobs()
  return response
}

const payWith = async (client: Client, payment_profile_id: number, overrides: Record<string, unknown> = {}) => {
  const { creditCard: _, ...form } = await payment(client, shop, overrides)
  return client.post('/payment/process', { ...form, payment_profile_id })
}

describe('a saved card', () => {
  test('is stored after a purchase that requested it, and pays the next one without typing', async () => {
    const student = await buyerWith()
    await buyAndSaveCard(student)
    const [card] = await methods(student)
    expect(card).toMatchObject({ last_4: '1111', brand: 'Visa', default_ind: true })
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    const response = await payWith(student, card.payment_profile_id)
    expect(response.status).toBe(200)
    expect(await shop.bookFaults()).toEqual([])
  })

  test('is not stored in addition to ten others', async () => {
    const student = await buyerWith()
    await add(student, mastercard)
    await app.database.read`
      insert into checkout.payment_profile (organization_id, user_id, gateway_profile_id, last_4)
      select 1, ${student.user_id}, 'elsewhere ' || n, '0000' from generate_series(1, 9) n`
    const profiles = () => app.database.read`
      select from checkout.payment_profile where user_id = ${student.user_id}`
    await buyAndSaveCard(student)
    expect(await profiles()).toHaveLength(10)
    const eleventh = await add(student)
    expect([eleventh.status, eleventh.body.code]).toEqual([422, 'TOO_MANY_CARDS'])
    expect(await profiles()).toHaveLength(10)
  })

  const states = ['calling', 'unknown', 'held', 'approved', 'surplus', 'declined', 'failed']
  test.each(states.flatMap((state) => [true, false].map((requested) => ({ state, requested }))))(
    'is stored only once its attempt has paid: $state (requested: $requested)',
    async ({ state, requested }) => {
      const student = await buyerWith()
      const { body } = await student.post('/payment/process', await payment(student, shop))
      const [attempt] = await app.database.read<{ payment_attempt_id: number }>`
        update checkout.payment_attempt
        set state = ${state}, save_card_ind = ${requested},
            settled_at = case when ${['calling', 'unknown', 'held'].includes(state)} then null else platform.now() end
        where order_id = ${body.order_id} returning payment_attempt_id`
      await saveOfferedCard(await app.ctx({ kind: 'system', name: 'test' }), attempt!.payment_attempt_id)
      expect(await methods(student)).toHaveLength(state === 'approved' && requested ? 1 : 0)
      await app.database.read`
        update checkout.payment_attempt set state = 'approved', settled_at = platform.now()
        where order_id = ${body.order_id}`
    },
  )

  test('cannot be used in a session that a client began until the student proves who they are', async () => {
    const student = await buyerWith()
    await buyAndSaveCard(student)
    const [{ payment_profile_id }] = await methods(student)
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    await app.database.read`
      update identity.session set method = 'client', proved_at = null where user_id = ${student.user_id}`
    const attempts = await shop.count('payment_attempt')
    for (const response of [
      await payWith(student, payment_profile_id),
      await change(student, { action: 'remove', payment_profile_id }),
      await change(student, { action: 'default', payment_profile_id }),
      await student.get('/payment/getAcceptCustomerProfilePage'),
    ])
      expect([response.status, response.body.code]).toEqual([403, 'PROOF_NEEDED'])
    const form = { action: 'remove', payment_profile_id: String(payment_profile_id) }
    const removal = await student.visit('/settings/cards', form)
    expect(removal.headers.get('location')).toBe('/prove?redirect=%2Fsettings%2Fcards')
    const page = await student.visit('/settings/cards/manage')
    expect(page.headers.get('location')).toBe('/prove?redirect=%2Fsettings%2Fcards%2Fmanage')
    expect(await shop.count('payment_attempt')).toBe(attempts)
    expect(await methods(student)).toHaveLength(1)
    await app.database.read`update identity.session set proved_at = platform.now() where user_id = ${student.user_id}`
    expect((await payWith(student, payment_profile_id)).status).toBe(200)
    expect(await shop.bookFaults()).toEqual([])
  })

  test('is offered only where cards are', async () => {
    const student = await shop.newStudent()
    await add(student)
    const { read } = app.database
    const savedCards = async () =>
      (await paymentChoices(await app.ctx(await app.actorOf(student.user_id)))).saved.map(({ last_4 }) => last_4)
    expect(await savedCards()).toEqual(['1111'])
    await read`insert into checkout.checkout_settings ${read({ organization_id: 1, card_ind: false, paypal_ind: true })}`
    const without = await savedCards()
    await read`delete from checkout.checkout_settings where organization_id = 1`
    expect(without).toEqual([])
  })

  test('belongs to the student account created for its guest', async () => {
    const { client, guest_id } = await guestWith(shop)
    await buyAndSaveCard(client, { guest_id, student: newPerson() })
    expect(await methods(client)).toMatchObject([{ last_4: '1111' }])
  })

  test('is stored only on request, and once however often the job runs', async () => {
    const student = await buyerWith()
    await student.post('/payment/process', await payment(student, shop))
    await app.runJobs()
    expect(await methods(student)).toEqual([])
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    await buyAndSaveCard(student)
    const [attempt] = await app.database.read<{ payment_attempt_id: number }>`
      select max(payment_attempt_id) as payment_attempt_id from checkout.payment_attempt`
    const system = await app.ctx({ kind: 'system', name: 'test' })
    await Promise.all([1, 2].map(() => saveOfferedCard(system, attempt!.payment_attempt_id)))
    expect(await methods(student)).toHaveLength(1)
  })

  test('is stored once, even if the process was killed between the vault and our row', async () => {
    const student = await buyerWith()
    const form = await payment(student, shop)
    await student.post('/payment/process', { ...form, creditCard: { ...form.creditCard, saveCard: true } })
    const [attempt] = await app.database.read<{ payment_attempt_id: number }>`
      select max(payment_attempt_id) as payment_attempt_id from checkout.payment_attempt`
    const dyingCtx = await shop.dying('system', cardVault, (real) => ({
      async addCardFromTransaction(...args) {
        await real.addCardFromTransaction(...args)
        throw new Error('killed')
      },
    }))
    await expect(saveOfferedCard(dyingCtx, attempt!.payment_attempt_id)).rejects.toThrow('killed')
    expect(await methods(student)).toEqual([])
    await app.runJobs()
    const [card, ...more] = await methods(student)
    expect([card.last_4, more]).toEqual(['1111', []])
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    expect((await payWith(student, card.payment_profile_id)).status).toBe(200)
  })

  test('does not block the course if the gateway cannot store it', async () => {
    const student = await buyerWith()
    simulator.scriptQueries('time-out-before-capture')
    const courses = await shop.enrollments()
    await buyAndSaveCard(student)
    expect(await shop.enrollments()).toBe(courses + 1)
    simulator.clearScripts()
  })

  test('charges nothing if its bank declines', async () => {
    const student = await buyerWith()
    await add(student)
    const [card] = await methods(student)
    simulator.script('decline')
    expect((await payWith(student, card.payment_profile_id)).body.code).toBe('PAYMENT_DECLINED')
    expect((await payWith(student, card.payment_profile_id)).status).toBe(200)
  })
})

describe("a student's own cards", () => {
  test('are added, preferred and removed; the same card is stored once', async () => {
    const student = await shop.newStudent()
    expect((await add(student)).body.message).toBe('The card was saved.')
    await add(student)
    await add(student, mastercard)
    const cards = await methods(student)
    expect(
      cards.map(({ last_4, default_ind }: { last_4: string; default_ind: boolean }) => [last_4, default_ind]),
    ).toEqual([
      ['1111', true],
      ['0015', false],
    ])
    const other = cards[1].payment_profile_id
    const preferred = await change(student, { action: 'default', payment_profile_id: other })
    expect(preferred.body.paymentMethods[0]).toMatchObject({ last_4: '0015', default_ind: true })
    const response = await change(student, { action: 'remove', payment_profile_id: other })
    expect(response.body.paymentMethods).toMatchObject([{ last_4: '1111', default_ind: true }])
    expect((await change(student, { action: 'remove', payment_profile_id: other })).body.code).toBe('CARD_UNKNOWN')
  })

  test('are read again from the gateway after its own page was used', async () => {
    const student = await shop.newStudent()
    await add(student)
    await add(student, mastercard)
    const [removed] = await methods(student)
    const [row] = await app.database.read<{ customer_profile_id: string; gateway_profile_id: string }>`
      select customer_profile_id, gateway_profile_id
      from checkout.payment_profile join checkout.customer_profile using (user_id)
      where payment_profile_id = ${removed.payment_profile_id}`
    await app.gateway.vault.removeCard(row!.customer_profile_id, row!.gateway_profile_id)
    // The other one was added there.
    await app.database.read`
      delete from checkout.payment_profile
      where user_id = ${student.user_id} and payment_profile_id <> ${removed.payment_profile_id}`
    const refreshed = await change(student, { action: 'refresh' })
    expect(refreshed.body.paymentMethods).toMatchObject([{ last_4: '0015', default_ind: true }])
  })

  test('T-34: a declined card is not stored, and ten cards a day are the limit', async () => {
    const student = await shop.newStudent()
    const codes: string[] = []
    for (let time = 0; time < 10; time++) codes.push((await add(student, refused)).body.code)
    expect(codes).toEqual(Array(10).fill('CARD_NOT_SAVED'))
    expect((await add(student, refused)).body).toMatchObject({
      code: 'TOO_MANY_CARD_TRIES',
      retry_after: expect.closeTo(86_400, -3),
    })
    expect(await methods(student)).toEqual([])
  })

  test('T-33: a card number is refused and not stored anywhere', async () => {
    const student = await shop.newStudent()
    const sentBody = { ...shop.creditCard(), last_name: visa }
    expect((await change(student, { action: 'add', creditCard: sentBody })).body.code).toBe('CARD_NUMBER')
  })
})

describe('T-27: cards of another student', () => {
  test('T-27: pay nothing, cannot be removed or preferred, and are not shown', async () => {
    const owner = await shop.newStudent()
    await add(owner)
    const [{ payment_profile_id }] = await methods(owner)
    const thief = await buyerWith()
    expect((await payWith(thief, payment_profile_id)).status).toBe(404)
    for (const action of ['remove', 'default']) {
      expect((await change(thief, { action, payment_profile_id })).status).toBe(404)
    }
    expect((await thief.get(`/payment/fetchPaymentMethodsByCurrentUser?user_id=${owner.user_id}`)).status).toBe(404)
    expect((await change(thief, { action: 'refresh', user_id: owner.user_id })).status).toBe(404)
    expect(await methods(owner)).toHaveLength(1)
  })

  test("T-27: cannot be used with a guest's secret that leads to an account", async () => {
    const { client, guest_id } = await guestWith(shop)
    const student = newPerson()
    await client.post('/payment/process', await payment(client, shop, { guest_id, student }, refused))
    const [user] = await app.database.read<{ user_id: number }>`
      select user_id from identity.person where email = ${student.email}`
    const ownClient = await app.as(user!.user_id)
    await add(ownClient)
    const [{ payment_profile_id }] = await methods(ownClient)
    expect((await payWith(client, payment_profile_id, { guest_id })).status).toBe(404)
  })

  test("T-27: cannot be reached with the token for the gateway's page", async () => {
    const [first, second] = [await shop.newStudent(), await shop.newStudent()]
    const page = await first.get('/payment/getAcceptCustomerProfilePage')
    expect(page.body.token).toMatch(/.{20}/)
    expect(page.body.url).toContain('/customer/manage')
    expect((await first.get(`/payment/getAcceptCustomerProfilePage?user_id=${second.user_id}`)).status).toBe(404)
    expect((await app.visitor().get('/payment/getAcceptCustomerProfilePage')).status).toBe(401)
  })
})
