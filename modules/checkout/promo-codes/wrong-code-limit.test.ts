import { expect, test } from 'vitest'
import { guestWith, openShop } from '#modules/checkout/checkout.fixture.ts'
import { reservePromoCodes } from '#modules/checkout/orders/order.sql.ts'

const shop = await openShop()
const { app } = shop

let counter = 0
async function addCode(usage_limit: number | null = null) {
  const code = `LIMIT-${++counter}`
  const [row] = await app.database.read<{ promo_code_id: number }>`
    insert into checkout.promo_code (organization_id, code, dollar_amount_off_cents, usage_limit)
    values (1, ${code}, 500, ${usage_limit}) returning promo_code_id`
  return { code, ...row! }
}
const apply = (code: string, guest_id: string) =>
  app.visitor().get(`/promocode/applyCode?code=${code}&guest_id=${guest_id}`)

test('T-31: ten wrong codes for a cart block it for an hour, even when sent at the same time', async () => {
  await app.moveClock(2 * 60 * 60_000)
  const { code } = await addCode()
  const { guest_id } = await guestWith(shop)
  const responses = await Promise.all(Array.from({ length: 14 }, (_, n) => apply(`NONE-${n}`, guest_id)))
  expect(responses.filter(({ status }) => status === 422)).toHaveLength(10)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(4)
  await app.moveClock(40 * 60_000)
  expect((await apply(code, guest_id)).body).toMatchObject({
    code: 'TOO_MANY_CODES',
    retry_after: expect.closeTo(20 * 60, -3),
  })
  await app.moveClock(21 * 60_000)
  expect((await apply(code, guest_id)).status).toBe(200)
})

test('T-31: a new cart gives no additional tries, and correct codes do not count as tries', async () => {
  await app.moveClock(2 * 60 * 60_000)
  const { code } = await addCode()
  const statuses: number[] = []
  for (let cart = 0; cart < 7; cart++) {
    const { guest_id } = await guestWith(shop)
    expect((await apply(code, guest_id)).status).toBe(cart < 6 ? 200 : 429)
    for (let n = 0; n < 9; n++) statuses.push((await apply(`NONE-${cart}-${n}`, guest_id)).status)
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(50)
  expect(statuses.slice(50).every((status) => status === 429)).toBe(true)
})

test.each([
  [true, 429],
  [false, 200],
])('fifty tries of a network, which have failed: %s, give the status %i', async (failed_ind, status) => {
  await app.database.read`delete from checkout.promo_code_try`
  const { code } = await addCode()
  const { guest_id } = await guestWith(shop)
  const other = await guestWith(shop)
  await apply('NONE', other.guest_id)
  await app.database.read`
    insert into checkout.promo_code_try (organization_id, cart_id, network, failed_ind, at)
    select organization_id, cart_id, network, ${failed_ind}, at from checkout.promo_code_try, generate_series(1, 60)`
  expect((await apply(code, guest_id)).status).toBe(status)
  await app.database.read`delete from checkout.promo_code_try`
})

test('T-31: two hundred simultaneous buyers use a code with seven uses seven times', async () => {
  const { promo_code_id } = await addCode(7)
  const { order_ids, user_ids } = await openOrders(200)
  const ctx = await app.ctx({ kind: 'system', name: 'test' })
  const priced = { lines: [{ promo_code_id }] } as never
  const tries = await Promise.allSettled(
    order_ids.map((order_id, index) => {
      const buyer = { user_id: user_ids[index]!, first_name: '', last_name: '', email: `crowd${index}@example.com` }
      return ctx.tx((inner) => reservePromoCodes(inner, order_id, priced, buyer))
    }),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  for (const result of tries)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ kind: { code: 'PROMO_USED' } })
  const [uses] = await app.database.read<{ n: number }>`
    select count(*)::int as n from checkout.promo_use where promo_code_id = ${promo_code_id}`
  expect(uses!.n).toBe(7)
})

/** Unpaid orders of this many new students. */
async function openOrders(many: number) {
  const rows = await app.database.read<{ order_id: number; user_id: number }>`
    with people as (
      insert into identity.person (organization_id, lk_user_role_id, loginid, email)
      select 1, 3, 'crowd' || n || '@example.com', 'crowd' || n || '@example.com' from generate_series(0, ${many}::int - 1) n
      returning user_id, email)
    insert into checkout.customer_order (organization_id, user_id, intent_id, subtotal_cents, add_on_cents,
      shipping_cents, discount_cents, total_cents, first_name, last_name, email)
    select 1, user_id, gen_random_uuid(), 1995, 0, 0, 0, 1995, '', '', email from people
    returning order_id, user_id`
  return { order_ids: rows.map(({ order_id }) => order_id), user_ids: rows.map(({ user_id }) => user_id) }
}
