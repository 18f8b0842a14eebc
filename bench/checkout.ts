import type { Running } from '#scripts/site.ts'
import type { startAuthorizeNetSimulator } from '#simulators/authorize-net/simulator.ts'
import { addressOf, type Connection, openConnection, requestText } from './load.ts'
import { type Row, rate } from './report.ts'
import { course_website_id, receiptBuyers, sessionOf } from './seeded.ts'
import { againstHttp, type Bench, ratioRow } from './throughput.ts'

/** Adds a course to a visitor's new cart, against reference B. */
export async function cartRows(bench: Bench): Promise<Row[]> {
  const update = (n: number) => ({ path: '/update', body: { note_id: 1 + (n % bench.seeded.students) } })
  const add = (n: number) => ({ path: '/api/cart/addToCart', address: addressOf(n), body: { course_website_id } })
  return [
    ratioRow('POST /cart/addToCart of a visitor, against B over HTTP', await againstHttp(bench, update, add), 0.25),
  ]
}

export type Gateway = Awaited<ReturnType<typeof startAuthorizeNetSimulator>>

/** The settings of a server that charges cards at a simulated gateway. */
export function gatewaySettings({ config }: Gateway): NodeJS.ProcessEnv {
  return {
    AUTHORIZE_NET_URL: config.endpoint,
    AUTHORIZE_NET_SCRIPT: config.library_url,
    AUTHORIZE_NET_LOGIN: config.api_login_id,
    AUTHORIZE_NET_KEY: config.transaction_key,
    AUTHORIZE_NET_CLIENT_KEY: config.client_key,
  }
}

/** The card token of the gateway's browser library. */
export function cardToken({ simulator }: Gateway): object {
  const { descriptor, value } = simulator.token({ cardNumber: '4111111111111111', expirationDate: '1230' })
  return { dataDescriptor: descriptor, dataValue: value }
}

type OpenSubject = (gateway: NodeJS.ProcessEnv) => Promise<Running>

/**
 * Whole purchases of signed-in students: cart, price, intent, charge, order, enrollment, receipt in the queue. The
 * simulated gateway responds immediately and shares the two cores with server, database and load.
 */
export async function checkoutRows(bench: Bench, gateway: Gateway, open: OpenSubject): Promise<Row[]> {
  const subject = await open(gatewaySettings(gateway))
  const token = () => cardToken(gateway)
  const captures = () => gateway.simulator.ledger().captures.length
  const before = captures()
  try {
    const bought = await buyAll(bench, subject, token)
    const captured = captures() - before
    const note = `${bought.count} purchases, ${captured} captures at the gateway`
    const met = bought.rate >= 60 && captured === bought.count
    return [{ label: 'whole checkouts a second', measured: rate(bought.rate), goal: '>= 60/s', met, note }]
  } finally {
    await subject.stop()
  }
}

/** The first third of the time warms up caches and compilers, as in the other parts. */
async function buyAll({ seeded, pace }: Bench, { port }: Running, token: () => object) {
  const startedAt = performance.now()
  const measured = pace.rounds * pace.seconds * 1_000
  const warm = startedAt + measured / 2
  const end = warm + measured
  let next = 0
  const done = { warm: 0, measured: 0 }
  const run = async () => {
    const connection = await openConnection(port)
    while (performance.now() < end && next < seeded.students - receiptBuyers) {
      await buy(connection, seeded.first.user_id + next++, token())
      done[performance.now() < warm ? 'warm' : 'measured'] += 1
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: pace.connections }, run))
  return { count: done.warm + done.measured, rate: done.measured / ((performance.now() - warm) / 1_000) }
}

export async function buy(connection: Connection, user_id: number, creditCard: object): Promise<void> {
  const session = sessionOf(user_id)
  const call = async (path: string, body?: object) => {
    const { status, text } = await connection.send(
      requestText({ path: `/api${path}`, address: addressOf(user_id), session, body }),
    )
    const answer = text().split('\r\n\r\n')[1] ?? ''
    if (status !== 200) throw new Error(`${path} answered ${status}: ${answer.slice(0, 300)}`)
    return JSON.parse(answer)
  }
  await call('/cart/addToCart', { course_website_id })
  const { intent_id, total } = await call('/cart/items')
  const agreement = { accepted: true, typed: 'I Agree', opened: true }
  const { transactionResponse } = await call('/payment/process', { intent_id, total, creditCard, agreement })
  if (!transactionResponse) throw new Error('a payment was left waiting')
}
