import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createUserFromSignup } from '#modules/identity/sign-up/create-user-from-signup.ts'
import { openShopify } from '#modules/identity/storefront/shopify.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { secretPort } from '#platform/ports.ts'
import { openStorefrontSimulator, startStorefrontSimulator } from '#simulators/storefront/simulator.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'
import { insertCode } from './code.sql.ts'
import { logInByOrder } from './log-in-by-order.ts'
import { makeOrderCode } from './order-code.ts'
import { isSigned, receiveDelivery } from './receive-delivery.ts'
import { orderKey, storefronts } from './storefronts.ts'

const { simulator, config, close } = await startStorefrontSimulator('AAA')
const shop = openShopify(config)
afterAll(close)
const site = await openTestSite(fillPorts([storefronts, [shop]]))
const wrongError = { kind: { code: 'ORDER_CODE_WRONG', status: 422 } }
let count = 0
/** An order of the shop that this organization does not know yet. */
function order({ email = `buyer${count}@example.com`, paid = true } = {}) {
  count += 1
  const placedOrder = simulator.place({ email, paid })
  return { shopify_order_id: `#${placedOrder.number}`, email, placed: placedOrder }
}
type Typed = { shopify_order_id: string; email: string }
const only = ({ shopify_order_id, email }: Typed) => ({ shopify_order_id, email })

/** Requests a code as a visitor and runs the job; the emailed code, or null. */
async function requestCode(input: Typed, code = 'AAA'): Promise<string | null> {
  const result = await logInByOrder.run(await site.visit({ code }), only(input))
  expect(result).toEqual({ codeSent: true, data: { message: expect.any(String) } })
  const { data } = site.facts.findLast(({ fact }) => fact === 'identity.storefront_code_asked')!
  const job = (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })
  return (await makeOrderCode(job, data.storefront_request_id as number))?.code ?? null
}
const logIn = async (input: Typed, code: string) => logInByOrder.run(await site.visit(), { ...only(input), code })

test("the code sent to the order's email address signs in, and creates the student the first time", async () => {
  const shopOrder = order()
  const code = await requestCode(shopOrder)
  expect(code).toMatch(/^\d{8}$/)
  const first = await logIn(shopOrder, code!)
  expect(first.user).toMatchObject({
    role: 'Student',
    email: shopOrder.email,
    first_name: 'Olivia',
    last_name: 'Order',
  })
  expect((await site.whois(first.token!))?.actor.user_id).toBe(first.user?.user_id)
  const secondSignIn = await logIn(shopOrder, (await requestCode(shopOrder))!)
  expect(secondSignIn.user?.user_id).toBe(first.user?.user_id)
  const second = order({ email: shopOrder.email })
  expect((await logIn(second, (await requestCode(second))!)).user?.user_id).toBe(first.user?.user_id)
})

test('a code works once, for ten minutes, for its own order, however it is typed', async () => {
  const shopOrder = order()
  const other = order()
  const code = (await requestCode(shopOrder))!
  await requestCode(other)
  await expect(logIn(other, code)).rejects.toMatchObject(wrongError)
  const spaced = `${code.slice(0, 4)} ${code.slice(4)}`
  expect((await logIn({ ...shopOrder, shopify_order_id: orderKey(shopOrder.shopify_order_id) }, spaced)).needs2fa).toBe(
    false,
  )
  await expect(logIn(shopOrder, code)).rejects.toMatchObject(wrongError)
  const lateCode = (await requestCode(shopOrder))!
  site.clock.offset_ms += 11 * 60_000
  await expect(logIn(shopOrder, lateCode)).rejects.toMatchObject(wrongError)
})

test('eight simultaneous uses of one code are one sign-in', async () => {
  const shopOrder = order()
  const code = (await requestCode(shopOrder))!
  const uses = await Promise.allSettled(Array.from({ length: 8 }, () => logIn(shopOrder, code)))
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('five wrong codes void the correct one', async () => {
  const shopOrder = order()
  const code = (await requestCode(shopOrder))!
  const guess = String((Number(code) + 1) % 100_000_000).padStart(8, '0')
  for (let n = 0; n < 5; n++) await expect(logIn(shopOrder, guess)).rejects.toMatchObject(wrongError)
  await expect(logIn(shopOrder, code)).rejects.toMatchObject(wrongError)
})

test('an unpaid order, another address and an unknown number get no code, and the same response', async () => {
  const unpaid = order({ paid: false })
  const shopOrder = order()
  expect(await requestCode(unpaid)).toBeNull()
  expect(await requestCode({ ...shopOrder, email: 'stranger@example.com' })).toBeNull()
  expect(await requestCode({ ...shopOrder, shopify_order_id: '#99999' })).toBeNull()
  expect(await requestCode({ ...shopOrder, email: shopOrder.email.toUpperCase() })).toMatch(/^\d{8}$/)
})

test("a person who signed up with the address does not get its owner's purchase", async () => {
  const shopOrder = order()
  const earlyForm = { email: shopOrder.email, password, confirmPassword: password, agreeTerms: true }
  const { user } = await createUserFromSignup.run(await site.visit(), { ...earlyForm, first_name: 'E', last_name: 'B' })
  const code = (await requestCode(shopOrder))!
  await expect(logIn(shopOrder, code)).rejects.toMatchObject({ kind: { code: 'ORDER_ACCOUNT_EXISTS', status: 409 } })
  // The holder of the code, signed in, connects the order to the account.
  const { ctx } = await site.signIn({ user_id: user.user_id, code: 'AAA' })
  const claimed = await logInByOrder.run(ctx, { ...only(shopOrder), code: (await requestCode(shopOrder))! })
  expect(claimed).toEqual({ codeSent: false })
  const [row] = await site.database.read<{ user_id: number }>`
    select user_id from identity.storefront_order where email = ${shopOrder.email}`
  expect(row?.user_id).toBe(user.user_id)
})

test('an order keeps its owner, and staff cannot sign in with one', async () => {
  const shopOrder = order()
  await logIn(shopOrder, (await requestCode(shopOrder))!)
  const { ctx } = await site.signIn(await site.addPerson())
  const refusal = { kind: { code: 'ORDER_ACCOUNT_EXISTS' } }
  const result = logInByOrder.run(ctx, { ...only(shopOrder), code: (await requestCode(shopOrder))! })
  await expect(result).rejects.toMatchObject(refusal)
  const manager = await site.addPerson({ role: 'Admin', loginid: 'boss@example.com' })
  const staffOrder = order({ email: manager.loginid })
  await expect(logIn(staffOrder, (await requestCode(staffOrder))!)).rejects.toMatchObject(refusal)
})

test('an organization without a shop does not offer it, and orders stay in their organization', async () => {
  const shopOrder = order()
  const otherOrganizationCtx = await site.visit({ code: 'CCC' })
  await expect(logInByOrder.run(otherOrganizationCtx, only(shopOrder))).rejects.toMatchObject({
    kind: { code: 'SOCIAL_NOT_OFFERED' },
  })
})

const delivered = (raw: string) => new TextEncoder().encode(raw)

test('a signed delivery is stored once, and its order then needs no call to the shop', async () => {
  const shopOrder = order()
  const { body, headers } = simulator.delivery(shopOrder.placed)
  const ctx = await site.visit()
  expect(isSigned(shop, delivered(body), headers['x-shopify-hmac-sha256']!)).toBe(true)
  for (let n = 0; n < 3; n++)
    expect(await receiveDelivery(ctx, shop, headers['x-shopify-webhook-id']!, delivered(body))).toBe(true)
  await receiveDelivery(ctx, shop, 'another-delivery', delivered(body))
  const rows = await site.database.read<{ external_id: string }>`
    select external_id from identity.storefront_order where email = ${shopOrder.email}`
  expect([...rows]).toEqual([
    { external_id: `gid://shopify/Order/820982911946${String(shopOrder.placed.number).padStart(6, '0')}` },
  ])
  const before = simulator.queries()
  expect(await requestCode(shopOrder)).toMatch(/^\d{8}$/)
  expect(simulator.queries()).toBe(before)
})

test('refuses another signature, another body and a missing signature, and accepts the former secret', () => {
  const { body } = simulator.delivery(order().placed)
  const deliveryWith = (secret: string) => simulator.delivery(order().placed, secret)
  for (const { body, headers } of [deliveryWith('guessed'), deliveryWith('')]) {
    expect(isSigned(shop, delivered(body), headers['x-shopify-hmac-sha256']!)).toBe(false)
  }
  expect(isSigned(shop, delivered(body), '')).toBe(false)
  const rotating = { ...shop, secrets: ['new secret', 'old secret'] }
  const old = deliveryWith('old secret')
  expect(isSigned(rotating, delivered(old.body), old.headers['x-shopify-hmac-sha256']!)).toBe(true)
  expect(isSigned(rotating, delivered(`${old.body} `), old.headers['x-shopify-hmac-sha256']!)).toBe(false)
})

test('refuses a body that is not an order, and changes nothing', async () => {
  const ctx = await site.visit()
  for (const body of ['', '{', 'null', '{"id":1}', '[1]']) {
    expect(await receiveDelivery(ctx, shop, `bad-${body.length}`, delivered(body))).toBe(false)
  }
})

test('a code is stored as a keyed hash', async () => {
  const shopOrder = order()
  await requestCode(shopOrder)
  const ctx = await site.visit()
  const [row] = await site.database.read<{ storefront_order_id: number; organization_id: number }>`
    select storefront_order_id, organization_id from identity.storefront_order where email = ${shopOrder.email}`
  const code = await insertCode(ctx, row!)
  const rows = await site.database.read<{
    row: string
  }>`select to_jsonb(c)::text as row from identity.storefront_code c`
  expect(rows.some(({ row }) => row.includes(code))).toBe(false)
  // Someone who stole the table could try all eight digits, so the hash needs a key that the table does not contain.
  const without = (key: string) =>
    createHmac('sha256', key).update(`storefront ${row!.storefront_order_id} ${code}`).digest()
  const hashes = await site.database.read<{ code_hash: Buffer }>`select code_hash from identity.storefront_code`
  expect(hashes.some(({ code_hash }) => code_hash.equals(without(ctx.use(secretPort))))).toBe(true)
  expect(hashes.some(({ code_hash }) => code_hash.equals(without('')))).toBe(false)
})

test('the simulator refuses to run in production', () => {
  expect(() => openStorefrontSimulator({ production: true })).toThrow('must not run in production')
})
