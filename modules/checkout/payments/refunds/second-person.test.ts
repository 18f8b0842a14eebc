import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countPending, selectPendingAges } from '#modules/checkout/payments/grid/count-waiting.ts'
import { asTenant } from '#modules/identity/index.ts'
import type { Client } from '#tests/support/app.ts'
import { whileHeld } from '#tests/support/while-held.ts'
import { dropOvertakenRequests, expireRefundRequests } from './drop-refund.ts'
import { listExpiredRequests } from './refund-approval.sql.ts'
import { refundPayment } from './refund-payment.ts'
import { openRefundShop, type Purchase } from './refunds.fixture.ts'

const shop = await openRefundShop()
const { app, simulator, staff } = shop
const second = await shop.addSomeone('SSD', 1)
const [paid, refunded, voided] = [1, 3, 7]

/** The limits above which a second person is needed: cents of one payment, and by one person within a day. */
const limits = (refund_approval_cents: number, refund_approval_day_cents = 100_000_00) => app.database.read`
  insert into checkout.checkout_settings ${app.database.read({ organization_id: 1, refund_approval_cents, refund_approval_day_cents })}
  on conflict (organization_id) do update
  set refund_approval_cents = excluded.refund_approval_cents, refund_approval_ind = null,
      refund_approval_day_cents = excluded.refund_approval_day_cents`

/** Ends a person's links that long ago. */
const unlink = (user_id: number, ago: string) => app.database.read`
  update identity.linked_account
  set created_at = platform.now() - interval '1 year', ended_at = platform.now() - ${ago}::interval
  where user_id = ${user_id}`

type Request = { refund_attempt_id: number }
const requestOf = async ({ payment_id }: Purchase): Promise<Request> => {
  const [row] = await app.database.read<Request>`
    select refund_attempt_id from checkout.refund_attempt
    where payment_id = ${payment_id} and state = 'awaiting'`
  return row!
}
const approve = (request: Request, client: Client = second) => client.post('/payment/approveRefund', request)
const decline = (request: Request, client: Client = second, note = '') =>
  client.post('/payment/declineRefund', { ...request, note })
const takeBack = (request: Request, client: Client = staff) => client.post('/payment/takeBackRefund', request)
const awaitingRefunds = async (client: Client = second) => (await client.get('/payment/awaitingRefunds')).body.refunds
const decision = async ({ refund_attempt_id }: Request) =>
  (
    await app.database.read`
    select decision from checkout.refund_approval where refund_attempt_id = ${refund_attempt_id}`
  )[0]

async function overtake(payment_id: number) {
  const tenant = await asTenant(await app.ctx({ kind: 'system', name: 'test' }), 1)
  await tenant.tx((inner) => dropOvertakenRequests(inner, payment_id))
}

/** A payment whose full refund `staff` requested, and the waiting request. */
async function requestRefund(overrides: Record<string, unknown> = {}) {
  const purchase = await shop.buy()
  const response = await shop.refund(purchase, overrides)
  return { purchase, response, request: await requestOf(purchase) }
}

beforeEach(async () => {
  await limits(10_00)
  await shop.prove()
  Object.assign(second, await app.as(second.user_id, 'SSD'))
})
afterEach(async () => {
  simulator.clearScripts()
  for (const { payment_id } of await awaitingRefunds()) await overtake(payment_id)
  expect(await shop.bookFaults()).toEqual([])
})

describe('T-29: a large refund', () => {
  test('awaits a second person: it reserves its amount, and the gateway is not called', async () => {
    const { purchase, response } = await requestRefund({ amount: 15 })
    expect([response.status, response.body]).toMatchObject([200, { pending: true, awaiting_approval: true }])
    expect(response.body.message).toMatch(
      /^A second person must approve this amount\. We are notifying the (one person|\d+ people) who can approve it\./,
    )
    expect(await shop.statuses(purchase)).toMatchObject({ payment: paid, refunded: 0 })
    expect(await shop.returned(purchase)).toEqual({ refunded: [], voided: 0 })
    expect(await shop.refundable(purchase)).toMatchObject({ existing_refund_amount: 15, awaiting_refund_amount: 15 })
    const more = await shop.refund(purchase, { amount: 6, existing_refund_amount: 15 })
    expect([more.status, more.body.code]).toEqual([422, 'REFUND_AMOUNT'])
    await shop.sweep()
    expect(await shop.attempts(purchase)).toMatchObject([{ state: 'awaiting' }])
  })

  test('says what to do if no one else can approve it', async () => {
    const others = await app.database.read<{ user_id: number }>`
      update identity.person set lk_user_status_id = 2
      where lk_user_role_id not in (3, 5) and lk_user_status_id <> 2 and user_id <> ${staff.user_id}
      returning user_id`
    const { response } = await requestRefund({ amount: 15 })
    await app.database.read`
      update identity.person set lk_user_status_id = 1
      where user_id = any(${others.map(({ user_id }) => user_id)}::int[])`
    expect(response.body).toMatchObject({ awaiting_approval: true })
    expect(response.body.message).toContain('no one else can approve refunds yet. Ask an admin')
  })

  test('is sent when another person approves it, and the history names both', async () => {
    const { purchase, request } = await requestRefund()
    expect(await awaitingRefunds()).toMatchObject([
      { ...request, asked: 'refund', amount: purchase.total, cause: 'sum', can: { decide: true, take_back: false } },
    ])
    expect((await awaitingRefunds(staff))[0].can).toEqual({ decide: false, take_back: true })
    const response = await approve(request)
    expect([response.status, response.body.message]).toEqual([200, 'Refund Completed.'])
    expect(await shop.statuses(purchase)).toMatchObject({ payment: refunded, courses: [16] })
    expect((await shop.returned(purchase)).refunded).toEqual([Math.round(purchase.total * 100)])
    expect(await awaitingRefunds()).toEqual([])
    const rows = await app.database.read<{ action: string; actor_user_id: number }>`
      select action, actor_user_id from platform.audit_event
      where subject = ${`payment_id:${purchase.payment_id}`} order by audit_event_id`
    expect(rows.map(({ action, actor_user_id }) => [action, actor_user_id])).toEqual([
      ['refund.ask', staff.user_id],
      ['refund.approve', second.user_id],
      ['payment.refund', second.user_id],
    ])
  })

  test('cannot be approved or declined by the requester or an account linked to theirs', async () => {
    const { purchase, request } = await requestRefund()
    for (const operation of [approve, decline])
      expect((await operation(request, staff)).body.code).toBe('REFUND_NEEDS_ANOTHER')
    await app.database.read`
      insert into identity.linked_account (organization_id, user_id, related_user_id)
      values (1, ${second.user_id}, ${staff.user_id})`
    for (const operation of [approve, decline])
      expect((await operation(request)).body.code).toBe('REFUND_NEEDS_ANOTHER')
    // Someone who unlinks to approve is still the same person, for 90 days.
    await unlink(second.user_id, '89 days')
    for (const operation of [approve, decline])
      expect((await operation(request)).body.code).toBe('REFUND_NEEDS_ANOTHER')
    expect((await awaitingRefunds())[0].can).toEqual({ decide: false, take_back: false })
    expect((await shop.returned(purchase)).refunded).toEqual([])
    expect(await decision(request)).toEqual({ decision: null })
    await unlink(second.user_id, '90 days')
    expect((await awaitingRefunds())[0].can).toEqual({ decide: true, take_back: false })
    expect((await approve(request)).status).toBe(200)
  })

  test('awaits approval if the money returns to the requester, who purchase with a linked account', async () => {
    await limits(10_000_00)
    const link = (user_id: number, related_user_id: number) => app.database.read`
      insert into identity.linked_account (organization_id, user_id, related_user_id)
      values (1, ${user_id}, ${related_user_id})`
    const purchase = await shop.buy()
    await link(staff.user_id, purchase.buyer.user_id)
    const response = await shop.refund(purchase, { amount: 1 })
    expect(response.body).toMatchObject({ pending: true, awaiting_approval: true })
    expect(await awaitingRefunds()).toMatchObject([
      { cause: 'own', description: expect.stringContaining('goes back to') },
    ])
    const request = await requestOf(purchase)
    expect((await approve(request, staff)).body.code).toBe('REFUND_NEEDS_ANOTHER')
    // Nor may the recipient of the money decide.
    await link(second.user_id, purchase.buyer.user_id)
    for (const operation of [approve, decline])
      expect((await operation(request)).body.code).toBe('REFUND_NEEDS_ANOTHER')
    await unlink(second.user_id, '90 days')
    expect((await shop.returned(purchase)).refunded).toEqual([])
    expect((await approve(request)).status).toBe(200)
    // Unlinking before the request does not help: the payment is still their own.
    await unlink(staff.user_id, '89 days')
    const remainder = { amount: 1, existing_refund_amount: 1 }
    expect((await shop.refund(purchase, remainder)).body).toMatchObject({ awaiting_approval: true })
    await takeBack(await requestOf(purchase))
    await unlink(staff.user_id, '90 days')
    expect((await shop.refund(purchase, remainder)).body).toMatchObject({ awaiting_approval: false })
  })

  test('returns 404 to another organization, requires the permission and a recent proof', async () => {
    const { purchase, request } = await requestRefund()
    const otherStaff = await shop.addSomeone('LSD', 1)
    const instructor = await shop.addSomeone('SSD', 2)
    for (const operation of [approve, decline, takeBack]) {
      expect((await operation(request, otherStaff)).status).toBe(404)
      expect((await operation(request, instructor)).status).toBe(403)
      expect((await operation(request, purchase.buyer)).status).toBe(403)
      expect((await operation({ refund_attempt_id: 999_999 })).status).toBe(404)
    }
    expect(await awaitingRefunds(otherStaff)).toEqual([])
    await app.moveClock(16 * 60_000)
    for (const operation of [approve, decline]) expect((await operation(request)).body.code).toBe('PROOF_NEEDED')
    await app.moveClock(-16 * 60_000)
    expect((await decline(request)).status).toBe(200)
  })

  test('releases its amount when declined, and the request stays refused', async () => {
    const { purchase, request } = await requestRefund()
    const response = await decline(request, second, 'Not this one.')
    expect(response.body.message).toBe('The request was declined. Nothing was refunded.')
    expect((await decline(request)).status).toBe(200)
    expect((await approve(request)).body.code).toBe('REFUND_DECIDED')
    expect((await takeBack(request)).body.code).toBe('REFUND_DECIDED')
    expect(await shop.refundable(purchase)).toMatchObject({
      existing_refund_amount: 0,
      can: { refund: true, void: true },
    })
    expect((await shop.refund(purchase, { amount: 5 })).body.message).toBe('Refund Completed.')
  })

  test('is not started by pressing the button again after a decline', async () => {
    const request_id = crypto.randomUUID()
    const { purchase, request } = await requestRefund({ request_id })
    await decline(request)
    const response = await shop.refund(purchase, { request_id })
    expect([response.status, response.body.code]).toEqual([409, 'REFUND_DROPPED'])
  })

  test('can be withdrawn by the requester only', async () => {
    const { request } = await requestRefund()
    expect((await takeBack(request, second)).body.code).toBe('REFUND_NOT_YOURS')
    expect((await takeBack(request)).body.message).toBe('The request was withdrawn.')
    expect((await takeBack(request)).status).toBe(200)
    expect((await approve(request)).body.code).toBe('REFUND_DECIDED')
  })

  test('requested twenty times is one request, and approved twenty times is one refund', async () => {
    const purchase = await shop.buy()
    const responses = await Promise.all(Array.from({ length: 20 }, () => shop.refund(purchase)))
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.awaiting_approval}`))).toEqual(
      new Set(['200 true']),
    )
    expect(await shop.attempts(purchase)).toHaveLength(1)
    const request = await requestOf(purchase)
    const approved = await Promise.all(Array.from({ length: 20 }, () => approve(request)))
    expect(new Set(approved.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await shop.returned(purchase)).refunded).toEqual([Math.round(purchase.total * 100)])
  })

  test('approved, declined and withdrawn at the same time has one outcome', async () => {
    const third = await shop.addSomeone('SSD', 1)
    for (let round = 0; round < 5; round++) {
      const { purchase, request } = await requestRefund()
      const responses = await Promise.all([approve(request), decline(request, third), takeBack(request)])
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
      const { decision: outcome } = (await decision(request)) as { decision: string }
      const refundedAmounts = (await shop.returned(purchase)).refunded
      expect(refundedAmounts).toEqual(outcome === 'approved' ? [Math.round(purchase.total * 100)] : [])
    }
  })

  test.each([
    ['approved', approve],
    ['declined', decline],
  ] as const)('can no longer be decided by others once one person has %s it', async (_, operation) => {
    const third = await shop.addSomeone('SSD', 1)
    const { purchase, request } = await requestRefund()
    expect((await operation(request)).status).toBe(200)
    for (const decide of [approve, decline]) expect((await decide(request, third)).body.code).toBe('REFUND_DECIDED')
    expect((await operation(request)).status).toBe(200)
    expect((await shop.returned(purchase)).refunded).toHaveLength(operation === approve ? 1 : 0)
  })

  test("can't be approved if its money was returned in the meantime", async () => {
    for (const ask of [shop.refund, shop.void]) {
      const purchase = await shop.buy(undefined, ask === shop.refund)
      await ask(purchase)
      const request = await requestOf(purchase)
      // A refund that was given up succeeded after all, which is booked without regard to the request.
      await app.database.read`
        update checkout.payment set refund_cents = 1, lk_payment_status_id = 6 where payment_id = ${purchase.payment_id}`
      const response = await approve(request)
      await app.database.read`
        update checkout.payment set refund_cents = 0, lk_payment_status_id = ${paid}
        where payment_id = ${purchase.payment_id}`
      expect([response.status, response.body.code]).toEqual([409, 'REFUND_CHANGED'])
      expect(await shop.returned(purchase)).toEqual({ refunded: [], voided: 0 })
      expect((await decline(request)).status).toBe(200)
    }
  })

  test('is dropped when an earlier refund succeeds that was given up, and the rest can be requested', async () => {
    await limits(15_00)
    const purchase = await shop.buy()
    const { payment_id, total } = purchase
    const ctx = await shop.dyingStaff({
      async refund(request) {
        await app.moveClock(16 * 60_000)
        expect(await shop.sweep()).toBe(1)
        await shop.prove()
        expect((await shop.refund(purchase)).status).toBe(200)
        return app.gateway.gateway.refund(request)
      },
    })
    await refundPayment.run(ctx, { payment_id, amount: 5, existing_refund_amount: 0, total })
    const [request] = await app.database.read<Request & { decision: string }>`
      select refund_attempt_id, a.decision from checkout.refund_attempt
      join checkout.refund_approval a using (refund_attempt_id) where payment_id = ${payment_id}`
    expect(request!.decision).toBe('overtaken')
    Object.assign(second, await app.as(second.user_id, 'SSD'))
    const waitingIds = (await awaitingRefunds()).map((row: Request) => row.refund_attempt_id)
    expect(waitingIds).not.toContain(request!.refund_attempt_id)
    const { refund_attempt_id } = request!
    expect((await approve({ refund_attempt_id })).body.code).toBe('REFUND_DECIDED')
    expect((await shop.statuses(purchase)).refunded).toBe(500)
    expect((await shop.refund(purchase, { amount: 14.95, existing_refund_amount: 5 })).status).toBe(200)
    await app.moveClock(-16 * 60_000)
  })

  test('is given up fifteen minutes after its approval, not after its request', async () => {
    const { purchase, request } = await requestRefund()
    await app.moveClock(20 * 60_000)
    Object.assign(second, await app.as(second.user_id, 'SSD'))
    simulator.script('reset-before-capture')
    expect((await approve(request)).body.pending).toBe(true)
    expect(await shop.sweep()).toBe(0)
    expect(await shop.attempts(purchase)).toMatchObject([{ state: 'unknown' }])
    await app.moveClock(16 * 60_000)
    expect(await shop.sweep()).toBe(1)
    expect(await shop.attempts(purchase)).toMatchObject([{ state: 'failed' }])
    await app.moveClock(-36 * 60_000)
  })

  test('is not carried out for a requester who lost the permission', async () => {
    const requester = await shop.addSomeone('SSD', 1)
    const purchase = await shop.buy()
    await shop.refund(purchase, {}, requester)
    const request = await requestOf(purchase)
    await app.database.read`
      insert into identity.permission (user_id, organization_id, key, granted)
      values (${requester.user_id}, 1, 'MANAGE_PAYMENTS:UPDATE', false)`
    expect((await approve(request)).body.code).toBe('REFUND_ASKER_GONE')
    await app.database.read`delete from identity.permission where user_id = ${requester.user_id}`
    await app.database.read`update identity.person set lk_user_status_id = 2 where user_id = ${requester.user_id}`
    expect((await approve(request)).body.code).toBe('REFUND_ASKER_GONE')
    expect((await decline(request)).status).toBe(200)
    expect((await shop.returned(purchase)).refunded).toEqual([])
  })

  test('cannot be approved by someone who has lost the permission', async () => {
    const { request } = await requestRefund()
    const other = await shop.addSomeone('SSD', 1)
    await app.database.read`
      insert into identity.permission (user_id, organization_id, key, granted)
      values (${other.user_id}, 1, 'MANAGE_PAYMENTS:UPDATE', false)`
    for (const operation of [approve, decline]) expect((await operation(request, other)).status).toBe(403)
    expect((await takeBack(request)).status).toBe(200)
  })

  test('expires after seven days, and cannot be approved late even before the sweep', async () => {
    const { purchase, request } = await requestRefund()
    const sweep = async () => expireRefundRequests(await app.ctx({ kind: 'system', name: 'test' }))
    expect(await sweep()).toBe(0)
    const pending = async () => {
      const ctx = await asTenant(await app.ctx({ kind: 'system', name: 'test' }), 1)
      return [(await countPending(ctx)).awaiting, (await selectPendingAges(ctx)).awaiting]
    }
    await app.moveClock(6 * 86_400_000 + 1_000)
    expect(await pending()).toEqual([1, 6])
    await app.moveClock(86_400_000)
    // It awaits no one any more, even before the sweep.
    expect(await pending()).toEqual([0, null])
    await shop.prove()
    Object.assign(second, await app.as(second.user_id, 'SSD'))
    expect((await approve(request)).body.code).toBe('REFUND_DECIDED')
    expect(await awaitingRefunds()).toEqual([])
    expect(await Promise.all([sweep(), sweep()])).toContain(1)
    expect(await sweep()).toBe(0)
    expect(await decision(request)).toEqual({ decision: 'expired' })
    expect(await shop.refundable(purchase)).toMatchObject({ existing_refund_amount: 0 })
    await app.moveClock(-7 * 86_400_000 - 1_000)
  })

  test('is not read by the sweep once decided, so that decided requests delay no others', async () => {
    const { request } = await requestRefund()
    await decline(request)
    await app.moveClock(8 * 86_400_000)
    const expired = await listExpiredRequests(await app.ctx({ kind: 'system', name: 'test' }))
    await app.moveClock(-8 * 86_400_000)
    expect(expired.map(({ refund_attempt_id }) => refund_attempt_id)).not.toContain(request.refund_attempt_id)
  })

  test('is dropped when a refund made at the gateway returns the money', async () => {
    const { purchase, request } = await requestRefund()
    await overtake(purchase.payment_id)
    expect(await decision(request)).toEqual({ decision: 'overtaken' })
    expect((await approve(request)).body.code).toBe('REFUND_DECIDED')
  })

  test('refused by the gateway after the approval is refused, and can be requested again', async () => {
    const { purchase, request } = await requestRefund()
    await app.database.read`
      update checkout.payment_attempt set last_4 = '9999' where transaction_id = ${purchase.transaction_id}`
    expect((await approve(request)).body.code).toBe('REFUND_REFUSED')
    expect(await shop.statuses(purchase)).toMatchObject({ payment: paid, refunded: 0 })
    expect((await shop.refund(purchase)).body.awaiting_approval).toBe(true)
    expect((await takeBack(await requestOf(purchase))).status).toBe(200)
  })
})

describe('T-29: a large void', () => {
  test('awaits approval as well, and blocks other refunds of its payment', async () => {
    const purchase = await shop.buy(undefined, false)
    expect((await shop.void(purchase)).body).toMatchObject({ awaiting_approval: true })
    expect((await shop.void(purchase, {}, second)).body.code).toBe('REFUND_RUNNING')
    expect((await approve(await requestOf(purchase))).body.message).toBe('Void Completed.')
    expect(await shop.statuses(purchase)).toMatchObject({ payment: voided })
    expect(await shop.returned(purchase)).toEqual({ refunded: [], voided: 1 })
  })

  test('becomes a refund that must be approved again if the payment has settled since', async () => {
    const purchase = await shop.buy(undefined, false)
    await shop.void(purchase)
    simulator.settle()
    const request = await requestOf(purchase)
    expect((await approve(request, staff)).body.code).toBe('REFUND_NEEDS_ANOTHER')
    expect(await awaitingRefunds()).toMatchObject([{ ...request, asked: 'void' }])
    expect((await approve(request)).body.code).toBe('VOID_BECAME_REFUND')
    expect(await awaitingRefunds()).toMatchObject([{ ...request, asked: 'refund' }])
    expect(await shop.statuses(purchase)).toMatchObject({ payment: paid, refunded: 0 })
    expect(await shop.returned(purchase)).toEqual({ refunded: [], voided: 0 })
    expect((await approve(request)).status).toBe(200)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: refunded })
    expect(await shop.returned(purchase)).toMatchObject({ voided: 0 })
  })
})

describe('T-29: the limit for one person', () => {
  test('is the same for parts as for a whole refund', async () => {
    const purchase = await shop.buy()
    expect((await shop.refund(purchase, { amount: 6 })).body.awaiting_approval).toBe(false)
    const remainder = { amount: 6, existing_refund_amount: 6 }
    expect((await shop.refund(purchase, remainder, second)).body.awaiting_approval).toBe(true)
    expect((await takeBack(await requestOf(purchase), second)).status).toBe(200)
    expect((await shop.refund(purchase, { ...remainder, amount: 4 }, second)).body.awaiting_approval).toBe(false)
  })

  test('applies per day over all payments, even simultaneous ones; approved refunds do not count', async () => {
    await limits(100_000, 25_00)
    const busy = await shop.addSomeone('SSD', 1)
    const all = await Promise.all(Array.from({ length: 4 }, () => shop.buy()))
    const responses = await whileHeld(app.database, 'checkout.refund_attempt', () =>
      all.map((purchase) => shop.refund(purchase, { amount: 10 }, busy)),
    )
    expect(responses.map(({ body }) => body.awaiting_approval).toSorted()).toEqual([false, false, true, true])
    const requests = await awaitingRefunds()
    expect(requests[0]).toMatchObject({ cause: 'day', amount: 10 })
    const [first, second] = requests.map(({ refund_attempt_id }: Request) => ({ refund_attempt_id }))
    expect((await approve(first)).status).toBe(200)
    expect((await decline(second)).status).toBe(200)
    const purchase = await shop.buy()
    expect((await shop.refund(purchase, { amount: 5 }, busy)).body.awaiting_approval).toBe(false)
    expect((await shop.refund(purchase, { amount: 1, existing_refund_amount: 5 }, busy)).body.awaiting_approval).toBe(
      true,
    )
    await takeBack(await requestOf(purchase), busy)
    await app.moveClock(86_400_000 + 1_000)
    Object.assign(busy, await app.as(busy.user_id, 'SSD'))
    expect((await shop.refund(purchase, { amount: 2, existing_refund_amount: 5 }, busy)).body.awaiting_approval).toBe(
      false,
    )
    await app.moveClock(-86_400_000 - 1_000)
  })

  test('counts the refunds by all accounts of a person together, even at the same moment', async () => {
    await limits(100_000, 25_00)
    const [first, second] = [await shop.addSomeone('SSD', 1), await shop.addSomeone('SSD', 1)]
    await app.database.read`
      insert into identity.linked_account (organization_id, user_id, related_user_id)
      values (1, ${first.user_id}, ${second.user_id})`
    const all = await Promise.all(Array.from({ length: 4 }, () => shop.buy()))
    const responses = await Promise.all(
      all.map((purchase, index) => shop.refund(purchase, { amount: 10 }, [first, second][index % 2])),
    )
    expect(responses.map(({ body }) => body.awaiting_approval).toSorted()).toEqual([false, false, true, true])
  })

  test('is unlimited if the organization requires no second person, except for money of their own', async () => {
    await app.database.read`update checkout.checkout_settings set refund_approval_ind = false where organization_id = 1`
    const { response } = await requestRefund()
    expect(response.body.message).toBe('Refund Completed.')
    const purchase = await shop.buy()
    await app.database.read`
      insert into identity.linked_account (organization_id, user_id, related_user_id)
      values (1, ${staff.user_id}, ${purchase.buyer.user_id})`
    expect((await shop.refund(purchase, { amount: 1 })).body).toMatchObject({ awaiting_approval: true })
    expect((await approve(await requestOf(purchase))).status).toBe(200)
  })
})

describe('T-29: an Admin who loosens the approval rules', () => {
  const save = (client: Client, settings: object) => client.post('/settings/saveCheckoutSettings', { settings })
  const notificationTexts = async (user_id: number) =>
    (
      await app.database.read<{ text_en: string }>`
        select text_en from identity.notification where user_id = ${user_id} and cause like 'refund-approval:%'`
    ).map(({ text_en }) => text_en)
  const needsNoApproval = async (client: Client, amount: number) => {
    const purchase = await shop.buy()
    return !(await shop.refund(purchase, { amount }, client)).body.awaiting_approval
  }

  test.each([
    ['switches it off', { refundApproval: false }, 15],
    ['raises the limit of a payment', { refundApprovalAbove: 9_000, refundApprovalAboveDay: 100_000 }, 15],
    ['leaves the limit to the default', { refundApprovalAboveDay: 100_000 }, 15],
  ])('(%s) is subject to the previous rule for 24 hours; others are not', async (_, settings, amount) => {
    const [admin, other] = [await shop.addSomeone('SSD', 1), await shop.addSomeone('SSD', 1)]
    expect(await needsNoApproval(admin, amount)).toBe(false)
    expect((await save(admin, settings)).body.message).toContain('for 24 more hours')
    expect([
      await needsNoApproval(admin, 10),
      await needsNoApproval(admin, amount),
      await needsNoApproval(other, amount),
    ]).toEqual([true, false, true])
    await app.moveClock(86_400_000 - 60_000)
    Object.assign(admin, await app.as(admin.user_id, 'SSD'))
    expect(await needsNoApproval(admin, amount)).toBe(false)
    await app.moveClock(61_000)
    expect(await needsNoApproval(admin, amount)).toBe(true)
    await app.moveClock(-86_400_000 - 1_000)
  })

  test('is held to the previous day limit', async () => {
    await limits(100_000, 25_00)
    const admin = await shop.addSomeone('SSD', 1)
    await save(admin, { refundApprovalAbove: 1_000, refundApprovalAboveDay: 100_000 })
    expect([await needsNoApproval(admin, 15), await needsNoApproval(admin, 15)]).toEqual([true, false])
  })

  test('is subject to the strictest of the previous rules, also in several steps', async () => {
    const admin = await shop.addSomeone('SSD', 1)
    await limits(10_00, 20_00)
    await save(admin, { refundApprovalAbove: 16, refundApprovalAboveDay: 500 })
    await save(admin, { refundApprovalAbove: 9_000, refundApprovalAboveDay: 100_000 })
    expect([
      await needsNoApproval(admin, 15),
      await needsNoApproval(admin, 10),
      await needsNoApproval(admin, 10),
    ]).toEqual([false, true, true])
    expect(await needsNoApproval(admin, 1)).toBe(false)
  })

  test('gains nothing by switching it on again, or through another of their accounts', async () => {
    const [admin, linkedPerson] = [await shop.addSomeone('SSD', 1), await shop.addSomeone('SSD', 1)]
    await app.database.read`
      insert into identity.linked_account (organization_id, user_id, related_user_id)
      values (1, ${admin.user_id}, ${linkedPerson.user_id})`
    await unlink(admin.user_id, '1 day')
    await save(admin, { refundApproval: false })
    await save(admin, { refundApproval: true, refundApprovalAbove: 9_000, refundApprovalAboveDay: 100_000 })
    expect([await needsNoApproval(admin, 15), await needsNoApproval(linkedPerson, 15)]).toEqual([false, false])
  })

  test('notifies others who may refund, and is audited; stricter rules are not announced', async () => {
    const [admin, other] = [await shop.addSomeone('SSD', 1), await shop.addSomeone('SSD', 1)]
    const instructor = await shop.addSomeone('SSD', 2)
    expect((await save(admin, { refundApprovalAbove: 5 })).body.message).toBe('Checkout settings updated.')
    expect(await notificationTexts(other.user_id)).toEqual([])
    await save(admin, { refundApprovalAbove: 6 })
    await save(admin, { refundApproval: false })
    expect(await notificationTexts(other.user_id)).toEqual([
      expect.stringContaining('raised the limits'),
      expect.stringContaining('turned off the second approval'),
    ])
    expect([await notificationTexts(admin.user_id), await notificationTexts(instructor.user_id)]).toEqual([[], []])
    const rows = await app.database.read<{ before: object; after: object }>`
      select before, after from platform.audit_event
      where action = 'checkout.settings' and actor_user_id = ${admin.user_id} order by audit_event_id desc limit 1`
    expect(rows).toMatchObject([{ before: { refund_approval_cents: 600 }, after: { refund_approval: false } }])
  })

  test('cannot send refunds at the same moment', async () => {
    const admin = await shop.addSomeone('SSD', 1)
    const all = await Promise.all(Array.from({ length: 8 }, () => shop.buy()))
    const [response, ...refunds] = await Promise.all([
      save(admin, { refundApproval: false }),
      ...all.map((purchase) => shop.refund(purchase, { amount: 15 }, admin)),
    ])
    expect(response!.status).toBe(200)
    expect(refunds.map(({ body }) => body.awaiting_approval)).toEqual(all.map(() => true))
  })
})
