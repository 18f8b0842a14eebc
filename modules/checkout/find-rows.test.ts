import { beforeAll, describe, expect, test } from 'vitest'
import { addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database

const [other] = await read<{ organization_id: number; code: string }>`
  select organization_id, code from identity.organization
  where parent_organization_id is null and not default_ind and lk_organization_status_id = 1 limit 1`
const admin = await app.as(await app.userId('admin@example.com'))
const staffElsewhere = await addStaff(app, other!.code)

let nextId = 700_000
/** A sale of one dollar to a buyer with this name. */
async function addPayment(organization_id: number, first_name: string, transaction_id: string): Promise<number> {
  const order_id = ++nextId
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
const otherPayment = await addPayment(other!.organization_id, 'Xaviera', 'TRX-4711001')

async function idsOf(client: typeof admin, search: string): Promise<number[]> {
  const { body } = await client.get(`/payment/fetch?search=${encodeURIComponent(search)}`)
  return body.data.map(({ payment_id }: { payment_id: number }) => payment_id)
}
type Find = (sql: Sql, patterns: Fragment) => Fragment
/** The ids that a function of the database finds for a connection with this scope. */
const findAll = (
  scope: string,
  pattern: string,
  find: Find = (sql, patterns) => sql`checkout.find_payments(${patterns})`,
) =>
  app.database.tx(async (sql) => {
    await sql`set local role waypost_app`
    await sql`select set_config('waypost.scope', ${scope}, true)`
    const [row] = await sql<{ found: number[] | null }>`
      select ${find(sql, sql`${sql.array([pattern])}::text[]`)} as found`
    return row!.found
  })

test('T-22: letters within a name, an address or a transaction id find the payments in scope, and no others', async () => {
  for (const search of ['uintanill', 'nunez', 'letters.example', '4711', 'aviera 4711', '4711 letters nunez'])
    expect([search, await idsOf(admin, search), await idsOf(staffElsewhere, search)]).toEqual([
      search,
      [here],
      [otherPayment],
    ])
  expect((await findAll('{(,)}', '%uintanill%'))?.toSorted()).toEqual([here, otherPayment].toSorted())
  expect(await findAll('{[1,2)}', '%uintanill%')).toEqual([here])
  expect(await findAll('', '%uintanill%')).toEqual([])
})

test('requires each word, including those that no index holds, and treats quotes and wildcards as text', async () => {
  expect(await idsOf(admin, 'quintanilla xa')).toEqual([here])
  for (const search of ['quintanilla zz', 'quintanilla 4712', "quintanilla' or true --", '%%% ___'])
    expect([search, await idsOf(admin, search)]).toEqual([search, []])
  expect(await findAll('{(,)}', "%'; select 1; --%")).toEqual([])
})

/** A shop's order of one line. */
async function addShopLine(organization_id: number, name: string): Promise<number> {
  const [row] = await read<{ storefront_line_id: number }>`
    with added as (
      insert into identity.storefront_order (organization_id, provider, order_name, order_key, external_id, email,
                                             customer_name, paid_at)
      values (${organization_id}, 'shopify', ${`#${name}`}, ${name}, ${name}, 'xaviera@shops.example.com', 'Xaviera Ñandú',
              platform.now())
      returning storefront_order_id, organization_id)
    insert into checkout.storefront_line (storefront_order_id, organization_id, external_id, copy, title, sku,
                                          lk_storefront_line_status_id)
    select storefront_order_id, organization_id, '1', 1, 'Zigzag Course', 'ZIG', 1 from added
    returning storefront_line_id`
  return row!.storefront_line_id
}
async function addPromoCode(organization_id: number, code: string): Promise<number> {
  const [row] = await read<{ promo_code_id: number }>`
    with site as (
      insert into catalogue.website (organization_id, name) values (${organization_id}, ${`Zephyr ${code}`})
      returning website_id, organization_id)
    insert into checkout.promo_code (organization_id, website_id, code, percent_off)
    select organization_id, website_id, ${code}, 10 from site returning promo_code_id`
  return row!.promo_code_id
}
/** A key of the organization's first course; all of the organization's keys have its name. */
async function addKey(organization_id: number, last_group: string): Promise<number> {
  const [row] = await read<{ authorization_key_id: number }>`
    with offer as (
      select course_website_id, course_id, organization_id from catalogue.course_website
      where organization_id = ${organization_id} order by course_website_id limit 1),
    batch as (
      insert into checkout.authorization_key_batch (organization_id, quantity, request_id, created_by)
      select organization_id, 1, gen_random_uuid(), (select user_id from identity.person where loginid = 'admin@example.com')
      from offer
      returning authorization_key_batch_id)
    insert into checkout.authorization_key (organization_id, authorization_key_batch_id, course_website_id, course_id,
                                            course_name, code_hash, last_group)
    select organization_id, authorization_key_batch_id, course_website_id, course_id, 'Quokka Crossing',
           sha256(${last_group}::bytea), ${last_group} from offer, batch
    returning authorization_key_id`
  return row!.authorization_key_id
}

describe.each([
  {
    list: '/storefrontOrder/fetch',
    find: ((sql, patterns) => sql`checkout.find_storefront_lines(${patterns})`) satisfies Find,
    rows: 'storefrontOrders',
    key: 'storefront_line_id',
    add: addShopLine,
    names: ['90771', '90772'],
    searches: ['9077', 'aviera', 'nandu', 'shops.example', 'igza', '9077 igza aviera'],
    misses: ['9077 zz', 'igza 9078', "zigzag' or true --"],
    pattern: '%9077%',
  },
  {
    list: '/promocode/fetch',
    find: ((sql, patterns) => sql`checkout.find_promo_codes(${patterns})`) satisfies Find,
    rows: 'promoCodes',
    key: 'promo_code_id',
    add: addPromoCode,
    names: ['GRAPEFRUIT-1', 'GRAPEFRUIT-2'],
    searches: ['rapefru', 'ephyr', 'zephyr grapefruit'],
    misses: ['grapefruit zz', 'zephyr 4711', "grapefruit' or true --"],
    pattern: '%rapefru%',
  },
  {
    list: '/authorizationKeys/fetch',
    find: ((sql, patterns) => sql`checkout.find_authorization_keys(${patterns})`) satisfies Find,
    rows: 'keys',
    key: 'authorization_key_id',
    add: addKey,
    names: ['QQ7A', 'QQ7B'],
    searches: ['uokka', 'qq7', 'quokka qq7', 'crossing quokka'],
    misses: ['quokka zz', 'qq7 4711', "quokka' or true --"],
    pattern: '%uokka%',
  },
])('$list', ({ list, find, rows, key, add, names, searches, misses, pattern }) => {
  let row: number
  let rowElsewhere: number
  beforeAll(async () => {
    row = await add(1, names[0]!)
    rowElsewhere = await add(other!.organization_id, names[1]!)
  })
  const found = async (client: typeof admin, search: string) => {
    const { body } = await client.get(`${list}?search=${encodeURIComponent(search)}`)
    return body[rows].map((item: Record<string, number>) => item[key])
  }

  test('T-22: letters within its texts find the rows in scope, and no others', async () => {
    for (const search of searches)
      expect([search, await found(admin, search), await found(staffElsewhere, search)]).toEqual([
        search,
        [row],
        [rowElsewhere],
      ])
    for (const search of misses) expect([search, await found(admin, search)]).toEqual([search, []])
  })

  test('T-22: the function returns ids of the scope of its connection alone', async () => {
    expect((await findAll('{(,)}', pattern, find))?.toSorted()).toEqual([row, rowElsewhere].toSorted())
    expect(await findAll('{[1,2)}', pattern, find)).toEqual([row])
    expect(await findAll('', pattern, find)).toEqual([])
    expect(await findAll('{(,)}', "%'; select 1; --%", find)).toEqual([])
  })
})

test('T-22: the name of an organization or of a website finds its keys and codes among those with the other words', async () => {
  const [organization] = await read<{ name: string }>`
    select name from identity.organization where organization_id = ${other!.organization_id}`
  const { body } = await staffElsewhere.get(
    `/authorizationKeys/fetch?search=${encodeURIComponent(`qq7b ${organization!.name}`)}`,
  )
  expect(
    body.keys.map(({ last_group, authorization_code }: Record<string, string>) => last_group ?? authorization_code),
  ).toEqual(['****-****-****-QQ7B'])
})

test('T-22: the part that the functions share is not for the application', async () => {
  const call = app.database.tx(async (sql) => {
    await sql`set local role waypost_app`
    await sql`select platform.few_keys(array['select 1 as payment_id'], 'checkout.payment', 'payment_id')`
  })
  await expect(call).rejects.toThrow('permission denied')
})
