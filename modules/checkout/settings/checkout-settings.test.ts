import { beforeAll, describe, expect, test } from 'vitest'
import { addSomeone, addStaff, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { openTestApp } from '#tests/support/app.ts'
import { findRefundApproval } from './loosened-approval.sql.ts'
import { checkoutSettings, defaultShippingTypeSql } from './settings.sql.ts'

const app = await openTestApp()
let parentPerson: Someone
let childPerson: Someone
let otherOrganizationPerson: Someone
beforeAll(async () => {
  parentPerson = await addStaff(app, 'LSD')
  childPerson = await addStaff(app, 'LST')
  otherOrganizationPerson = await addStaff(app, 'SSD')
})

const fetchOf = async (someone: Someone) => (await someone.get('/settings/fetchCheckoutSettings')).body
const save = (someone: Someone, settings: object, version?: number) =>
  someone.post('/settings/saveCheckoutSettings', { settings, version })
const holds = async (code: string) => checkoutSettings(await app.ctx({ kind: 'anonymous' }, code))

const terms = { 'en-us': 'Be kind.\n\nDrive slowly.', 'es-es': 'Sea amable.\n\nConduzca despacio.' }

describe('checkout settings', () => {
  test("default to the product's values", async () => {
    expect(await holds('SSD')).toEqual({
      captcha: true,
      card: true,
      paypal: true,
      lk_shipping_type_id: 1,
      tax_hundredths: 0,
      terms: null,
      privacy: null,
      support_phone: null,
      support_email: null,
      refund_approval: true,
      refund_approval_cents: 50_000,
      refund_approval_day_cents: 200_000,
    })
    expect(await fetchOf(otherOrganizationPerson)).toMatchObject({
      settings: { captcha: null, paymentMethods: null, taxPercent: null, terms: null },
      inherited: { captcha: true, paymentMethods: ['card', 'paypal'], defaultShippingType: 1, taxPercent: 0 },
      version: 0,
    })
  })

  test('apply to the organization and those below it, unless one of those overrides them, and to no other', async () => {
    const settings = {
      captcha: false,
      paymentMethods: ['paypal'],
      taxPercent: '8.25',
      terms,
      supportPhone: '(555) 123-4567',
    }
    expect((await save(parentPerson, settings)).body.message).toBe('Checkout settings updated.')
    const inherited = { captcha: false, card: false, paypal: true, tax_hundredths: 825, terms }
    expect(await holds('LSD')).toMatchObject({ ...inherited, support_phone: '5551234567' })
    expect(await holds('LST')).toMatchObject(inherited)
    expect(await holds('SSD')).toMatchObject({ captcha: true, card: true, tax_hundredths: 0, terms: null })
    expect((await fetchOf(childPerson)).inherited).toMatchObject({ paymentMethods: ['paypal'], taxPercent: 8.25 })

    await save(childPerson, { paymentMethods: ['card'], taxPercent: 0 })
    expect(await holds('LST')).toMatchObject({ card: true, paypal: false, tax_hundredths: 0, captcha: false, terms })
    expect(await holds('LSD')).toMatchObject(inherited)
    await save(childPerson, {})
    expect(await holds('LST')).toMatchObject(inherited)
  })

  test('return the same default delivery in SQL as with all settings: the nearest value', async () => {
    const usual = async (code: string) => {
      const { sql, organization } = await app.ctx({ kind: 'anonymous' }, code)
      const [row] = await sql<{
        usual: number
      }>`select ${defaultShippingTypeSql(sql, organization.organization_id)} as usual`
      expect(row!.usual).toBe((await holds(code)).lk_shipping_type_id)
      return row!.usual
    }
    await save(parentPerson, { defaultShippingType: 2 })
    await save(childPerson, { taxPercent: 1 })
    expect([await usual('LSD'), await usual('LST'), await usual('SSD')]).toEqual([2, 2, 1])
    await save(childPerson, { defaultShippingType: 3 })
    expect([await usual('LSD'), await usual('LST')]).toEqual([2, 3])
    await save(childPerson, {})
    await save(parentPerson, {})
  })

  test('can be made stricter below, but not looser, if they protect the shared gateway account', async () => {
    await save(parentPerson, {})
    const looser = [
      [{ captcha: false }, 'captcha'],
      [{ refundApproval: false }, 'refundApproval'],
      [{ refundApprovalAbove: 500.01 }, 'refundApprovalAbove'],
      [{ refundApprovalAboveDay: '2000.01' }, 'refundApprovalAboveDay'],
    ] as const
    for (const [settings, field] of looser) {
      const { status, body } = await save(childPerson, settings)
      expect([status, body.code]).toEqual([403, 'SETTING_FROM_ABOVE'])
      expect(body.issues).toMatchObject([{ path: `settings.${field}` }])
    }
    expect(
      (await save(childPerson, { captcha: true, refundApprovalAbove: 100, refundApprovalAboveDay: 0 })).status,
    ).toBe(200)
    expect(await holds('LST')).toMatchObject({ refund_approval_cents: 100_00, refund_approval_day_cents: 0 })
    expect(await holds('LSD')).toMatchObject({ refund_approval_cents: 500_00, refund_approval_day_cents: 2_000_00 })
  })

  test('set looser below stop applying when a parent becomes stricter', async () => {
    await save(parentPerson, { captcha: false, refundApproval: false })
    expect(
      (await save(childPerson, { captcha: false, refundApproval: false, refundApprovalAbove: 9_000 })).status,
    ).toBe(200)
    expect(await holds('LST')).toMatchObject({ captcha: false, refund_approval: false })
    await save(parentPerson, { refundApprovalAbove: 50 })
    expect(await holds('LST')).toMatchObject({ captcha: true, refund_approval: true, refund_approval_cents: 50_00 })
    await save(parentPerson, { refundApproval: false })
    expect((await save(childPerson, { refundApproval: true, refundApprovalAbove: 9_000 })).status).toBe(200)
    expect(await holds('LST')).toMatchObject({ refund_approval: true, refund_approval_cents: 9_000_00 })
    for (const someone of [parentPerson, childPerson]) await save(someone, {})
  })

  test("loosened above for refunds apply to the editor's own refunds below, too", async () => {
    const chief = await addStaff(app, 'LSD')
    await save(chief, { refundApproval: false })
    const [organization] = await app.database.read<{ id: number }>`
      select organization_id::int as id from identity.organization where code = 'LST'`
    const rule = async (someone: Someone) =>
      findRefundApproval(await app.ctx(await app.actorOf(someone.user_id, 'LST'), 'LST'), organization!.id)
    expect(await rule(chief)).toMatchObject({ refund_approval: true, refund_approval_cents: 500_00 })
    expect(await rule(childPerson)).toMatchObject({ refund_approval: false })
    // If a rule was stricter below, that one applies.
    await save(childPerson, { refundApproval: true, refundApprovalAbove: 100 })
    expect(await rule(chief)).toMatchObject({ refund_approval_cents: 100_00, refund_approval_day_cents: 2_000_00 })
    for (const someone of [chief, childPerson]) await save(someone, {})
  })

  test('are not overwritten by someone who has not seen the last change', async () => {
    const { version } = await fetchOf(otherOrganizationPerson)
    expect((await save(otherOrganizationPerson, { supportEmail: 'help@example.com' }, version)).status).toBe(200)
    const response = await save(otherOrganizationPerson, { supportEmail: 'other@example.com' }, version)
    expect([response.status, response.body.code]).toEqual([409, 'CONFLICT'])
    expect((await fetchOf(otherOrganizationPerson)).settings.supportEmail).toBe('help@example.com')
  })

  test('are saved once when eight different ones are sent with the same version at the same time', async () => {
    const { version } = await fetchOf(otherOrganizationPerson)
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => save(otherOrganizationPerson, { taxPercent: n + 1 }, version)),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect((await fetchOf(otherOrganizationPerson)).version).toBe(version + 1)
  })

  test.each([
    ['more tax than a state takes', { taxPercent: 30.01 }, 'taxPercent'],
    ['less than none', { taxPercent: -1 }, 'taxPercent'],
    ['three decimals', { taxPercent: '8.125' }, 'taxPercent'],
    ['no way to pay', { paymentMethods: [] }, 'paymentMethods'],
    ['an unknown way to pay', { paymentMethods: ['cash'] }, 'paymentMethods.0'],
    ['an unknown delivery', { defaultShippingType: 5 }, 'defaultShippingType'],
    ['a text in one language', { terms: { 'en-us': 'Be kind.', 'es-es': ' ' } }, 'terms.es-es'],
    ['half a phone number', { supportPhone: '555' }, 'supportPhone'],
    ['a sum of three decimals', { refundApprovalAbove: 1.234 }, 'refundApprovalAbove'],
    ['a sum below nothing', { refundApprovalAboveDay: -1 }, 'refundApprovalAboveDay'],
    ['more than a million', { refundApprovalAbove: 1_000_000.01 }, 'refundApprovalAbove'],
    ['no address', { supportEmail: 'nobody' }, 'supportEmail'],
  ])('refuse %s at its field', async (_what, settings, field) => {
    const { status, body } = await save(otherOrganizationPerson, settings)
    expect(status).toBe(400)
    expect(body.issues.map(({ path }: { path: string }) => path)).toContain(`settings.${field}`)
  })

  test('are for Admins only', async () => {
    for (const someone of [await addSomeone(app, 'SSD', 2), await addSomeone(app)]) {
      expect((await someone.get('/settings/fetchCheckoutSettings')).status).toBe(403)
      expect((await save(someone, {})).status).toBe(403)
    }
    expect((await app.visitor().get('/settings/fetchCheckoutSettings')).status).toBe(401)
  })
})
