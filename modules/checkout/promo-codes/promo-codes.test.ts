import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { discountOf } from '#modules/checkout/cart/cart-total.shared.ts'
import { demo, guestWith, newPerson, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { addSomeone, addStaff, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { lockPromoCode, requireUsable } from './promo.sql.ts'

const shop = await openShop()
const { app } = shop
let admin: Someone
let seller: Someone
beforeAll(async () => {
  admin = await addStaff(app, 'SSD')
  seller = await addStaff(app, 'LSD')
})

let counter = 0
const newCode = () => `TEST-${++counter}`
const five = { dollar_amount_off: 5 }
const save = (someone: Someone, promoCodes: object[], deletedPromoCodes: unknown[] = []) =>
  someone.post('/settings/savePromoCodes', { promoCodes, deletedPromoCodes })

/** A new code of the first organization. */
async function addCode(overrides: object = five) {
  const { status, body, text } = await save(admin, [{ code: newCode(), ...overrides }])
  if (status !== 200) throw new Error(text)
  return body.promoCodes[0] as { promo_code_id: number; code: string }
}
const apply = (code: string, guest_id: string) =>
  app.visitor().get(`/promocode/applyCode?code=${code}&guest_id=${guest_id}`)
/** A use of a code of the first organization by an order without further data. */
const addUse = (promo_code_id: number) => app.database.read`
  with bought as (
    insert into checkout.customer_order
      (organization_id, user_id, intent_id, subtotal_cents, add_on_cents, shipping_cents, discount_cents, total_cents, first_name, last_name, email)
    values (1, ${admin.user_id}, gen_random_uuid(), 0, 0, 0, 0, 0, '', '', 'used@example.com') returning order_id, user_id, email)
  insert into checkout.promo_use (promo_code_id, organization_id, order_id, user_id, email)
  select ${promo_code_id}, 1, order_id, user_id, email from bought`
/** Two websites of the first organization. */
async function websites(): Promise<[number, number]> {
  const [second] = await app.database.read<{ website_id: number }>`
    insert into catalogue.website (organization_id, name) values (1, 'Second Site') returning website_id`
  return [101, second!.website_id]
}
const rowOf = async (promo_code_id: number) => {
  const [row] = await app.database.read<{ enabled: boolean; ended: boolean }>`
    select enabled, expires_at <= platform.now() as ended from checkout.promo_code
    where promo_code_id = ${promo_code_id}`
  return row
}

/** Intervals from now, and counts. */
type CodeState = { enabled?: boolean; starts?: string; expires?: string; limit?: number; used?: number }

describe('the list of promo codes', () => {
  const [before, later] = ['-1 minute', '1 minute']
  test.each([
    ['active', 1, {}],
    ['active', 1, { starts: before, expires: later, limit: 2, used: 1 }],
    ['scheduled', 2, { starts: later }],
    ['ended', 3, { expires: before, starts: later, limit: 1, used: 1 }],
    ['disabled', 4, { enabled: false, expires: before, limit: 1, used: 1 }],
    ['used up', 5, { limit: 2, used: 2 }],
    ['used up', 5, { starts: later, limit: 1, used: 2 }],
  ] as [string, number, CodeState][])('shows a code as %s (%i) if it has %o', async (_, status, state) => {
    const { promo_code_id } = await addCode()
    const { enabled = true, starts = null, expires = null, limit = null, used = 0 } = state
    await app.database.read`
        update checkout.promo_code
        set enabled = ${enabled}, starts_at = platform.now() + ${starts}::interval,
            expires_at = platform.now() + ${expires}::interval, usage_limit = ${limit}
        where promo_code_id = ${promo_code_id}`
    for (let count = 0; count < used; count += 1) await addUse(promo_code_id)
    const { body } = await admin.get(`/promocode/fetch?promo_code_id=exact:${promo_code_id}`)
    expect(body.promoCodes).toMatchObject([{ promo_code_status: status, used }])
    const filtered = await admin.get(
      `/promocode/fetch?promo_code_id=exact:${promo_code_id}&promo_code_status=exact:${status}`,
    )
    expect(filtered.body.promoCodes).toHaveLength(1)
    await app.database.read`delete from checkout.promo_use where promo_code_id = ${promo_code_id}`
  })

  test('is paged with the newest first, with the number of codes and the uses of each', async () => {
    const added = await addCode({ percent_off: 25, usage_limit: 3, website_id: 101 })
    const { body } = await admin.get('/settings/fetchPromoCodes?page=1&pageSize=2')
    expect(body.promoCodes).toHaveLength(2)
    expect(body.promoCodes[0]).toMatchObject({
      promo_code_id: added.promo_code_id,
      code: added.code,
      website_id: 101,
      dollar_amount_off: null,
      percent_off: 25,
      usage_limit: 3,
      once_per_customer: true,
      enabled: true,
      used: 0,
    })
    const next = await admin.get('/settings/fetchPromoCodes?page=2&pageSize=2')
    const ids = [...body.promoCodes, ...next.body.promoCodes].map((code) => code.promo_code_id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(next.body.totalCount).toBe(body.totalCount)
    expect((await admin.get('/settings/fetchPromoCodes?page=9999')).body.promoCodes).toEqual([])
  })

  test("shows a website its own codes and its organization's codes for all websites", async () => {
    const code = await addCode({ ...five, website_id: 101 })
    const all = await addCode()
    const [, website_id] = await websites()
    const otherCode = await addCode({ ...five, website_id })
    const { body } = await admin.get('/organization/fetchPromoCodesForWebsite?website_id=101')
    const ids = body.promoCodes.map((promoCode: { promo_code_id: number }) => promoCode.promo_code_id)
    expect(ids).toEqual(expect.arrayContaining([code.promo_code_id, all.promo_code_id]))
    expect(ids).not.toContain(otherCode.promo_code_id)
    expect((await seller.get('/organization/fetchPromoCodesForWebsite?website_id=101')).status).toBe(404)
  })
})

describe('saving promo codes', () => {
  test('adds and changes them, in capitals and with their period', async () => {
    const period = { starts_at: '2026-01-01T00:00:00Z', expires_at: '2099-01-01T00:00:00.000Z' }
    const added = await addCode({ ...five, ...period, code: 'summer-1' })
    expect(added).toMatchObject({ code: 'SUMMER-1', dollar_amount_off: 5, starts_at: '2026-01-01T00:00:00.000Z' })
    const response = await save(admin, [{ ...added, dollar_amount_off: 7.5, enabled: 0 }])
    expect(response.body.promoCodes[0]).toMatchObject({ ...added, dollar_amount_off: 7.5, enabled: false })
    expect(response.body.message).toBe('Promo codes updated.')
  })

  test('is all or nothing, and names the invalid row', async () => {
    const { code } = await addCode()
    const fresh = newCode()
    const { status, body } = await save(admin, [
      { code: fresh, ...five },
      { code, ...five },
    ])
    expect([status, body.code]).toEqual([409, 'PROMO_TAKEN'])
    expect(body.message).toContain(code)
    expect(body.issues).toEqual([{ path: 'promoCodes.1.code', message: 'This code already exists for all websites.' }])
    expect((await admin.get(`/settings/validateCode?code=${fresh}`)).body.valid).toBe(true)
    const response = await save(admin, [
      { code: fresh, ...five },
      { code: fresh.toLowerCase(), ...five },
    ])
    expect(response.body.issues.map(({ path }: { path: string }) => path)).toEqual(['promoCodes.1.code'])
  })

  test('requires a unique name wherever it applies: once for all websites, or once per website', async () => {
    const [first, second] = await websites()
    const validate = async (query: string) => (await admin.get(`/settings/validateCode?${query}`)).body
    const all = await addCode()
    const forAll = { valid: false, message: 'This code already exists for all websites.' }
    expect(await validate(`code=${all.code.toLowerCase()}&website_id=${first}`)).toMatchObject(forAll)
    expect((await save(admin, [{ code: all.code, ...five, website_id: first }])).status).toBe(409)
    const websiteCode = await addCode({ ...five, website_id: first })
    expect((await save(admin, [{ code: websiteCode.code, ...five, website_id: second }])).status).toBe(200)
    expect(await validate(`code=${websiteCode.code}`)).toMatchObject({
      valid: false,
      message: expect.stringMatching(/^The website .+ already has this code/),
    })
    expect(
      await validate(`code=${websiteCode.code}&promo_code_id=${websiteCode.promo_code_id}&website_id=${first}`),
    ).toMatchObject({
      valid: true,
    })
    const widened = await save(admin, [{ ...websiteCode, website_id: null }])
    expect([widened.status, widened.body.issues[0].message]).toEqual([
      409,
      expect.stringMatching(/^The website .+ already has this code/),
    ])
    expect((await save(seller, [{ code: all.code, ...five }])).status).toBe(200)
    expect(await validate(`code=${newCode()}`)).toMatchObject({ valid: true })
    expect(await validate('code=two%20words')).toMatchObject({
      valid: false,
      message: expect.stringMatching(/letters, digits/),
    })
  })

  test('names the holder of a code in Spanish', async () => {
    const { code } = await addCode()
    await admin.visit('/language', { locale: 'es-es', redirect: '/manage/settings/promo-codes' })
    const { body } = await save(admin, [{ code, ...five }])
    await admin.visit('/language', { locale: 'en-us', redirect: '/manage/settings/promo-codes' })
    expect(body.issues[0].message).toBe('Este código ya existe para todos los sitios web.')
  })

  test('creates no conflicting codes when saved for all websites and for single ones at the same time', async () => {
    const [first, second] = await websites()
    for (const code of [newCode(), newCode(), newCode()]) {
      const places = [null, first, second, null, first, second]
      await Promise.all(places.map((website_id) => save(admin, [{ code, ...five, website_id }])))
      const codes = await app.database.read<{ website_id: number | null }>`
        select website_id from checkout.promo_code where code = ${code} order by website_id`
      expect([[null], [first, second]]).toContainEqual(codes.map(({ website_id }) => website_id))
    }
  })

  test('is guarded by a constraint of the table', async () => {
    const { code } = await addCode()
    const past = app.database.read`
      insert into checkout.promo_code (organization_id, website_id, code, percent_off) values (1, 101, ${code}, 5)`
    await expect(past).rejects.toThrow(/promo_code_of_place_excl/)
  })

  test('creates the same new code once when sent eight times at the same time', async () => {
    const code = newCode()
    const responses = await Promise.all(Array.from({ length: 8 }, () => save(admin, [{ code, ...five }])))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  })

  test.each([
    ['no discount', {}, 'dollar_amount_off'],
    ['two discounts', { dollar_amount_off: 5, percent_off: 5 }, 'dollar_amount_off'],
    ['a part of a cent', { dollar_amount_off: 0.005 }, 'dollar_amount_off'],
    ['less than nothing', { dollar_amount_off: -1 }, 'dollar_amount_off'],
    ['nothing', { dollar_amount_off: 0 }, 'dollar_amount_off'],
    ['more than the whole', { percent_off: 101 }, 'percent_off'],
    ['a part of a percent', { percent_off: 2.5 }, 'percent_off'],
    ['words', { dollar_amount_off: 'five' }, 'dollar_amount_off'],
    ['a code with a space', { ...five, code: 'A B' }, 'code'],
    [
      'an end before the start',
      { ...five, starts_at: '2026-02-01T00:00:00Z', expires_at: '2026-01-01T00:00:00Z' },
      'expires_at',
    ],
    ['a limit below zero', { ...five, usage_limit: -1 }, 'usage_limit'],
    ['no instant', { ...five, starts_at: 'soon' }, 'starts_at'],
  ])('refuses %s at its field', async (_what, draft, field) => {
    const { status, body } = await save(admin, [{ code: newCode(), ...draft }])
    expect(status).toBe(400)
    expect(body.issues.map(({ path }: { path: string }) => path)).toContain(`promoCodes.0.${field}`)
  })

  test('is refused to everyone except Admins of the organization', async () => {
    const { promo_code_id, code } = await addCode()
    const [instructor, student] = [await addSomeone(app, 'SSD', 2), await addSomeone(app)]
    for (const someone of [instructor, student]) {
      expect((await save(someone, [{ code: newCode(), ...five }])).status).toBe(403)
      expect((await someone.get('/settings/fetchPromoCodes')).status).toBe(403)
      expect((await someone.get('/settings/validateCode?code=A')).status).toBe(403)
    }
    expect((await app.visitor().post('/settings/savePromoCodes', {})).status).toBe(401)
    expect((await save(seller, [{ promo_code_id, code, ...five }])).status).toBe(404)
    expect((await save(seller, [{ code: newCode(), ...five, website_id: 101 }])).status).toBe(404)
    expect((await save(seller, [], [promo_code_id])).status).toBe(404)
    const body = (await seller.get('/settings/fetchPromoCodes?pageSize=100')).body.promoCodes
    expect(body.map((code: { promo_code_id: number }) => code.promo_code_id)).not.toContain(promo_code_id)
    expect(await rowOf(promo_code_id)).toMatchObject({ enabled: true })
  })

  test('is audited with the former values', async () => {
    const { promo_code_id, code } = await addCode()
    await save(admin, [{ promo_code_id, code, dollar_amount_off: 9 }])
    const [event] = await app.database.read<{ before: string; after: string }>`
      select before->'promoCodes'->0->>'dollar_amount_off' as before, after->'promoCodes'->0->>'dollar_amount_off' as after
      from platform.audit_event where action = 'promo.save' order by audit_event_id desc limit 1`
    expect(event).toEqual({ before: '5', after: '9' })
  })
})

describe('deleting a promo code', () => {
  test('removes an unused one', async () => {
    const { promo_code_id } = await addCode()
    expect((await save(admin, [], [{ promo_code_id }])).body).toMatchObject({ deleted: [promo_code_id], ended: [] })
    expect(await rowOf(promo_code_id)).toBeUndefined()
  })

  test('ends a used one, and its order keeps the discount', async () => {
    const { promo_code_id, code } = await addCode()
    const { client, guest_id } = await guestWith(shop)
    await apply(code, guest_id)
    const response = await client.post('/payment/process', {
      ...(await payment(client, shop, { guest_id })),
      student: newPerson(),
    })
    expect(response.status, response.text).toBe(200)
    await app.database.read`
      update checkout.promo_code set expires_at = platform.now() + interval '1 day'
      where promo_code_id = ${promo_code_id}`
    expect((await save(admin, [], [promo_code_id])).body).toMatchObject({ deleted: [], ended: [promo_code_id] })
    expect(await rowOf(promo_code_id)).toEqual({ enabled: false, ended: true })
    const lateClient = await guestWith(shop)
    expect((await apply(code, lateClient.guest_id)).body.code).toBe('PROMO_INVALID')
    expect(await shop.bookFaults()).toEqual([])
  })

  test('ends one whose only order was refunded: the order keeps its discount', async () => {
    const { promo_code_id, code } = await addCode()
    const { client, guest_id } = await guestWith(shop)
    await apply(code, guest_id)
    const buyer = { ...(await payment(client, shop, { guest_id })), student: newPerson() }
    expect((await client.post('/payment/process', buyer)).status).toBe(200)
    const uses = await app.database
      .read`delete from checkout.promo_use where promo_code_id = ${promo_code_id} returning 1`
    expect(uses).toHaveLength(1)
    expect((await save(admin, [], [promo_code_id])).body).toMatchObject({ deleted: [], ended: [promo_code_id] })
  })

  test('leaves the end of a code that had expired before', async () => {
    const { promo_code_id, code } = await addCode()
    const { guest_id } = await guestWith(shop)
    await apply(code, guest_id)
    const former = new Date('2026-01-02T03:04:05Z')
    await app.database.read`
      update checkout.promo_code set expires_at = ${former} where promo_code_id = ${promo_code_id}`
    expect((await save(admin, [], [promo_code_id])).body.ended).toEqual([promo_code_id])
    const [row] = await app.database.read`
      select enabled, expires_at from checkout.promo_code where promo_code_id = ${promo_code_id}`
    expect(row).toEqual({ enabled: false, expires_at: former })
  })

  test('ends a code in a cart, and notifies the buyer instead of charging another amount', async () => {
    const { promo_code_id, code } = await addCode()
    const { client, guest_id } = await guestWith(shop)
    await apply(code, guest_id)
    const sentBody = { ...(await payment(client, shop, { guest_id })), student: newPerson() }
    expect((await save(admin, [], [promo_code_id])).body.ended).toEqual([promo_code_id])
    const { status, body } = await client.post('/payment/process', sentBody)
    expect([status, body.code]).toEqual([422, 'PROMO_INVALID'])
  })
})

test('a code applies on its own website only, and each website has its own code of one name', async () => {
  const [first, second] = await websites()
  const otherCode = await addCode({ ...five, website_id: second })
  const { guest_id } = await guestWith(shop)
  const refusal = await apply(otherCode.code, guest_id)
  expect([refusal.status, refusal.body.code]).toEqual([422, 'PROMO_INVALID'])
  // Its number is higher, so it is not simply the first code of this name.
  await addCode({ code: otherCode.code, dollar_amount_off: 3, website_id: first })
  expect((await apply(otherCode.code, guest_id)).body.discount).toBe(3)
})

test('a code does not move to an organization below, whose website it would be for', async () => {
  const { body } = await save(seller, [{ code: newCode(), ...five }])
  const [promoCode] = body.promoCodes
  const [website] = await app.database.read<{ website_id: number }>`
    select website_id from catalogue.v_website w join identity.organization o using (organization_id)
    where o.code = 'LST' order by website_id limit 1`
  expect((await save(seller, [{ ...promoCode, ...website }])).status).toBe(404)
  expect((await save(seller, [{ code: newCode(), ...five, ...website }])).status).toBe(200)
})

test('a code is not applied to an item that an organization is invoiced for', async () => {
  const { code } = await addCode()
  const { client, guest_id } = await guestWith(shop)
  const [item] = (await client.get(`/cart/items?guest_id=${guest_id}`)).body.cartItems
  const invoice = (invoice_ind: boolean) => app.database.read`
    update checkout.cart_item set ${app.database.read({ invoice_ind })} where cart_item_id = ${item.id}`
  await invoice(true)
  expect((await apply(code, guest_id)).body.code).toBe('PROMO_INVALID')
  await invoice(false)
  expect((await apply(code, guest_id)).body.discount).toBe(5)
})

test('a code moved to another website while in a cart subtracts nothing', async () => {
  const { promo_code_id, code } = await addCode()
  const { client, guest_id } = await guestWith(shop)
  expect((await apply(code, guest_id)).body.discount).toBe(5)
  const { website_id } = (await admin.post('/website/save', { websiteName: 'Elsewhere' })).body
  expect((await save(admin, [{ ...five, promo_code_id, code, website_id }])).status).toBe(200)
  const response = await client.post(
    '/payment/process',
    await payment(client, shop, { guest_id, student: newPerson() }),
  )
  expect([response.status, response.body.code]).toEqual([422, 'PROMO_INVALID'])
})

test('a percentage is within half a cent of the exact discount, and never above the price', async () => {
  const price = fc.integer({ min: 0, max: 1_000_000 })
  const percent = fc.integer({ min: 1, max: 100 })
  fc.assert(
    fc.property(price, percent, (price_cents, percent_off) => {
      const item = { price_cents, shipping_cents: 0, add_on_cents: 0, invoice_ind: false, bundled: false }
      const off = discountOf({ ...item, discount: { dollar_amount_off_cents: null, percent_off } })
      expect(Number.isSafeInteger(off)).toBe(true)
      expect(Math.abs(off * 100 - price_cents * percent_off)).toBeLessThanOrEqual(50)
      expect(off).toBeGreaterThanOrEqual(0)
      expect(off).toBeLessThanOrEqual(price_cents)
    }),
  )
})

test("a code's number is usable only by a buyer who has it in the cart", async () => {
  const { promo_code_id, code } = await addCode()
  const { client, guest_id } = await guestWith(shop, demo.improvement)
  const fetchCode = () => client.get(`/promocode/fetchById?promo_code_id=${promo_code_id}&guest_id=${guest_id}`)
  expect((await fetchCode()).status).toBe(404)
  await apply(code, guest_id)
  expect((await fetchCode()).body.promoCode).toMatchObject({ code, dollar_amount_off: 5 })
})

describe('a code for one use by each customer', () => {
  test.each([
    ['the same account under another address', true, false, 'PROMO_USED'],
    ['another account of the same address', false, true, 'PROMO_USED'],
    ['another account of another address', false, false, null],
  ] as const)('counts a use by %s', async (_name, sameAccount, sameAddress, code) => {
    const { promo_code_id } = await addCode({ ...five, once_per_customer: true })
    const [buyer, other] = [await shop.newStudent(), await shop.newStudent()]
    await buyer.post('/cart/addToCart', { course_website_id: demo.improvement })
    expect((await buyer.post('/payment/process', await payment(buyer, shop))).status).toBe(200)
    await app.database.read`
      insert into checkout.promo_use (promo_code_id, organization_id, order_id, user_id, email)
      select ${promo_code_id}, organization_id, order_id, user_id, ${buyer.email}
      from checkout.customer_order where user_id = ${buyer.user_id}`
    const ctx = await app.ctx()
    const customer = {
      user_id: (sameAccount ? buyer : other).user_id,
      email: sameAddress ? buyer.email.toUpperCase() : other.email,
    }
    const usedTransaction = ctx.tx(async (inner) =>
      requireUsable(inner, await lockPromoCode(inner, promo_code_id), customer),
    )
    await expect(usedTransaction.catch((error) => error.kind.code)).resolves.toBe(code ?? undefined)
  })
})
