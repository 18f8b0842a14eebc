import { beforeAll, describe, expect, test } from 'vitest'
import { addSomeone, addStaff, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { draftOf, firstDay, lastDay } from '#modules/checkout/promo-codes/promo-form.shared.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
let admin: Someone
let seller: Someone
beforeAll(async () => {
  admin = await addStaff(app, 'SSD')
  seller = await addStaff(app, 'LSD')
})

const home = '/manage/settings/promo-codes'
const codeForm = (code: string, overrides: Record<string, string> = {}) => ({
  code,
  website_id: '',
  dollar_amount_off: '',
  percent_off: '15',
  starts_at: '',
  expires_at: '',
  usage_limit: '',
  once_per_customer: '1',
  enabled: '1',
  ...overrides,
})
const idOf = async (code: string) => {
  const [row] = await app.database.read<{ id: number }>`
    select promo_code_id as id from checkout.promo_code where code = ${code}`
  return row?.id
}

describe('promo codes with plain forms', () => {
  test('are added, listed, changed and deleted', async () => {
    expect((await admin.visit(home)).text).toContain(`href="${home}/create"`)
    expect((await admin.visit(`${home}/create`)).text).toContain('Escuela Sunshine · Sunshine Safe Driving')
    const addedResponse = await admin.visit(`${home}/create`, codeForm('plain15', { expires_at: '2099-12-31' }))
    expect([addedResponse.status, addedResponse.headers.get('location')]).toEqual([303, home])
    const list = await admin.visit(home)
    expect(list.text).toContain('PLAIN15')
    expect(list.text).toContain('Promo codes updated.')
    const page = `${home}/${await idOf('PLAIN15')}`
    const response = await admin.visit(page)
    expect(response.text).toContain('value="2099-12-31"')
    await admin.visit(page, codeForm('PLAIN20', { percent_off: '20', expires_at: '2099-12-31', enabled: '' }))
    const [row] = await app.database.read`
      select code, percent_off, enabled, expires_at from checkout.promo_code where code = 'PLAIN20'`
    expect(row).toEqual({
      code: 'PLAIN20',
      percent_off: 20,
      enabled: false,
      expires_at: new Date('2100-01-01T05:00:00Z'),
    })
    expect((await admin.visit(page, { action: 'delete' })).status).toBe(303)
    expect((await admin.visit(home)).text).toContain('The promo code PLAIN20 was deleted.')
    expect((await admin.visit(page)).headers.get('location')).toBe('/404')
  })

  test('show an error at the field, and keep the typed text', async () => {
    await admin.visit(`${home}/create`, codeForm('TAKEN1'))
    const response = await admin.visit(`${home}/create`, codeForm('taken1', { usage_limit: '77' }))
    expect(response.status).toBe(409)
    expect(response.text).toContain('This code already exists for all websites.')
    expect(response.text).toContain('value="77"')
    const none = await admin.visit(`${home}/create`, codeForm('NOTHING', { percent_off: '' }))
    expect(none.status).toBe(400)
    expect(none.text).toContain('Enter an amount in dollars or a percentage.')
  })

  test('return 404 on another organization, and are visible to Admins only', async () => {
    await admin.visit(`${home}/create`, codeForm('OURS1'))
    const page = `${home}/${await idOf('OURS1')}`
    expect((await seller.visit(page)).headers.get('location')).toBe('/404')
    expect((await seller.visit(page, { action: 'delete' })).headers.get('location')).toBe('/404')
    expect((await seller.visit(home)).text).not.toContain('OURS1')
    const instructor = await addSomeone(app, 'SSD', 2)
    for (const path of [home, page, '/manage/settings/leaver', '/manage/settings/checkout'])
      expect((await instructor.visit(path)).headers.get('location')).toBe('/dashboard')
    expect(await idOf('OURS1')).toBeDefined()
  })
})

describe('the dates of a code', () => {
  const before = {
    promo_code_id: 7,
    code: 'A',
    organization_id: 1,
    website_id: null,
    website_name: null,
    percent_off: 5,
    dollar_amount_off: null,
    usage_limit: null,
    once_per_customer: true,
    enabled: true,
    used: 0,
    starts_at: '2026-03-01T12:30:00.000Z',
    expires_at: '2026-04-01T04:00:00.000Z',
  }
  const zone = 'America/New_York'
  test('show the last valid day, and stay exact to the second if not changed', () => {
    expect([firstDay(before.starts_at, zone), lastDay(before.expires_at, zone)]).toEqual(['2026-03-01', '2026-03-31'])
    const same = draftOf({ starts_at: '2026-03-01', expires_at: '2026-03-31' }, before, zone)
    expect(same).toMatchObject({ starts_at: before.starts_at, expires_at: before.expires_at })
  })

  test("begin and end at midnight in the organization's zone, and an invalid date is passed on to be refused", () => {
    const draft = draftOf({ starts_at: '2026-05-01', expires_at: '2026-05-31' }, before, zone)
    expect(draft).toMatchObject({ starts_at: '2026-05-01T04:00:00.000Z', expires_at: '2026-06-01T04:00:00.000Z' })
    // Daylight saving time starts within the month; Hawaii doesn't observe it.
    const march = draftOf({ starts_at: '2026-03-01', expires_at: '2026-03-31' }, null, zone)
    expect(march).toMatchObject({ starts_at: '2026-03-01T05:00:00.000Z', expires_at: '2026-04-01T04:00:00.000Z' })
    expect(draftOf({ starts_at: '2026-03-01' }, null, 'Pacific/Honolulu').starts_at).toBe('2026-03-01T10:00:00.000Z')
    expect(draftOf({ starts_at: 'soon' }, null, zone).starts_at).toBe('soon')
  })
})

test('the exit offer is set by two forms, and shown to a visitor of the checkout with a cart', async () => {
  await admin.visit(`${home}/create`, codeForm('LEAVE15'))
  const page = '/manage/settings/leaver'
  const refusedResponse = await admin.visit(page, {
    action: 'offer',
    enabled: '1',
    promo_code_id: '',
    mobileSeconds: '60',
  })
  expect(refusedResponse.text).toContain('Choose one of your own promo codes.')
  const code = String(await idOf('LEAVE15'))
  const savedResponse = await admin.visit(page, {
    action: 'offer',
    enabled: '1',
    promo_code_id: code,
    mobileSeconds: '45',
  })
  expect(savedResponse.status).toBe(303)
  expect((await admin.visit(page, { action: 'letter', mailEnabled: '1', minutes: '7' })).status).toBe(303)
  const response = await admin.visit(page)
  expect(response.text).toContain('value="45"')
  expect(response.text).toContain('value="7"')

  const visitor = app.visitor()
  expect((await visitor.visit('/checkout')).text).not.toContain('LEAVE15')
  await visitor.visit('/cart/add', { course_website_id: '1001' })
  const { text } = await visitor.visit('/checkout')
  expect(text).toContain('LEAVE15')
  expect(text).toContain('we may email you one reminder')
})

test('checkout settings are set by a form, inherit where empty, and keep the typed text when refused', async () => {
  const page = '/manage/settings/checkout'
  const response = await seller.visit(page)
  expect(response.text).toContain('Inherited: Credit card and PayPal')
  const form = {
    version: '0',
    'settings.paymentMethods': 'card',
    'settings.taxPercent': '6.50',
    'settings.captcha': '',
    'settings.defaultShippingType': '',
    'settings.supportPhone': '',
    'settings.supportEmail': '',
    'settings.terms.en-us': 'Be kind.',
    'settings.terms.es-es': '',
    'settings.privacy.en-us': '',
    'settings.privacy.es-es': '',
  }
  const refusedResponse = await seller.visit(page, form)
  expect(refusedResponse.text).toContain('Checkout settings could not be updated: Please, correct all errors.')
  expect(refusedResponse.text).toContain('Enter the text in both languages.')
  expect(refusedResponse.text).toContain('value="6.50"')
  const savedResponse = await seller.visit(page, { ...form, 'settings.terms.es-es': 'Sea amable.' })
  expect(savedResponse.status).toBe(303)
  expect((await seller.visit(page)).text).toContain('Checkout settings updated.')
  const lateResponse = await seller.visit(page, { ...form, 'settings.terms.es-es': 'Otra cosa.' })
  expect(lateResponse.text).toContain('could not be updated: This has changed. Reload the page')
  const childPerson = await addStaff(app, 'LST')
  expect((await childPerson.visit(page)).text).toContain('Inherited: Credit card<')
})
