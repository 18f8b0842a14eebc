import { expect, test } from 'vitest'
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
import { type HumanCheck, humanCheck, identityErrors } from '#modules/identity/index.ts'
import type { Actor } from '#platform/actor.ts'
import { openCtx } from '#platform/open-ctx.ts'
import { processPayment } from './process-payment.ts'

const shop = await openShop()
const { app } = shop

/** A captcha whose tokens work once. */
const usedTokens = new Set<string>()
const captcha: HumanCheck = {
  site: { site_key: 'key', script: 'https://captcha.example/api.js', enterprise: true },
  async require(_ctx, { token }) {
    if (!token || usedTokens.has(token)) throw identityErrors.notHuman()
    usedTokens.add(token)
    return null
  },
  bind: async () => {},
  reportOutcome: async () => {},
}

async function ctxWithCaptcha(actor: Actor = { kind: 'anonymous' }, check: HumanCheck = captcha) {
  const { organization, locale } = await app.ctx()
  const ports = new Map(app.services.ports).set(humanCheck.port, check)
  return openCtx({ ...app.services, ports }, { actor, organization, locale })
}

async function guest() {
  const { client, guest_id } = await guestWith(shop, demo.improvement)
  const form = await payment(client, shop, { guest_id, student: newPerson(), agreement: agreed })
  const ctx = await ctxWithCaptcha()
  return (recaptchaToken: string) =>
    processPayment.run(ctx, { ...form, recaptchaToken, creditCard: shop.creditCard() } as never)
}

const notHuman = { kind: { code: 'NOT_HUMAN' } }

test("T-34: a guest's payment without a captcha token never reaches the gateway", async () => {
  const pay = await guest()
  const before = shop.simulator.ledger().captures.length
  await expect(pay('')).rejects.toMatchObject(notHuman)
  expect(shop.simulator.ledger().captures).toHaveLength(before)
  expect(await pay('fresh')).toMatchObject({ pending: false })
  await expect((await guest())('fresh')).rejects.toMatchObject(notHuman)
})

test('T-34: a double click with one token is one payment with two responses', async () => {
  const pay = await guest()
  const responses = await Promise.all([pay('twice'), pay('twice')])
  expect(new Set(responses.map(({ transactionResponse }) => transactionResponse?.transId)).size).toBe(1)
  expect(await shop.bookFaults()).toEqual([])
})

test('T-34: a student needs no captcha until cards were declined', async () => {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  const { token: _, ...actor } = await app.actorOf(student.user_id)
  const ctx = await ctxWithCaptcha(actor)
  const form = await payment(student, shop, { recaptchaToken: '' })
  const pay = (card: string, recaptchaToken = '') =>
    processPayment.run(ctx, { ...form, recaptchaToken, creditCard: shop.creditCard(card) } as never)
  for (let n = 0; n < 2; n++) await expect(pay(refused)).rejects.toMatchObject({ kind: { code: 'PAYMENT_DECLINED' } })
  await expect(pay(visa)).rejects.toMatchObject(notHuman)
  expect(await pay(visa, 'of a student')).toMatchObject({ pending: false })
})

test('T-34: the assessment of a form belongs to its buyer; one of another person refuses the payment before the gateway', async () => {
  const owners = new Map<number, unknown>()
  const check: HumanCheck = {
    ...captcha,
    require: async () => 71,
    bind: async (_ctx, assessment_id, person) => {
      if (owners.has(assessment_id!)) throw identityErrors.notHuman()
      owners.set(assessment_id!, person)
    },
  }
  const payOnce = async () => {
    const person = newPerson()
    const { client, guest_id } = await guestWith(shop, demo.improvement)
    const form = await payment(client, shop, { guest_id, student: person, agreement: agreed })
    const ctx = await ctxWithCaptcha(undefined, check)
    const result = processPayment.run(ctx, { ...form, recaptchaToken: 'x', creditCard: shop.creditCard() } as never)
    return { person, result }
  }
  const { person, result } = await payOnce()
  const { order_id } = await result
  expect(
    await app.database.read`select assessment_id from checkout.customer_order where order_id = ${order_id}`,
  ).toEqual([{ assessment_id: 71 }])
  expect(owners.get(71)).toMatchObject({ organization_id: 1, email: person.email })
  const captures = shop.simulator.ledger().captures.length
  await expect((await payOnce()).result).rejects.toMatchObject(notHuman)
  expect(shop.simulator.ledger().captures).toHaveLength(captures)
})

test('no captcha is required if the organization disables it', async () => {
  const pay = await guest()
  await app.database.read`
    insert into checkout.checkout_settings ${app.database.read({ organization_id: 1, captcha_ind: false })}`
  expect(await pay('')).toMatchObject({ pending: false })
})
