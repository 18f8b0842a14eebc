import { randomUUID } from 'node:crypto'
import { demoPassword } from '#modules/identity/entry.ts'
import { type Answer, type Call, openCaller, retryCall } from './call.ts'
import { bossLogin } from './prepare.ts'
import { pause, type Random } from './random.ts'
import type { World } from './world.ts'

/** A number outside the buyers' range. */
const clerkNumber = 0xff_ff_fe
const bossNumber = 0xff_ff_ff

/**
 * Staff who refund while everything breaks: in full, in part, as a void, twice simultaneously, and again after a 5xx.
 */
export function openRefundStaff(world: World) {
  const clerk = openStaff(world, 'admin@example.com', clerkNumber)
  const boss = openStaff(world, bossLogin, bossNumber)

  async function carryOut(random: Random, call: Call, { path, body }: Action): Promise<Answer> {
    const clicks = random.chance(0.3) ? 2 : 1
    if (clicks === 2) world.tally.add('double click of staff')
    for (let tries = 0; tries < 6; tries++) {
      const replies = await Promise.all(Array.from({ length: clicks }, () => call('POST', path, body)))
      const response = replies.find((reply) => reply && reply.status < 500)
      if (response) return response
      await pause(300)
    }
    return null
  }
  /** Voids a payment that isn't settled instead of refunding it, and vice versa, as the refusal says. */
  async function requestRefund(random: Random, action: Action, payment: ShownPayment): Promise<void> {
    const response = await carryOut(random, clerk, action)
    if (response?.body.awaiting_approval) return agree(random, payment)
    const other =
      response?.body.code === 'REFUND_NOT_SETTLED' ? voidOf : response?.body.code === 'VOID_SETTLED' && refundOf
    if (other) await carryOut(random, clerk, other(payment))
  }
  async function agree(random: Random, { payment_id }: ShownPayment): Promise<void> {
    const listedAnswer = await retryCall(() => boss('GET', '/payment/awaitingRefunds'))
    const all = (listedAnswer?.body.refunds ?? []) as { refund_attempt_id: number; payment_id: number }[]
    for (const { refund_attempt_id } of all.filter((refund) => refund.payment_id === payment_id)) {
      world.tally.add('refund agreed to by a second person')
      await carryOut(random, boss, { path: '/payment/approveRefund', body: { refund_attempt_id } })
    }
  }
  return {
    /** Refunds part or all of a random payment. */
    async refundRandomPayment(random: Random): Promise<void> {
      const payment_id = await choosePayment(world)
      if (!payment_id) return
      const response = await retryCall(() => clerk('GET', `/payment/refundable?payment_id=${payment_id}`))
      const payment = response?.body.payment as ShownPayment | undefined
      if (!payment) return
      const actions = [chooseAction(random, payment), ...(random.chance(0.15) ? [chooseAction(random, payment)] : [])]
      world.tally.add('money asked back by staff', actions.length)
      await Promise.all(actions.map((action) => requestRefund(random, action, payment)))
    },
  }
}

/** Calls of a staff member, who signs in again after the night ended the session or its proof. */
function openStaff({ origin }: World, loginid: string, number: number): Call {
  const caller = openCaller(origin, number)
  let signing: Promise<void> | null = null
  async function signIn(): Promise<void> {
    const response = await retryCall(() => caller.call('POST', '/user/login', { loginid, password: demoPassword }))
    if (response?.body.token) caller.signIn(response.body.token)
  }
  return async (...call) => {
    const response = await caller.call(...call)
    if (response?.status !== 401 && response?.body.code !== 'PROOF_NEEDED') return response
    signing ??= signIn().finally(() => {
      signing = null
    })
    await signing
    return caller.call(...call)
  }
}

type ShownPayment = { payment_id: number; total: number; existing_refund_amount: number }
type Action = { path: string; body: Record<string, unknown> }

async function choosePayment({ database }: World): Promise<number | null> {
  const rows = await database.read<{ payment_id: number }>`
    select payment_id from checkout.payment where total_cents > 0 and lk_payment_status_id not in (3, 7)
    order by random() limit 1`.catch(() => [])
  return rows[0]?.payment_id ?? null
}

function chooseAction(random: Random, payment: ShownPayment): Action {
  if (random.chance(0.2)) return voidOf(payment)
  const { path, body } = refundOf(payment)
  const named = random.chance(0.5) && { request_id: randomUUID() }
  return { path, body: { ...body, ...named, ...(random.chance(0.6) && { amount: part(random, payment) }) } }
}

const voidOf = ({ payment_id }: ShownPayment): Action => ({
  path: '/payment/void',
  body: { payment_id, request_id: randomUUID() },
})

/** Has no ID: equal requests are told apart by the amounts their screens showed. */
const refundOf = ({ payment_id, total, existing_refund_amount }: ShownPayment): Action => ({
  path: '/payment/refund',
  body: { payment_id, total, existing_refund_amount, amount: restOf({ total, existing_refund_amount }) / 100 },
})

const restOf = ({ total, existing_refund_amount }: Pick<ShownPayment, 'total' | 'existing_refund_amount'>): number =>
  Math.round((total - existing_refund_amount) * 100)

const part = (random: Random, payment: ShownPayment): number => random.between(1, Math.max(1, restOf(payment))) / 100
