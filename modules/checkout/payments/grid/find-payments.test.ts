import { expect, test } from 'vitest'
import { addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database

const [other] = await read<{ organization_id: number; code: string }>`
  select organization_id, code from identity.organization
  where parent_organization_id is null and not default_ind and lk_organization_status_id = 1 limit 1`
const admin = await app.as(await app.userId('admin@example.com'))
const staffElsewhere = await addStaff(app, other!.code)

let added = 700_000
/** A sale of one dollar to a buyer with this name. */
async function addPayment(organization_id: number, first_name: string, transaction_id: string): Promise<number> {
  const order_id = ++added
  await read`
    insert into checkout.customer_order (order_id, organization_id, user_id, intent_id, lk_order_status_id, subtotal_cents,
      add_on_cents, shipping_cents, discount_cents, total_cents, first_name, last_name, email, paid_at)
    select ${order_id}, ${organization_id}, user_id, gen_random_uuid(), 2, 100, 0, 0, 0, 100, ${first_name},
           'Quintanilla-Ñúñez', 'buyer@letters.example.com', platform.now()
    from identity.person where loginid = 'student@example.com'`
  await read`
    insert into checkout.payment_attempt (payment_attempt_id, order_id, organization_id, attempt, state, amount_cents)
    values (${order_id}, ${order_id}, ${organization_id}, 'T' || ${order_id}::int, 'approved', 100)`
  const [row] = await read<{ payment_id: number }>`
    insert into checkout.payment (order_id, organization_id, user_id, transaction_id, payment_attempt_id,
                                  lk_payment_status_id, total_cents)
    select order_id, organization_id, user_id, ${transaction_id}, order_id, 1, 100
    from checkout.customer_order where order_id = ${order_id} returning payment_id`
  return row!.payment_id
}

const here = await addPayment(1, 'Xaviera', 'TRX-4711000')
const elsewhere = await addPayment(other!.organization_id, 'Xaviera', 'TRX-4711001')

async function idsOf(client: typeof admin, search: string): Promise<number[]> {
  const { body } = await client.get(`/payment/fetch?search=${encodeURIComponent(search)}`)
  return body.data.map(({ payment_id }: { payment_id: number }) => payment_id)
}
const findAll = (scope: string, pattern: string) =>
  app.database.tx(async (sql) => {
    await sql`set local role waypost_app`
    await sql`select set_config('waypost.scope', ${scope}, true)`
    const [row] = await sql<{ found: number[] | null }>`
      select checkout.find_payments(${sql.array([pattern])}::text[]) as found`
    return row!.found
  })

test('T-22: letters within a name, an address or a transaction id find the payments in scope, and no others', async () => {
  for (const search of ['uintanill', 'nunez', 'letters.example', '4711', 'aviera 4711', '4711 letters nunez'])
    expect([search, await idsOf(admin, search), await idsOf(staffElsewhere, search)]).toEqual([
      search,
      [here],
      [elsewhere],
    ])
  expect((await findAll('{(,)}', '%uintanill%'))?.toSorted()).toEqual([here, elsewhere].toSorted())
  expect(await findAll('{[1,2)}', '%uintanill%')).toEqual([here])
  expect(await findAll('', '%uintanill%')).toEqual([])
})

test('requires each word, including those that no index holds, and treats quotes and wildcards as text', async () => {
  expect(await idsOf(admin, 'quintanilla xa')).toEqual([here])
  for (const search of ['quintanilla zz', 'quintanilla 4712', "quintanilla' or true --", '%%% ___'])
    expect([search, await idsOf(admin, search)]).toEqual([search, []])
  expect(await findAll('{(,)}', "%'; select 1; --%")).toEqual([])
})
