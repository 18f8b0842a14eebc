import { expect, test } from 'vitest'
import { addSomeone, addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const admin = await addStaff(app, 'SSD')
const organization_id = await app.database.tx((sql) =>
  insertOrganization(sql, { code: 'BIL', name: 'Billed School', parent_organization_id: 1 }),
)
type Method = { payment_profile_id: number; last_4: string; default_ind: boolean; lk_payment_type_id: number }

const methods = async (): Promise<Method[]> =>
  (await admin.get(`/organization/billing/fetch?organization_id=${organization_id}`)).body.paymentMethods
const change = (body: object, client: Client = admin) =>
  client.put('/organization/billing', { organization_id, ...body })

/** A person's actions on the gateway's page. */
async function useGatewayPage(choice: 'go' | 'bank' | 'back') {
  const { token, url } = (await admin.get(`/organization/billing/page?organization_id=${organization_id}`)).body
  return fetch(url, { method: 'POST', body: new URLSearchParams({ token, choice }), redirect: 'manual' })
}

test("cards and bank accounts are added on the gateway's page, and shown by their last four digits", async () => {
  const response = await useGatewayPage('go')
  expect(response.headers.get('location')).toMatch(
    new RegExp(`/manage/organization/${organization_id}/payments\\?back=1$`),
  )
  await useGatewayPage('bank')
  expect(await methods()).toEqual([])
  const { text } = await admin.visit(`/manage/organization/${organization_id}/payments?back=1`)
  expect(text).toContain('Visa ending in 1111')
  expect(text).toContain('Simulated Bank ending in 6789')
  const [first, second] = await methods()
  expect(first).toMatchObject({ default_ind: true })
  expect(new Set([first, second].map((method) => method!.lk_payment_type_id))).toEqual(new Set([1, 2]))
  const { data } = (await admin.get(`/user/organization/profile/fetch?organization_id=${organization_id}`)).body
  expect(data.payment.map(({ payment_profile_id }: Method) => payment_profile_id)).toEqual(
    [first, second].map((method) => method!.payment_profile_id),
  )
  const [customer] = await app.database.read<{ customer_profile_id: string }>`
    select customer_profile_id from checkout.organization_customer where organization_id = ${organization_id}`
  // A second page shows the same customer, and looking changes nothing.
  await useGatewayPage('back')
  const countRefreshes = async () =>
    (
      await app.database.read`
        select from platform.audit_event
        where action = 'organization.billing-refresh' and subject = ${`organization_id:${organization_id}`}`
    ).length
  const before = await countRefreshes()
  expect((await change({ action: 'refresh' })).status).toBe(200)
  expect(await countRefreshes()).toBe(before)
  expect(await app.database.read`select customer_profile_id from checkout.organization_customer`).toEqual([customer])
})

test('another method can be preferred, and the last remaining one is preferred automatically', async () => {
  const [first, second] = await methods()
  const preferred = await change({ action: 'default', payment_profile_id: second!.payment_profile_id })
  expect(preferred.body.paymentMethods[0]).toMatchObject({ ...second, default_ind: true })
  // Repeating the choice changes nothing.
  await change({ action: 'default', payment_profile_id: second!.payment_profile_id })
  const choices = await app.database.read`
    select after from platform.audit_event
    where action = 'organization.billing-default' and subject = ${`organization_id:${organization_id}`}`
  expect(choices).toEqual([{ after: { last_4: second!.last_4 } }])
  const copies = await Promise.all(
    Array.from({ length: 4 }, () => change({ action: 'remove', payment_profile_id: second!.payment_profile_id })),
  )
  for (const { status } of copies) expect([200, 404]).toContain(status)
  const removals = await app.database.read`
    select before from platform.audit_event
    where action = 'organization.billing-remove' and subject = ${`organization_id:${organization_id}`}`
  expect(removals).toEqual([{ before: { last_4: second!.last_4 } }])
  expect(await methods()).toEqual([{ ...first, default_ind: true }])
  const response = await change({ action: 'remove', payment_profile_id: second!.payment_profile_id })
  expect([response.status, response.body.code]).toEqual([404, 'BILLING_METHOD_UNKNOWN'])
  expect((await change({ action: 'refresh' })).body.paymentMethods).toHaveLength(1)
})

test('an unreachable gateway changes nothing and is reported', async () => {
  const before = await methods()
  await app.database.read`
    update checkout.organization_customer set customer_profile_id = '0' where organization_id = ${organization_id}`
  const { status, body } = await change({ action: 'refresh' })
  expect([status, body.code]).toEqual([503, 'BILLING_NOT_SAVED'])
  expect(await methods()).toEqual(before)
  // The page itself shows the methods.
  expect((await admin.visit(`/manage/organization/${organization_id}/payments?back=1`)).text).toContain(
    `ending in ${before[0]!.last_4}`,
  )
})

test('T-27: only staff with the organization permission, in scope, read and change its payment methods', async () => {
  const [method] = await methods()
  const sibling = await addStaff(app, 'GCT')
  const reader = await addSomeone(app, 'SSD', 2)
  await app.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${reader.user_id}, 1, 'MANAGE_PAYMENT_METHODS:READ', true)`
  const readerClient = await app.as(reader.user_id)
  const path = `organization_id=${organization_id}`
  expect((await readerClient.get(`/organization/billing/fetch?${path}`)).body).toMatchObject({
    can: { add: false, prefer: false, remove: false },
  })
  const preferring = await addSomeone(app, 'SSD', 2)
  await app.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${preferring.user_id}, 1, 'MANAGE_PAYMENT_METHODS:UPDATE', true)`
  for (const [client, status] of [
    [readerClient, 403],
    [await app.as(preferring.user_id), 403],
    [sibling, 404],
    [await app.as(await app.userId('student@example.com')), 403],
    [app.visitor(), 401],
  ] as const) {
    expect((await client.get(`/organization/billing/page?${path}`)).status).toBe(status)
    const removal = { action: 'remove', payment_profile_id: method!.payment_profile_id }
    expect((await change(removal, client)).status).toBe(status)
  }
  // One organization can't use another's method.
  const other = await admin.put('/organization/billing', {
    organization_id: 1,
    action: 'remove',
    payment_profile_id: method!.payment_profile_id,
  })
  expect(other.body.code).toBe('BILLING_METHOD_UNKNOWN')
})

const nothing = { fetch: 403, page: 403, refresh: 403, default: 403, remove: 403 }
test.each([
  { types: ['READ'], may: { fetch: 200 }, can: { add: false, prefer: false, remove: false } },
  { types: ['CREATE'], may: { refresh: 200 } },
  { types: ['UPDATE'], may: { refresh: 200, default: 404 } },
  { types: ['DELETE'], may: { refresh: 200, remove: 404 } },
  {
    types: ['READ', 'UPDATE'],
    may: { fetch: 200, refresh: 200, default: 404 },
    can: { add: false, prefer: true, remove: false },
  },
  {
    types: ['READ', 'DELETE'],
    may: { fetch: 200, refresh: 200, remove: 404 },
    can: { add: false, prefer: false, remove: true },
  },
  { types: ['CREATE', 'UPDATE', 'DELETE'], may: { page: 200, refresh: 200, default: 404, remove: 404 } },
])('staff with $types of the payment methods may $may', async ({ types, may, can }) => {
  const someone = await addSomeone(app, 'SSD', 2)
  for (const type of types)
    await app.database.read`
      insert into identity.permission (user_id, organization_id, key, granted)
      values (${someone.user_id}, 1, ${`MANAGE_PAYMENT_METHODS:${type}`}, true)`
  const client = await app.as(someone.user_id)
  await app.database.read`delete from checkout.organization_customer where organization_id = 1`
  const ownOrganization = { organization_id: 1 }
  // No organization has this method: who may change methods gets 404.
  const unknown = { ...ownOrganization, payment_profile_id: 999_999 }
  const fetched = await client.get('/organization/billing/fetch?organization_id=1')
  const statuses = {
    fetch: fetched.status,
    page: (await client.get('/organization/billing/page?organization_id=1')).status,
    refresh: (await change({ ...ownOrganization, action: 'refresh' }, client)).status,
    default: (await change({ ...unknown, action: 'default' }, client)).status,
    remove: (await change({ ...unknown, action: 'remove' }, client)).status,
  }
  expect(statuses).toEqual({ ...nothing, ...may })
  expect(fetched.body.can).toEqual(can)
})
