import { afterEach, describe, expect, test } from 'vitest'
import { guestWith, newPerson, openShop, payment, refused, visa } from '#modules/checkout/checkout.fixture.ts'
import { paymentGateway } from '#modules/checkout/payments/gateways/gateway.ts'
import { processPayment } from '#modules/checkout/payments/process-payment.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { openCtx } from '#platform/open-ctx.ts'
import { looksLikeCardTesting, requireFewDeclines } from './card-testing.ts'
import { attemptSource } from './declines.sql.ts'

const shop = await openShop()
const { app } = shop

afterEach(async () => {
  expect(await shop.bookFaults()).toEqual([])
})

type From = Partial<Ctx['request']>
type Gateway = typeof app.gateway.gateway

/** A visitor at this origin, whose charges go through `charge`. */
async function visitorFrom(from: From, charge?: Gateway['charge']): Promise<Ctx> {
  const { request, organization, actor, locale } = await app.ctx()
  const { services } = app
  const gateway = { ...app.gateway.gateway, ...(charge && { charge }) }
  const ports = new Map(services.ports).set(paymentGateway.port, gateway)
  return openCtx({ ...services, ports }, { actor, organization, locale, request: { ...request, ...from } })
}

/** New guests with a course in each cart, and their payment requests. */
const guestsWith = (count: number, card: string) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { client, guest_id } = await guestWith(shop)
      return payment(client, shop, { guest_id, student: newPerson(), recaptchaToken: '' }, card)
    }),
  )

const outcomeOf = async (paying: Promise<unknown>): Promise<string> => {
  try {
    await paying
    return 'paid'
  } catch (error) {
    if (error instanceof Refusal) return error.kind.code
    throw error
  }
}

/**
 * Everyone pays at the same time, from the origins of `fromOf`. The gateway responds only after each has reached it or
 * been refused, so no outcome is known while the others start. Five start at a time: with ten, the limit of account
 * guesses refuses the next.
 */
async function payAtOnce(sends: Awaited<ReturnType<typeof guestsWith>>, fromOf: (index: number) => From) {
  const arrived = new Set<number>()
  const { promise: openedPromise, resolve: open } = Promise.withResolvers<void>()
  const resolvers: (() => void)[] = []
  const arrive = (index: number) => {
    if (arrived.has(index)) return
    arrived.add(index)
    if (arrived.size === sends.length) open()
    resolvers.shift()?.()
  }
  const turn = (index: number) => (index < 5 ? undefined : new Promise<void>((resolve) => resolvers.push(resolve)))
  const chargeOf =
    (index: number): Gateway['charge'] =>
    async (request) => {
      arrive(index)
      await openedPromise
      return app.gateway.gateway.charge(request)
    }
  const pay = async (send: (typeof sends)[number], index: number) => {
    await turn(index)
    const visitor = await visitorFrom(fromOf(index), chargeOf(index))
    // After any refusal, the others don't wait for one that never reaches the gateway.
    return outcomeOf(processPayment.run(visitor, send)).finally(() => arrive(index))
  }
  return Promise.all(sends.map(pay))
}

/** Refused payments stay counted as account guesses: for the last ones, either limit may come first. */
const atOnce = (outcomes: readonly string[]) => times(outcomes, 'TOO_MANY_AT_ONCE') + times(outcomes, 'TOO_MANY')

const times = (outcomes: readonly string[], outcome: string) => outcomes.filter((result) => result === outcome).length

describe('T-34: stolen cards tested at the same time', () => {
  test.each<[string, limit: number, fromOf: (index: number) => From]>([
    ['address', 10, () => ({ address: '198.51.100.7' })],
    ['network', 30, (index) => ({ address: `198.51.101.${index + 1}` })],
    ['browser', 5, (index) => ({ address: `10.${index}.0.1`, device: 'a-browser' })],
  ])('from one %s: at most %i get through, as with sequential tries', async (_, limit, fromOf) => {
    const outcomes = await payAtOnce(await guestsWith(limit + 8, refused), fromOf)
    expect([times(outcomes, 'PAYMENT_DECLINED'), atOnce(outcomes)]).toEqual([limit, 8])
    const laterCtx = await visitorFrom(fromOf(0))
    await expect(requireFewDeclines(laterCtx, crypto.randomUUID())).rejects.toMatchObject({
      kind: { code: 'TOO_MANY_DECLINES' },
      answer: { retry_after: expect.closeTo(86_400, -3) },
    })
  })

  test('many honest buyers behind one address can pay, the last ones a moment later', async () => {
    const sends = await guestsWith(12, visa)
    const outcomes = await payAtOnce(sends, () => ({ address: '198.51.102.7' }))
    expect([times(outcomes, 'paid'), atOnce(outcomes)]).toEqual([10, 2])
    const unpaidSends = sends.filter((_, index) => outcomes[index] !== 'paid')
    expect(await payAtOnce(unpaidSends, () => ({ address: '198.51.102.7' }))).toEqual(['paid', 'paid'])
  })
})

test('a try without a response counts until it has one; a hosted page that awaits its buyer does not', async () => {
  const from = { address: '198.51.103.7' }
  const [send] = await guestsWith(1, refused)
  expect(await payAtOnce([send!], () => ({ address: '198.51.104.7' }))).toEqual(['PAYMENT_DECLINED'])
  const write = (state: string, count: number, ago: string) => app.database.read`
    with orders as (
      insert into checkout.customer_order (organization_id, user_id, intent_id, subtotal_cents, add_on_cents,
        shipping_cents, discount_cents, total_cents, first_name, last_name, email)
      select organization_id, user_id, gen_random_uuid(), 100, 0, 0, 0, 100, '', '', 'many@example.com'
      from checkout.customer_order, generate_series(1, ${count}) where intent_id = ${send!.intent_id}
      returning order_id, organization_id)
    insert into checkout.payment_attempt (order_id, organization_id, attempt, state, amount_cents, address, called_at)
    select order_id, organization_id, 'many-' || order_id, ${state}, 100, ${from.address},
           platform.now() - ${ago}::interval
    from orders`
  const requireAllowed = async () => requireFewDeclines(await visitorFrom(from), crypto.randomUUID())
  await write('calling', 20, '2 minutes')
  await write('unknown', 9, '1 hour')
  await requireAllowed()
  await write('calling', 1, '1 second')
  await expect(requireAllowed()).rejects.toMatchObject({
    kind: { code: 'TOO_MANY_AT_ONCE' },
    answer: { retry_after: 60 },
  })
  await app.database.read`delete from checkout.payment_attempt where attempt like 'many-%'`
  await app.database.read`delete from checkout.customer_order where email = 'many@example.com'`
})

/** The limits from which on a buyer is suspected, and blocked, by what the attempts have in common. */
describe.each([
  { subject: 'cart', suspected: 2, blocked: 3 },
  { subject: 'account', suspected: 2, blocked: 5 },
  { subject: 'browser', suspected: 2, blocked: 5 },
  { subject: 'address', suspected: 3, blocked: 10 },
  { subject: 'network', suspected: 10, blocked: 30 },
])('declines of one $subject', ({ subject, suspected, blocked }) => {
  const { read } = app.database
  /** Inserts attempts that have only the subject in common with the buyer. */
  async function attempts(count: number, state: 'declined' | 'unknown') {
    const student = await shop.newStudent()
    const intent_id = crypto.randomUUID()
    const source = attemptSource({ ...(await app.ctx()).request, address: '192.0.2.80', device: 'this' } as From &
      never)
    const row = {
      address: subject === 'address' ? source.address : '',
      network: subject === 'network' ? source.network : '',
      device_hash: subject === 'browser' ? source.device_hash : null,
    }
    const { user_id } = subject === 'account' ? student : await shop.newStudent()
    const orders = await read<{ order_id: number }>`
      insert into checkout.customer_order (organization_id, user_id, intent_id, subtotal_cents, add_on_cents,
        shipping_cents, discount_cents, total_cents, first_name, last_name, email)
      select 1, ${user_id}, case when ${subject === 'cart'} and n = 1 then ${intent_id}::uuid else gen_random_uuid() end,
             100, 0, 0, 0, 100, '', '', 'limits@example.com'
      from generate_series(1, ${subject === 'cart' ? 1 : count}) n returning order_id`
    for (let n = 0; n < count; n++)
      await read`
        insert into checkout.payment_attempt ${read({
          ...row,
          order_id: orders[n % orders.length]!.order_id,
          organization_id: 1,
          attempt: `limit-${n}`,
          amount_cents: 100,
          state: 'declined',
          settled_at: new Date(),
        })}`
    if (state === 'unknown')
      await read`
        update checkout.payment_attempt set state = 'unknown', settled_at = null
        where payment_attempt_id = (select max(payment_attempt_id) from checkout.payment_attempt where attempt like 'limit-%')`
    return { intent_id, user_id: student.user_id }
  }
  const forget = async () => {
    await read`delete from checkout.payment_attempt where attempt like 'limit-%'`
    await read`delete from checkout.customer_order where email = 'limits@example.com'`
  }
  async function judge(count: number, state: 'declined' | 'unknown' = 'declined') {
    const { intent_id, user_id } = await attempts(count, state)
    const visitor = await visitorFrom({ address: '192.0.2.80', device: 'this' })
    const buyer = { ...visitor, actor: { kind: 'user', user_id } } as unknown as Ctx
    const suspicious = await looksLikeCardTesting(buyer, intent_id)
    const refusal = await outcomeOf(requireFewDeclines(visitor, intent_id, user_id))
    await forget()
    return { suspicious, refusal }
  }

  test('are suspicious from their first limit on, and blocked from the second', async () => {
    expect(await judge(suspected - 1)).toEqual({ suspicious: false, refusal: 'paid' })
    expect(await judge(suspected)).toEqual({ suspicious: true, refusal: 'paid' })
    expect((await judge(blocked - 1)).refusal).toBe('paid')
    expect((await judge(blocked)).refusal).toBe('TOO_MANY_DECLINES')
  })

  test('are added to attempts without a result, and blocked together for a moment', async () => {
    expect((await judge(blocked, 'unknown')).refusal).toBe('TOO_MANY_AT_ONCE')
  })
})
