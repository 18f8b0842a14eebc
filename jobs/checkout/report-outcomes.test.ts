import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
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
import type { AttemptState } from '#modules/checkout/payments/attempt.sql.ts'
import { paymentChoices } from '#modules/checkout/payments/payment-choices.ts'
import { authorizePaypal } from '#modules/checkout/payments/paypal/authorize-paypal.ts'
import { placeGuestOrder } from '#modules/checkout/payments/paypal/place-wallet-order.ts'
import { processPayment } from '#modules/checkout/payments/process-payment.ts'
import { humanCheck } from '#modules/identity/index.ts'
import { captchaPort } from '#modules/security/captcha/captcha.ts'
import { openHumanCheck, openRecaptchaEnterprise } from '#modules/security/entry.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { openCtx } from '#platform/open-ctx.ts'
import { startCaptchaSimulator } from '#simulators/captcha/simulator.ts'
import { reportOutcomes } from './report-outcomes.job.ts'

const shop = await openShop()
const { app, simulator } = shop
const provider = await startCaptchaSimulator()
afterAll(provider.close)
const { url, secret: api_key } = provider
const captcha = openRecaptchaEnterprise({ site_key: 'key', project: 'waypost', hostname: 'waypost.test', api_key, url })
const configured = { captcha, min_score: 0.3 }
const ports = new Map(app.services.ports)
  .set(captchaPort.port, configured)
  .set(humanCheck.port, openHumanCheck(configured))

type From = { address?: string; device?: string; actor?: Actor }
async function ctxFrom({ address = '', device, actor = { kind: 'anonymous' } }: From): Promise<Ctx> {
  const { organization, locale } = await app.ctx()
  const request = { id: 'test', address, agent: 'test', origin: 'https://waypost.test', device }
  return openCtx({ ...app.services, ports }, { actor, organization, locale, request })
}

const token = (score = 0.9) => provider.make({ action: 'checkout', score })
const countCaptures = () => simulator.ledger().captures.length
const job = { id: 'one', number: 1, last: false, signal: new AbortController().signal }
const system: Actor = { kind: 'system', name: 'test' }
const report = async () => reportOutcomes.run(await ctxFrom({ actor: system }), {}, job)
/** Outcomes are reported a quarter of an hour after the payment. */
const reportWhenDue = async () => {
  await app.moveClock(16 * 60_000)
  await report()
}

type Declines = { address: string; network?: string; ago?: string }
/** Adds declined attempts, as if others had made them. */
const addDeclines = (count: number, { address, network = '', ago = '1 hour' }: Declines) => app.database.read`
  insert into checkout.payment_attempt (order_id, organization_id, attempt, state, amount_cents, address, network, called_at,
    settled_at)
  select order_id, organization_id, left(gen_random_uuid()::text, 20), 'declined', 1995, ${address}, ${network},
         platform.now() - ${ago}::interval, platform.now()
  from (select order_id, organization_id from checkout.customer_order order by order_id limit 1) o
  cross join generate_series(1, ${count}) n`

/** A guest with a cart; `pay` tries a card from a network address. */
async function guest(form = newPerson()) {
  const { client, guest_id } = await guestWith(shop, demo.improvement)
  const sentBody = await payment(client, shop, { guest_id, student: form, agreement: agreed })
  return {
    email: form.email,
    pay: async (number: string, recaptchaToken = token(), from: From = {}) =>
      processPayment.run(await ctxFrom(from), {
        ...sentBody,
        recaptchaToken,
        creditCard: shop.creditCard(number),
      } as never),
  }
}

/** The code of a refusal; '' on success. */
const codeOf = (operation: Promise<unknown>): Promise<string> =>
  operation.then(
    () => '',
    (error) => error.kind?.code ?? String(error),
  )

let nets = 0
/** An unused address and network, so that limits of other tests do not apply. */
const unusedAddress = () => `198.51.${++nets}.7`

beforeEach(() => app.database.read`update checkout.payment_attempt set tell_at = null`)
afterEach(async () => {
  provider.state.down = false
  expect(await shop.bookFaults()).toEqual([])
})

describe('reports payment outcomes to the risk provider', () => {
  test('a captured payment is reported once, with the account created from the form', async () => {
    const { pay, email } = await guest()
    await pay(visa)
    const account = provider.accounts.at(-1)
    const [row] = await app.database.read<{ email: string; account: string }>`
      select p.email, r.account from security.risk_assessment r join identity.person p using (user_id)
      order by r.assessment_id desc limit 1`
    expect(row).toEqual({ email, account })
    const before = provider.annotations.length
    await report()
    expect(provider.annotations).toHaveLength(before)
    await app.moveClock(16 * 60_000)
    await Promise.all([report(), report()])
    await report()
    expect(provider.annotations.slice(before)).toMatchObject([
      { annotation: 'LEGITIMATE', reasons: ['TRANSACTION_ACCEPTED'], accountId: account },
    ])
  })

  test('a decline is reported alone after one try, and with its suspected kind after three', async () => {
    const [unlucky, tester] = [await guest(), await guest()]
    expect(await codeOf(unlucky.pay(refused))).toBe('PAYMENT_DECLINED')
    const before = provider.annotations.length
    await reportWhenDue()
    expect(provider.annotations.slice(before)).toMatchObject([{ reasons: ['TRANSACTION_DECLINED'] }])
    expect(provider.annotations.at(-1)).not.toHaveProperty('annotation')
    for (let n = 0; n < 3; n++) expect(await codeOf(tester.pay(refused))).toBe('PAYMENT_DECLINED')
    expect(await codeOf(tester.pay(visa))).toBe('TOO_MANY_DECLINES')
    await reportWhenDue()
    const annotations = provider.annotations.slice(before + 1)
    expect(annotations).toHaveLength(3)
    for (const annotation of annotations) expect(annotation).toMatchObject({ annotation: 'FRAUDULENT' })
    expect(annotations[0]!.reasons).toContain('PAYMENT_HEURISTICS')
  })

  test.each([
    [9, 'alone'],
    [10, 'with its suspected kind'],
  ])('the decline that follows %i declines of an address within a day is reported %s', async (declines, _how) => {
    const address = unusedAddress()
    await addDeclines(declines - 1, { address })
    await addDeclines(10, { address, ago: '25 hours' })
    await addDeclines(10, { address: unusedAddress() })
    expect(await codeOf((await guest()).pay(refused, token(), { address }))).toBe('PAYMENT_DECLINED')
    const before = provider.annotations.length
    await reportWhenDue()
    const annotations = provider.annotations.slice(before)
    expect(annotations).toHaveLength(1)
    expect(annotations[0]!.reasons).toContain('TRANSACTION_DECLINED')
    expect(annotations[0]!.annotation).toBe(declines < 10 ? undefined : 'FRAUDULENT')
  })

  test('a PayPal payment is assessed when it opens, and its outcome reported on capture', async () => {
    const { client, guest_id } = await guestWith(shop, demo.improvement)
    const { creditCard: _, total, ...form } = await payment(client, shop, { guest_id, student: newPerson() })
    const opening = { ...form, amount: total, lk_payment_type_id: 3, recaptchaToken: token() }
    const { wallet_order_id } = await authorizePaypal.run(await ctxFrom({}), opening as never)
    const account = provider.accounts.at(-1)
    shop.paypal.approve(wallet_order_id!)
    const place = {
      guest_id,
      intent_id: form.intent_id,
      amount: total,
      lk_payment_type_id: 3,
      payer_id: 'SIMPAYER00001',
    }
    expect(await placeGuestOrder.run(await ctxFrom({}), place as never)).toMatchObject({ pending: false })
    const before = provider.annotations.length
    await reportWhenDue()
    expect(provider.annotations.slice(before)).toMatchObject([{ annotation: 'LEGITIMATE', accountId: account }])
  })

  test('an outcome is reported later if the provider was unreachable at first', async () => {
    const { pay } = await guest()
    await pay(visa)
    const before = provider.annotations.length
    await app.moveClock(16 * 60_000)
    provider.state.down = true
    await report()
    provider.state.down = false
    await report()
    expect(provider.annotations).toHaveLength(before)
    await reportWhenDue()
    expect(provider.annotations).toHaveLength(before + 1)
  })

  /** The payment's report, as due now after some tries. */
  const dueAfter = (tries: number) => app.database.read`
    update checkout.payment_attempt set tell_at = platform.now(), tell_tries = ${tries}
    where payment_attempt_id = (select max(payment_attempt_id) from checkout.payment_attempt)`
  const isStillDue = async () => {
    const [row] = await app.database.read<{ due: boolean }>`
      select tell_at is not null as due from checkout.payment_attempt order by payment_attempt_id desc limit 1`
    return row!.due
  }

  const states: Record<AttemptState, 'reported' | 'nothing' | 'waits'> = {
    calling: 'waits',
    unknown: 'waits',
    held: 'waits',
    approved: 'reported',
    surplus: 'reported',
    declined: 'reported',
    failed: 'nothing',
  }
  test.each(Object.entries(states))(
    'a payment in the state %s: %s, and what waits is given up after the twentieth try',
    async (state, outcome) => {
      const { pay } = await guest()
      await pay(visa)
      const before = provider.annotations.length
      const setState = (name: string) => app.database.read`
      update checkout.payment_attempt set state = ${name}
      where payment_attempt_id = (select max(payment_attempt_id) from checkout.payment_attempt)`
      await setState(state)
      try {
        await dueAfter(18)
        await report()
        expect(provider.annotations).toHaveLength(before + (outcome === 'reported' ? 1 : 0))
        expect(await isStillDue()).toBe(outcome === 'waits')
        await dueAfter(19)
        await report()
        expect(await isStillDue()).toBe(false)
      } finally {
        await setState('approved')
      }
    },
  )

  test('an outcome that the provider does not take is given up after the twentieth try', async () => {
    const { pay } = await guest()
    await pay(visa)
    provider.state.down = true
    await dueAfter(18)
    await report()
    expect(await isStillDue()).toBe(true)
    await dueAfter(19)
    await report()
    expect(await isStillDue()).toBe(false)
  })
})

describe('T-34: testing stolen cards', () => {
  test('allows ten tries per address across all carts and accounts, and then states when to retry', async () => {
    const address = unusedAddress()
    const before = simulator.ledger().captures.length
    const codes: string[] = []
    for (let n = 0; n < 25; n++) codes.push(await codeOf((await guest()).pay(refused, token(), { address })))
    expect(codes.filter((code) => code === 'PAYMENT_DECLINED')).toHaveLength(10)
    expect(new Set(codes.slice(10))).toEqual(new Set(['TOO_MANY_DECLINES']))
    const { pay } = await guest()
    await expect(pay(visa, token(), { address })).rejects.toMatchObject({
      kind: { status: 429, text: [expect.stringContaining('Try again tomorrow'), expect.stringContaining('mañana')] },
    })
    expect(countCaptures()).toBe(before)
    await app.moveClock(86_400_000 + 1_000)
    expect(await codeOf(pay(visa, token(), { address }))).toBe('')
    await app.moveClock(-86_400_000 - 1_000)
  })

  test('requires a higher score after a few declines, before the gateway is called', async () => {
    const address = unusedAddress()
    const lowScoreToken = () => token(0.4)
    for (let n = 0; n < 3; n++)
      expect(await codeOf((await guest()).pay(refused, lowScoreToken(), { address }))).toBe('PAYMENT_DECLINED')
    const { pay } = await guest()
    const before = countCaptures()
    expect(await codeOf(pay(visa, lowScoreToken(), { address }))).toBe('NOT_HUMAN')
    provider.state.down = true
    expect(await codeOf(pay(visa, token(), { address }))).toBe('NOT_HUMAN')
    provider.state.down = false
    expect(countCaptures()).toBe(before)
    expect(await codeOf(pay(visa, token(0.6), { address }))).toBe('')
  })

  test('stops one browser with many addresses after five tries', async () => {
    const device = 'a browser'
    const codes: string[] = []
    for (let n = 0; n < 7; n++)
      codes.push(await codeOf((await guest()).pay(refused, token(), { address: unusedAddress(), device })))
    expect(codes).toEqual([...Array(5).fill('PAYMENT_DECLINED'), 'TOO_MANY_DECLINES', 'TOO_MANY_DECLINES'])
    expect(await codeOf((await guest()).pay(visa, token(), { address: unusedAddress(), device: 'another' }))).toBe('')
  })

  test('stops many addresses of one network after thirty tries', async () => {
    for (let n = 1; n <= 30; n++) await addDeclines(1, { address: `192.0.2.${n}`, network: '192.0.2.0/24' })
    expect(await codeOf((await guest()).pay(visa, token(), { address: '192.0.2.200' }))).toBe('TOO_MANY_DECLINES')
    expect(await codeOf((await guest()).pay(visa, token(), { address: '192.0.3.200' }))).toBe('')
  })

  test('pays for one cart with one token', async () => {
    provider.state.forgets = true
    const firstToken = token()
    expect(await codeOf((await guest()).pay(visa, firstToken))).toBe('')
    expect(await codeOf((await guest()).pay(visa, firstToken))).toBe('NOT_HUMAN')
    provider.state.forgets = false
  })
})

test('T-34: students see no captcha until two cards were declined', async () => {
  const student = await shop.newStudent()
  const { token: _, ...actor } = await app.actorOf(student.user_id)
  const from = { actor } as From
  const tries = async (number: string, recaptchaToken = '') => {
    await student.post('/cart/addToCart', { course_website_id: demo.improvement })
    const input = await payment(student, shop, {}, number)
    return codeOf(processPayment.run(await ctxFrom(from), { ...input, recaptchaToken } as never))
  }
  const asksCaptcha = async () => (await paymentChoices(await ctxFrom(from))).captcha !== null
  expect(await asksCaptcha()).toBe(false)
  for (let n = 0; n < 2; n++) expect(await tries(refused)).toBe('PAYMENT_DECLINED')
  expect(await asksCaptcha()).toBe(true)
  expect(await tries(visa)).toBe('NOT_HUMAN')
  expect(await tries(visa, token())).toBe('')
})
