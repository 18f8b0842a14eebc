import type { Port } from '#platform/ctx.ts'
import { openCtx } from '#platform/open-ctx.ts'
import { type Client, openTestApp, type TestApp } from '#tests/support/app.ts'
import { paymentGateway } from './payments/gateways/gateway.ts'
import { processPayment } from './payments/process-payment.ts'
import { checkCaptures, checkRefunds } from './payments/settlement/reconcile-money.ts'
import { reconcile } from './reconcile.ts'

/**
 * Demo courses: without an agreement beyond a checkbox, with a typed one and a maximum age of 18, with a minimum age of
 * 18.
 */
export const demo = { improvement: 1001, spanish: 1002, teen: 1003, eldtOfGulf: 1006, spanishOfTexas: 1007 }

export const visa = '4111111111111111'
export const refused = '4000000000000002'

/** A checkout over HTTP against the simulated gateway, and the reconciliation of both ledgers. */
export async function openShop(options: { jobs?: boolean } = {}) {
  const app = await openTestApp(options)
  const { simulator } = app.gateway
  const { simulator: paypal } = app.paypal

  return {
    app,
    simulator,
    paypal,
    /** The differences between the books and the gateway; empty if all is well. */
    async bookFaults() {
      const { read } = app.database
      const wallet = { provider: 'paypal', voids: [], ...paypal.ledger() } as const
      const checks = [reconcile(read, simulator.ledger()), checkCaptures(read, wallet), checkRefunds(read, wallet)]
      return (await Promise.all(checks)).flat()
    },
    creditCard(number = visa) {
      const { descriptor, value } = simulator.token({ cardNumber: number, expirationDate: '1239', cardCode: '123' })
      return { dataDescriptor: descriptor, dataValue: value }
    },
    /**
     * A context for a person, a guest or the system, in a process that gets interrupted: these calls of a port are
     * replaced, the others stay real.
     */
    dying: <T extends object>(buyer: Who, port: Port<T | null>, die: (real: T) => Partial<T>) =>
      openDying(app, buyer, port, die),
    /** A payment by a student or a guest that has reached the gateway, which responds only after `release`. */
    slowly: (buyer: number | 'guest', send: Sent) => payingSlowly(app, buyer, send),
    /** A signed-in browser of a new student of the default organization. */
    newStudent: () => signUp(app),
    count: async (table: 'customer_order' | 'payment' | 'payment_attempt' | 'cart_item' | 'promo_use') => {
      const [row] = await app.database.read<{ n: number }>`
        select count(*)::integer as n from ${app.database.read(`checkout.${table}`)}`
      return row!.n
    },
    enrollments: async () => {
      const [row] = await app.database.read<{ n: number }>`
        select count(*)::integer as n from learning.student_course`
      return row!.n
    },
  }
}
export type Shop = Awaited<ReturnType<typeof openShop>>

type Who = number | 'guest' | 'system'

async function openDying<T extends object>(
  app: TestApp,
  buyer: Who,
  { port }: Port<T | null>,
  die: (real: T) => Partial<T>,
) {
  const { services } = app
  const real = services.ports.get(port) as T
  const ports = new Map(services.ports).set(port, { ...real, ...die(real) })
  const { organization, locale, ...system } = await app.ctx({ kind: 'system', name: 'test' })
  if (buyer === 'guest') return openCtx({ ...services, ports }, { actor: { kind: 'anonymous' }, organization, locale })
  if (buyer === 'system') return openCtx({ ...services, ports }, { actor: system.actor, organization, locale })
  const { token: _, ...actor } = await app.actorOf(buyer)
  return openCtx({ ...services, ports }, { actor, organization, locale })
}

type Sent = Parameters<typeof processPayment.run>[1]

async function payingSlowly(app: TestApp, buyer: number | 'guest', send: Sent) {
  const [called, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ctx = await openDying(app, buyer, paymentGateway, (gateway) => ({
    async charge(request) {
      called.resolve()
      await released.promise
      return gateway.charge(request)
    },
  }))
  const paying = processPayment.run(ctx, send)
  await called.promise
  return { paying, release: released.resolve }
}

let people = 0
/** The checkout form of a new person. */
export function newPerson(email = `buyer${++people}@example.com`) {
  return {
    firstName: 'Rosa',
    lastName: 'Marin',
    email,
    loginid: email,
    password: 'Correct-Horse-42!',
    confirmPassword: 'Correct-Horse-42!',
    numbers: [{ phone_number: '4075550110', lk_phone_number_type_id: 2 }],
  }
}

async function signUp(app: TestApp): Promise<Client & { user_id: number; email: string }> {
  const form = newPerson()
  const response = await app.visitor().post('/user/createUserFromCheckout', form)
  const { user_id } = response.body.user
  return { ...(await app.as(user_id)), user_id, email: form.email }
}

/** Sends a notification of PayPal to its webhook. */
export const deliverFromPaypal = ({ app }: Pick<Shop, 'app'>, body: string, headers: Record<string, string>) =>
  app.app.request('http://localhost:3000/webhooks/paypal', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

export const agreed = { accepted: true, typed: 'I agree', opened: true }

/** A browser's request to buy the displayed cart. */
export async function payment(client: Client, shop: Shop, overrides: Record<string, unknown> = {}, number = visa) {
  const guest_id = overrides.guest_id as string | undefined
  const { body } = await client.get(`/cart/items${guest_id ? `?guest_id=${guest_id}` : ''}`)
  const creditCard = shop.creditCard(number)
  return { intent_id: body.intent_id, total: body.total, creditCard, agreement: agreed, ...overrides }
}

/** A guest with one course in the cart; `send` makes a successful payment for it. */
export async function guestWith(shop: Shop, course_website_id = demo.improvement, code: string | null = null) {
  const client = shop.app.visitor(code)
  const { body } = await client.post('/cart/addToCart', { course_website_id })
  const guest_id: string = body.guest_id
  return { client, guest_id }
}
