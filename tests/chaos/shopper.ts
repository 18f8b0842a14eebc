import { pause, type Random } from './random.ts'
import type { World } from './world.ts'

/** How a purchase ended for whoever made it. */
export type Ending = 'paid' | 'refused' | 'waits' | 'gave up'

const goodCard = '4111111111111111'
/** Cards of the simulated gateway by what they do to the answer; `time-out` makes the server wait for its deadline. */
const troubled = [
  '4000000000000002', // declined
  '4000000000000119', // an error of the gateway's
  '4000000000000101', // held for a person to look at
  '4000000000000036', // the connection breaks before the capture
  '4000000000000044', // after it
  '4000000000000051', // a 500 before the capture
  '4000000000000069', // after it
  '4000000000000077', // a page instead of an answer, before
  '4000000000000085', // half an answer, after
]

type Answer = { status: number; body: Record<string, unknown> } | null
const course_website_id = 1001
const patience = 25

/** A visitor who wants a course, and tries again whenever something breaks, as people do. */
export async function goShopping(world: World, random: Random, number: number, promo: string | null): Promise<Ending> {
  const call = callerOf(world)
  const added = await insist(() => call('POST', '/cart/addToCart', { course_website_id }))
  const guest_id = added?.body.guest_id
  if (added && typeof guest_id !== 'string') throw new Error(`no cart: ${JSON.stringify(added.body)}`)
  if (typeof guest_id !== 'string') return 'gave up'
  if (promo && random.chance(0.3)) await call('GET', `/promocode/applyCode?code=${promo}&guest_id=${guest_id}`)
  let number_of_card = random.chance(0.5) ? goodCard : random.oneOf(troubled)
  let ending: Ending = 'gave up'
  for (let tries = 0; tries < patience; tries++) {
    const cart = await insist(() => call('GET', `/cart/items?guest_id=${guest_id}`))
    const order = { guest_id, intent_id: cart?.body.intent_id, total: cart?.body.total, ...formOf(number) }
    const pay = () => call('POST', '/payment/process', { ...order, creditCard: cardOf(world, number_of_card) })
    // A double click sends the same form twice; two tabs send two forms with two tokens. Both at once.
    const answers = await Promise.all(random.chance(0.25) ? [pay(), pay()] : [pay()])
    if (answers.some((answer) => answer?.body.transactionResponse)) return 'paid'
    if (answers.some((answer) => answer?.body.code === 'CART_EMPTY')) return 'paid'
    if (answers.some((answer) => answer?.body.code === 'TOO_MANY_DECLINES')) return 'refused'
    ending = answers.some((answer) => answer?.body.pending) ? 'waits' : ending
    number_of_card = goodCard
    await pause(random.between(20, 400))
  }
  return ending
}

const cardOf = ({ gateway }: World, cardNumber: string) => {
  const { descriptor, value } = gateway.token({ cardNumber, expirationDate: '1230', cardCode: '123' })
  return { dataDescriptor: descriptor, dataValue: value }
}

function formOf(number: number) {
  const email = `chaos${number}@example.com`
  const [password, name] = ['Long-Road-Home-77', { firstName: 'Kim', lastName: 'Solano' }]
  return {
    agreement: { accepted: true, typed: 'I Agree', opened: true },
    student: {
      ...{ ...name, email, loginid: email, password, confirmPassword: password },
      numbers: [{ phone_number: '8135550147', lk_phone_number_type_id: 1 }],
    },
  }
}

type Call = (method: string, path: string, body?: object) => Promise<Answer>

/** Calls of the API as a page of the site would make them; null where no answer came. */
const callerOf =
  ({ origin }: World): Call =>
  async (method, path, body) => {
    try {
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        headers: { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    } catch {
      return null
    }
  }

/** Until it works: what breaks in between has changed nothing that a second try would double. */
async function insist(deed: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; tries < 60; tries++) {
    const answer = await deed()
    if (answer && answer.status < 500) return answer
    await pause(200)
  }
  return null
}
