import { beforeAll, describe, expect, test } from 'vitest'
import { addSomeone, addStaff, makeKeys, offers, redeem, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
let admin: Someone
let seller: Someone
beforeAll(async () => {
  admin = await addStaff(app, 'SSD')
  seller = await addStaff(app, 'LSD')
})

// Not a part of a nonce, which may have only digits there.
const codePattern = /(?<![-\w])[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}(?![-\w])/g
const requestIdOf = (text: string) => /name="request_id" value="([0-9a-f-]+)"/.exec(text)?.[1] ?? ''

describe('managing keys with plain forms', () => {
  test('creates keys, and shows their codes to their creator, but not in the list', async () => {
    const response = await admin.visit('/manage/authorizationKeys/create')
    expect(response.text).toContain('Basic Driver Improvement')
    expect(response.text).not.toContain('Lone Star')
    const form = { course_website_id: '1001', organization_id: '', count: '3', note: 'Invoice 17' }
    const sentBody = { ...form, request_id: requestIdOf(response.text) }
    const reply = await admin.visit('/manage/authorizationKeys/create', sentBody)
    const repeatedResponse = await admin.visit('/manage/authorizationKeys/create', sentBody)
    const place = reply.headers.get('location')!
    expect([reply.status, repeatedResponse.headers.get('location')]).toEqual([303, place])
    const batch = await admin.visit(place)
    expect(batch.text).toContain('Successfully created keys.')
    expect(new Set(batch.text.match(codePattern)).size).toBe(3)
    const download = /href="(\/api\/authorizationKeys\/batch\/\d+\/codes)"/.exec(batch.text)![1]!
    expect((await admin.visit(download)).headers.get('content-type')).toContain('spreadsheet')
    expect((await admin.visit(place)).text).toContain('These codes can no longer be shown.')
    const list = await admin.visit('/manage/authorizationKeys')
    for (const label of ['Create Keys', 'Export All To Excel', 'Export Page To Excel']) {
      expect(list.text).toContain(label)
    }
    expect(list.text).not.toMatch(codePattern)
    expect((await seller.visit(place)).headers.get('location')).toBe('/404')
  })

  test("shows form errors with the product's texts", async () => {
    const form = { course_website_id: '1007', organization_id: '4', count: '1', note: '' }
    const response = await seller.visit('/manage/authorizationKeys/create')
    const refusedResponse = await seller.visit('/manage/authorizationKeys/create', {
      ...form,
      request_id: requestIdOf(response.text),
    })
    expect(refusedResponse.status).toBe(422)
    expect(refusedResponse.text).toContain("Failed to create keys: The organization doesn't offer this course.")
  })

  test('assigns the requested number of keys, or one; revokes one with a reason', async () => {
    const { authorization_key_batch_id: batch } = await makeKeys(seller, offers.teenOfLoneStar, 3)
    const response = await seller.visit('/manage/authorizationKeys/assign')
    expect(response.text).toContain(`value="${batch}.3"`)
    const assignedResponse = await seller.visit('/manage/authorizationKeys/assign', {
      keys: `${batch}.3`,
      count: '2',
      organization_id: '4',
    })
    expect([assignedResponse.status, assignedResponse.headers.get('location')]).toEqual([
      303,
      '/manage/authorizationKeys',
    ])
    const rows = await app.database.read<{ organization_id: number; id: number }>`
      select organization_id, authorization_key_id as id from checkout.authorization_key
      where authorization_key_batch_id = ${batch} order by authorization_key_id`
    expect(rows.map(({ organization_id }) => organization_id)).toEqual([4, 4, 3])
    const page = `/manage/authorizationKeys/${rows[2]!.id}`
    expect((await seller.visit(page, { reason: '' })).text).toContain('Enter a reason.')
    expect((await seller.visit(page, { reason: 'Lost' })).status).toBe(303)
    const revoked = await seller.visit(page)
    expect(revoked.text).toContain('Revoked')
    expect(revoked.text).not.toContain('name="reason"')
    const refusedResponse = await seller.visit(`/manage/authorizationKeys/assign?key=${rows[2]!.id}`, {
      organization_id: '4',
    })
    expect(refusedResponse.text).toContain('Failed to assign keys: The key ****')
  })

  test('shows who redeemed a key and when, with a link to the student', async () => {
    const { codes } = await makeKeys(admin, offers.improvement)
    const student = await addSomeone(app)
    await redeem(student, codes[0])
    const [key] = await app.database.read<{ id: number }>`
      select authorization_key_id as id from checkout.authorization_key where redeemed_by = ${student.user_id}`
    const list = (await admin.visit('/manage/authorizationKeys')).text
    expect(list).toContain(`/manage/authorizationKeys/${key!.id}`)
    expect(list).not.toContain(`assign?key=${key!.id}`)
    const { text } = await admin.visit(`/manage/authorizationKeys/${key!.id}`)
    expect(text).toContain(`href="/manage/student/${student.user_id}/account"`)
    expect(text).toMatch(/\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d\d:\d\d [AP]M E[SD]T/)
    expect((await seller.visit(`/manage/authorizationKeys/${key!.id}`)).headers.get('location')).toBe('/404')
  })
})

describe('redeeming a key without scripts', () => {
  test('asks for the code, then for the agreement, and opens the course', async () => {
    const { codes } = await makeKeys(admin, offers.improvement)
    const code = codes[0]!
    const student = await addSomeone(app)
    expect((await student.visit('/dashboard')).text).toContain('href="/redeem-key"')
    const response = await student.visit('/redeem-key', { code })
    expect(response.text).toContain('Disclaimer for Basic Driver Improvement')
    expect(response.text).toContain(`value="${code}"`)
    const reply = await student.visit('/redeem-key', { code, accepted: '1' })
    expect([reply.status, reply.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/course\/\d+$/)])
  })

  test('asks for a date of birth if the course has an age rule and the account has none, in Spanish format', async () => {
    const seller = await addStaff(app, 'LSD')
    const code = (await makeKeys(seller, offers.teenOfLoneStar)).codes[0]!
    const student = await addSomeone(app, 'LSD')
    await app.database.read`update identity.person set dob = null where user_id = ${student.user_id}`
    await student.post('/user/setLanguage', { language: 2 })
    const response = await student.visit('/redeem-key', { code })
    expect(response.text).toContain('name="dob"')
    expect(response.text).toContain('DD/MM/AAAA')
    expect(response.text).not.toContain('aria-invalid="true"')
    const reply = await student.visit('/redeem-key', { code, dob: '30/02/2010', dob_confirmed: '1' })
    expect(reply.text).toContain('aria-invalid="true"')
    const terms = await student.visit('/redeem-key', { code, dob: '24052010', dob_confirmed: '1' })
    for (const fragment of ['value="24052010"', 'name="accepted"']) expect(terms.text).toContain(fragment)
    const sentBody = { code, dob: '24/05/2010', dob_confirmed: '1', accepted: '1', typed: 'Acepto' }
    expect((await student.visit('/redeem-key', sentBody)).headers.get('location')).toMatch(/^\/course\/\d+$/)
  })

  test('shows what is wrong with a code', async () => {
    const student = await addSomeone(app)
    expect((await student.visit('/redeem-key', { code: 'ABC' })).text).toContain('Invalid authorization key code')
    expect((await student.visit('/redeem-key', { code: '0000-0000-0000-0000' })).text).toContain('Invalid key')
  })
})
