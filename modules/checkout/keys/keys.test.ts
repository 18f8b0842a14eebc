import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { openShop } from '#modules/checkout/checkout.fixture.ts'
import { deleteOldKeyCodes } from '#modules/checkout/entry.ts'
import { readSheet } from '#tests/support/read-sheet.ts'
import { groupKeyCode, isKeyCode, keyAlphabet, normalizeKeyCode } from './key-code.shared.ts'
import { makeKeyCode } from './key-code.ts'
import { addSomeone, addStaff, makeKeys, offers, redeem, type Someone } from './keys.fixture.ts'

const shop = await openShop({ jobs: true })
const { app } = shop
let admin: Someone
let seller: Someone
let company: Someone
beforeAll(async () => {
  admin = await addStaff(app, 'SSD')
  seller = await addStaff(app, 'LSD')
  company = await addStaff(app, 'LST')
})

const fetchKeys = async (someone: Someone, query: string) =>
  (await someone.get(`/authorizationKeys/fetch?${query}`)).body.keys as Record<string, unknown>[]
const idsOf = async (someone: Someone, batch: number) =>
  (await fetchKeys(someone, `authorization_key_batch_id=exact:${batch}&limit=100`)).map(
    ({ authorization_key_id }) => authorization_key_id as number,
  )

describe('codes', () => {
  test('are unique, and consist of sixteen of 32 unambiguous symbols in groups', () => {
    const codes = Array.from({ length: 2_000 }, makeKeyCode)
    expect(codes.every(isKeyCode)).toBe(true)
    expect(new Set(codes).size).toBe(2_000)
    expect(new Set(codes.join('').replaceAll('-', ''))).toEqual(new Set(keyAlphabet))
  })

  test('are equal however they are typed', () => {
    const symbols = fc.array(fc.constantFrom(...keyAlphabet), { minLength: 16, maxLength: 16 })
    const input = fc.record({ symbols, small: fc.boolean(), letters: fc.boolean() })
    fc.assert(
      fc.property(input, ({ symbols, small, letters }) => {
        const code = groupKeyCode(symbols.join(''))
        const typedCode = letters ? code.replaceAll('0', 'O').replaceAll('1', 'I') : code
        expect(isKeyCode(code)).toBe(true)
        expect(normalizeKeyCode(` ${small ? typedCode.toLowerCase() : typedCode} `)).toBe(code)
        expect(groupKeyCode(code)).toBe(code)
      }),
    )
  })
})

describe('creating keys', () => {
  test('returns their codes once, and stores nothing from which they could be read', async () => {
    const note = { note: 'Invoice 17' }
    const { authorization_key_batch_id: batch, codes } = await makeKeys(admin, offers.improvement, 3, note)
    expect(codes).toHaveLength(3)
    const keys = await fetchKeys(admin, `authorization_key_batch_id=exact:${batch}`)
    expect(keys.map(({ authorization_code }) => authorization_code).toSorted()).toEqual(
      codes.map((code) => `****-****-****-${code.slice(-4)}`).toSorted(),
    )
    const details = await admin.get(`/authorizationKeys/${keys[0]!.authorization_key_id}`)
    expect(details.body.key).toMatchObject({
      authorization_key_status: 'Active',
      name: 'Sunshine Safe Driving',
      course_name: 'Basic Driver Improvement',
      note: 'Invoice 17',
      redeemed_by: null,
      redeemed_at: null,
      can: { assign: true, revoke: true },
    })
    const tables = await app.database.read<{ row: string }>`
      select to_jsonb(k)::text as row from checkout.authorization_key k
      union all select to_jsonb(b)::text from checkout.authorization_key_batch b
      union all select to_jsonb(a)::text from platform.audit_event a`
    const all = tables.map(({ row }) => row).join()
    for (const code of codes) {
      expect(all).not.toContain(code)
      expect(details.text).not.toContain(code.slice(0, 14))
    }
    // The sixty bits that are not stored could be searched if the hash needed only what the table contains.
    const hashes = await app.database.read<{ code_hash: Buffer }>`
      select code_hash from checkout.authorization_key where authorization_key_batch_id = ${batch}`
    const unkeyed = codes.flatMap((code) => [
      createHmac('sha256', '').update(code).digest('hex'),
      createHash('sha256').update(code).digest('hex'),
    ])
    expect(hashes).toHaveLength(3)
    for (const { code_hash } of hashes) expect(unkeyed).not.toContain(code_hash.toString('hex'))
  })

  test('happens once per request, even when it is sent eight times at the same time', async () => {
    const request = { course_website_id: offers.improvement, count: 4, request_id: crypto.randomUUID() }
    const send = () => admin.post('/authorizationKeys/createKeys', request)
    const responses = await Promise.all(Array.from({ length: 8 }, send))
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.codes}`)).size).toBe(1)
    expect(responses[0]!.status).toBe(200)
    expect(await idsOf(admin, responses[0]!.body.authorization_key_batch_id)).toHaveLength(4)
    expect((await admin.post('/authorizationKeys/createKeys', { ...request, count: 5 })).status).toBe(409)
    expect((await seller.post('/authorizationKeys/createKeys', { ...request, course_website_id: 1007 })).status).toBe(
      409,
    )
  })

  test('creates at most a thousand', async () => {
    expect((await makeKeys(admin, offers.improvement, 1_000)).codes).toHaveLength(1_000)
    for (const count of [0, -1, 1_001, 1.5, 'many']) {
      const response = await admin.post('/authorizationKeys/createKeys', { course_website_id: 1001, count })
      expect(response.status).toBe(400)
    }
  })

  test('is refused for records out of scope, and without the permission', async () => {
    const send = (someone: Someone, body: object) =>
      someone.post('/authorizationKeys/createKeys', { count: 1, ...body })
    expect((await send(admin, { course_website_id: 1008 })).status).toBe(404)
    expect((await send(admin, { course_website_id: 1001, organization_id: 4 })).status).toBe(404)
    expect((await send(seller, { course_website_id: 1007, organization_id: 4 })).body.code).toBe('COURSE_NOT_OFFERED')
    expect((await send(company, { course_website_id: 1008 })).status).toBe(404)
    expect((await send(await addSomeone(app, 'SSD', 2), { course_website_id: 1001 })).status).toBe(403)
    expect((await send(await addSomeone(app), { course_website_id: 1001 })).status).toBe(403)
  })
})

describe('the codes of a batch', () => {
  const download = (someone: Someone, batch: number) => someone.get(`/authorizationKeys/batch/${batch}/codes`)
  const look = (someone: Someone, batch: number) => someone.get(`/authorizationKeys/batch/${batch}`)

  test('are shown to their creator until downloaded, once', async () => {
    const { authorization_key_batch_id: batch, codes } = await makeKeys(admin, offers.improvement, 5)
    expect((await look(admin, batch)).body).toMatchObject({
      codes,
      quantity: 5,
      course_name: 'Basic Driver Improvement',
    })
    const files = await Promise.all([download(admin, batch), download(admin, batch), download(admin, batch)])
    expect(files.map(({ status }) => status).toSorted()).toEqual([200, 410, 410])
    const file = files.find(({ status }) => status === 200)!
    expect(await readSheet(file.bytes)).toMatchObject({
      headings: ['Code'],
      rows: codes.map((code) => [code]),
      types: ['text'],
    })
    expect((await look(admin, batch)).body.codes).toBeNull()
  })

  test('are not shown to others, even in the same organization', async () => {
    const { authorization_key_batch_id: batch } = await makeKeys(admin, offers.improvement)
    const colleague = await addStaff(app, 'SSD')
    for (const other of [colleague, seller]) {
      expect((await look(other, batch)).status).toBe(404)
      expect((await download(other, batch)).status).toBe(404)
    }
  })

  test('are hidden after a day, and then deleted from the database', async () => {
    const { authorization_key_batch_id: batch } = await makeKeys(admin, offers.improvement)
    await app.moveClock(24 * 60 * 60_000 + 1_000)
    admin = { ...admin, ...(await app.as(admin.user_id)) }
    seller = { ...seller, ...(await app.as(seller.user_id, 'LSD')) }
    company = { ...company, ...(await app.as(company.user_id, 'LST')) }
    expect((await look(admin, batch)).body.codes).toBeNull()
    expect((await download(admin, batch)).status).toBe(410)
    const system = await app.ctx({ kind: 'system', name: 'test' })
    await deleteOldKeyCodes(system)
    await deleteOldKeyCodes(system)
    const [row] = await app.database.read`
      select count(sealed_codes)::int as n from checkout.authorization_key_batch
      where authorization_key_batch_id = ${batch}`
    expect(row).toEqual({ n: 0 })
  })
})

describe('assigning keys', () => {
  const assign = (someone: Someone, organization_id: number, keyIds: number[]) =>
    someone.put('/authorizationKeys/assignKeys', { organization_id, keyIds })

  test("gives them to a company; its students and its parent's can redeem them", async () => {
    const { authorization_key_batch_id: batch, codes } = await makeKeys(seller, offers.teenOfLoneStar, 2)
    const keyIds = await idsOf(seller, batch)
    const response = await assign(seller, 4, keyIds)
    expect([response.status, response.body.message]).toEqual([200, 'Successfully assigned keys.'])
    expect((await assign(seller, 4, keyIds)).status).toBe(200)
    const keys = await fetchKeys(company, `authorization_key_batch_id=exact:${batch}`)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatchObject({ name: 'Lone Star Teen Drivers', authorization_key_status: 'Active' })
    const details = await company.get(`/authorizationKeys/${keyIds[0]}`)
    expect(details.body.key).toMatchObject({ note: null, created_by: null })
    expect((await redeem(await addSomeone(app, 'LST'), codes[0])).status).toBe(200)
    expect((await redeem(await addSomeone(app, 'LSD'), codes[1])).status).toBe(200)
    expect((await redeem(await addSomeone(app, 'SSD'), codes[1])).status).toBe(422)
    const [row] = await fetchKeys(seller, `authorization_key_id=exact:${keyIds[0]}`)
    expect(row).toMatchObject({ redeemed_by: expect.stringMatching(/^Kim Holder/), student: expect.any(String) })
    expect(await shop.bookFaults()).toEqual([])
  })

  test('is all or nothing: refuses a spent key, one out of scope, and a course not offered', async () => {
    const { authorization_key_batch_id: batch, codes } = await makeKeys(seller, offers.teenOfLoneStar, 2)
    const keyIds = await idsOf(seller, batch)
    await redeem(await addSomeone(app, 'LSD'), codes[0])
    const response = await assign(seller, 4, keyIds)
    expect([response.status, response.body.message]).toEqual([
      409,
      `The key ****-****-****-${codes[0]!.slice(-4)} is no longer active. Nothing was changed.`,
    ])
    const { authorization_key_batch_id: spanish } = await makeKeys(seller, 1007)
    expect((await assign(seller, 4, await idsOf(seller, spanish))).body.code).toBe('KEY_NOT_OFFERED')
    const foreignKeyIds = await idsOf(admin, (await makeKeys(admin, offers.improvement)).authorization_key_batch_id)
    expect((await assign(seller, 4, [...(await idsOf(seller, spanish)), ...foreignKeyIds])).status).toBe(404)
    expect((await assign(seller, 1, await idsOf(seller, spanish))).status).toBe(404)
    expect((await assign(seller, 4, [])).status).toBe(400)
    const [untouched] = await app.database.read`
      select count(*)::int as n from checkout.authorization_key
      where authorization_key_batch_id = any(${[batch, spanish]}::int[]) and organization_id <> 3`
    expect(untouched).toEqual({ n: 0 })
  })

  test('is refused to staff with read access only', async () => {
    const instructor = await addSomeone(app, 'LSD', 2)
    expect((await assign(instructor, 4, [1])).status).toBe(403)
    expect((await instructor.get('/authorizationKeys/fetch')).status).toBe(403)
  })
})

describe('revoking a key', () => {
  const revoke = (someone: Someone, authorization_key_id: number | undefined, reason = 'Lost in the mail') =>
    someone.put('/authorizationKeys/revoke', { authorization_key_id, reason })

  test('requires a reason, is final, and keeps the first reason', async () => {
    const { authorization_key_batch_id: batch, codes } = await makeKeys(admin, offers.improvement)
    const [key] = await idsOf(admin, batch)
    expect((await revoke(admin, key, '  ')).status).toBe(400)
    expect((await revoke(admin, key)).status).toBe(200)
    expect((await revoke(admin, key, 'Another reason')).status).toBe(200)
    expect((await admin.get(`/authorizationKeys/${key}`)).body.key).toMatchObject({
      authorization_key_status: 'Revoked',
      revoke_reason: 'Lost in the mail',
      can: { assign: false, revoke: false },
    })
    expect((await redeem(await addSomeone(app), codes[0])).body.message).toBe('Invalid key')
    const revocation = { organization_id: 1, keyIds: [key] }
    expect((await admin.put('/authorizationKeys/assignKeys', revocation)).status).toBe(409)
  })

  test('has one outcome if the key is redeemed at the same moment, never both', async () => {
    const { authorization_key_batch_id: batch, codes } = await makeKeys(admin, offers.improvement)
    const [key] = await idsOf(admin, batch)
    const student = await addSomeone(app)
    const [redeemed, revoked] = await Promise.all([redeem(student, codes[0]), revoke(admin, key)])
    expect([redeemed.status, revoked.status].toSorted()).toEqual(redeemed.status === 200 ? [200, 409] : [200, 422])
    expect(await shop.bookFaults()).toEqual([])
  })

  test('returns 404 for a key of another organization', async () => {
    const [key] = await idsOf(admin, (await makeKeys(admin, offers.improvement)).authorization_key_batch_id)
    expect((await revoke(seller, key)).status).toBe(404)
    expect((await seller.get(`/authorizationKeys/${key}`)).status).toBe(404)
  })
})

test('the export contains texts, numbers and dates, but no codes', async () => {
  const { codes } = await makeKeys(admin, offers.improvement)
  const file = await admin.get('/authorizationKeys/exportData?exportData=true&singlePage=1')
  expect(file.headers.get('content-disposition')).toContain('AuthorizationKeys.xlsx')
  const { headings, rows, types } = await readSheet(file.bytes)
  expect(headings.slice(0, 5)).toEqual(['Code', 'Status', 'Organization', 'Course', 'Created At'])
  expect(rows[0]!.slice(0, 4)).toEqual([
    ...[`****-****-****-${codes[0]!.slice(-4)}`, 'Active', 'Sunshine Safe Driving', 'Basic Driver Improvement'],
  ])
  expect(types.toSorted()).toEqual(['text', 'type 2', 'type 4'])
})

describe('a lost file of codes', () => {
  test('revokes the whole batch: redeemed keys stay, and the rest open no course', async () => {
    const staff = await addStaff(app, 'LSD')
    const { authorization_key_batch_id, codes } = await makeKeys(staff, offers.teenOfLoneStar, 3)
    expect((await redeem(await addSomeone(app, 'LSD'), codes[0])).status).toBe(200)
    const revoke = (caller: Someone, reason = 'Left on a bus') =>
      caller.put('/authorizationKeys/revokeBatch', { authorization_key_batch_id, reason })
    expect((await revoke(staff, ' ')).status).toBe(400)
    expect((await revoke(await addStaff(app, 'GCT'))).status).toBe(404)
    expect((await revoke(await addSomeone(app, 'LSD', 2))).status).toBe(403)
    const responses = await Promise.all([revoke(staff), revoke(staff)])
    expect(responses.map(({ body }) => body.revoked).toSorted()).toEqual([0, 2])
    for (const code of codes) expect((await redeem(await addSomeone(app, 'LSD'), code)).status).toBe(422)
    const statuses = await app.database.read<{ at: number }>`
      select lk_authorization_key_status_id as at from checkout.authorization_key
      where authorization_key_batch_id = ${authorization_key_batch_id} order by 1`
    expect(statuses.map(({ at }) => at)).toEqual([2, 3, 3])
  })
})

test('the seller owes the admin fee of a key, unless the root organization created it', async () => {
  const feeOf = async (maker: Someone) => {
    await app.database.read`
      update catalogue.course_website set admin_fee_cents = 300 where course_website_id = ${offers.teenOfLoneStar}`
    const { codes } = await makeKeys(maker, offers.teenOfLoneStar)
    expect((await redeem(await addSomeone(app, 'LSD'), codes[0])).status).toBe(200)
    const [line] = await app.database.read<{ fee: number; price: number }>`
      select admin_fee_cents as fee, price_cents as price from checkout.order_item order by order_item_id desc limit 1`
    return line
  }
  const [lsd] = await app.database.read<{ parent: number | null }>`
    select parent_organization_id as parent from identity.organization where code = 'LSD'`
  // Lone Star is at the top of its tree and owes no one.
  expect(await feeOf(await addStaff(app, 'LSD'))).toEqual({ fee: lsd!.parent === null ? 0 : 300, price: 0 })
  await app.database.read`
    update identity.organization set parent_organization_id = 1 where code = 'LSD'`
  expect(await feeOf(await addStaff(app, 'LSD'))).toEqual({ fee: 300, price: 0 })
  await app.database.read`
    update identity.organization set parent_organization_id = ${lsd!.parent} where code = 'LSD'`
})
