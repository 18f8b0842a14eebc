import { expect, test } from 'vitest'
import { demo, openShop, payment, refused } from '#modules/checkout/checkout.fixture.ts'
import { bookResult } from './book-payment.ts'
import type { Outcome } from './gateways/gateway.ts'

/** Walks the states of an attempt and the results that may arrive for it. */
const shop = await openShop()
const { app } = shop
const { read } = app.database
const system = await app.ctx({ kind: 'system', name: 'test' }, 'SSD')

const states = ['calling', 'unknown', 'held', 'approved', 'surplus', 'declined', 'failed'] as const
type State = (typeof states)[number]
const outcomes = ['approved', 'declined', 'error', 'held', 'unknown'] as const
const pending: readonly State[] = ['calling', 'unknown', 'held']

const settled = (state: State) =>
  ({ approved: state, declined: state, error: state, held: state, unknown: state }) as const
const open = { approved: 'approved', declined: 'declined', error: 'failed', held: 'held', unknown: 'unknown' } as const
const after: Record<State, Record<Outcome, State>> = {
  calling: open,
  unknown: open,
  held: open,
  approved: settled('approved'),
  surplus: settled('surplus'),
  declined: { ...settled('declined'), approved: 'approved' },
  // One that was given up is queried again if its call ends without a result.
  failed: { ...settled('failed'), approved: 'approved', held: 'held', unknown: 'unknown' },
}
const cases = states.flatMap((state) =>
  outcomes.flatMap((outcome) =>
    [true, false].map((save_card) => ({ state, outcome, save_card, next: after[state][outcome] })),
  ),
)

test.each(cases)(
  'an attempt that is $state with the result $outcome becomes $next (save the card: $save_card)',
  async ({ state, outcome, save_card, next }) => {
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: demo.improvement })
    const { body } = await student.post('/payment/process', await payment(student, shop, {}, refused))
    expect(body.code).toBe('PAYMENT_DECLINED')
    const [attempt] = await read<{ payment_attempt_id: number; order_id: number }>`
      update checkout.payment_attempt a
      set state = ${state}, save_card_ind = ${save_card},
          settled_at = case when ${!pending.includes(state)} then platform.now() end
      from checkout.customer_order o
      where o.order_id = a.order_id and o.user_id = ${student.user_id} returning payment_attempt_id, a.order_id`
    const { payment_attempt_id, order_id } = attempt!
    const facts = app.facts.length
    const result = {
      outcome,
      transaction_id: `T${payment_attempt_id}`,
      auth_code: null,
      last_4: '1111',
      brand: 'Visa',
      avs: null,
      cvv: null,
      reason: { code: 'test', text: 'Test.' },
    }
    await system.tx((inner) => bookResult(inner, payment_attempt_id, result))
    const [row] = await read<{ state: string; paid: boolean; payments: number; queried: boolean }>`
      select a.state, o.paid_at is not null as paid,
             a.state in ('calling', 'unknown', 'held') or a.reopened_at is not null as queried,
             (select count(*)::int from checkout.payment p where p.order_id = o.order_id) as payments
      from checkout.payment_attempt a join checkout.customer_order o using (order_id)
      where payment_attempt_id = ${payment_attempt_id}`
    const isBooked = next === 'approved' && state !== 'approved'
    expect(row).toEqual({ state: next, paid: isBooked, payments: isBooked ? 1 : 0, queried: pending.includes(next) })
    const sent = app.facts.slice(facts).map(({ fact }) => fact)
    expect(sent.includes('checkout.order_paid')).toBe(isBooked)
    expect(sent.includes('checkout.card_offered')).toBe(isBooked && save_card)
    const isRefused = (next === 'declined' || next === 'failed') && next !== state
    expect(sent.includes('checkout.payment_refused')).toBe(isRefused && state !== 'calling')
    const events = await read<{ action: string }>`
      select action from platform.audit_event
      where subject = ${`order_id:${order_id}`} and action like 'payment.%' and action <> 'payment.begin'
      order by audit_event_id offset 1`
    expect(events.map(({ action }) => action)).toEqual([
      ...(isBooked ? ['payment.approved'] : []),
      ...(isRefused ? [`payment.${next}`] : []),
    ])
  },
)
