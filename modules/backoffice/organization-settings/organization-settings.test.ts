import { beforeAll, expect, test } from 'vitest'
import { addSomeone, addStaff, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { openTestApp } from '#tests/support/app.ts'
import type { OrganizationSetting } from './fetch-organization-settings.ts'

const app = await openTestApp()
let parentPerson: Someone
let childPerson: Someone
let otherOrganizationPerson: Someone
beforeAll(async () => {
  parentPerson = await addStaff(app, 'LSD')
  childPerson = await addStaff(app, 'LST')
  otherOrganizationPerson = await addStaff(app, 'SSD')
})

async function settingOf(staffClient: Someone, name: string): Promise<OrganizationSetting> {
  const { status, body } = await staffClient.get('/settings/organization')
  expect(status).toBe(200)
  return body.settings.find((setting: OrganizationSetting) => setting.name === name)
}
const saveCheckout = (staffClient: Someone, settings: object) =>
  staffClient.post('/settings/saveCheckoutSettings', { settings })

test("an unset setting has the product's default and no change date", async () => {
  const { body } = await otherOrganizationPerson.get('/settings/organization')
  expect(new Set(body.settings.map(({ area }: OrganizationSetting) => area))).toEqual(
    new Set(['checkout', 'support', 'email', 'security', 'leaver']),
  )
  expect(await settingOf(otherOrganizationPerson, 'captcha')).toMatchObject({
    value: 'On',
    origin: 'product',
    from: null,
    strict: true,
    changed_at: null,
    changed_by: null,
  })
  expect((await settingOf(otherOrganizationPerson, 'hours')).value).toBe('Mon-Fri 9-5 EST')
})

test('a setting names the organization that defines it, also below; a sibling sees its own', async () => {
  await saveCheckout(parentPerson, { taxPercent: '8.25', refundApprovalAbove: '100' })
  expect(await settingOf(parentPerson, 'tax_hundredths')).toMatchObject({ value: '8.25 %', origin: 'own', from: null })
  const [name] = await app.database.read<{ name: string }>`select name from identity.organization where code = 'LSD'`
  expect(await settingOf(childPerson, 'tax_hundredths')).toMatchObject({
    value: '8.25 %',
    origin: 'inherited',
    from: name!.name,
  })
  expect(await settingOf(otherOrganizationPerson, 'tax_hundredths')).toMatchObject({
    value: '0.00 %',
    origin: 'product',
  })
  await saveCheckout(childPerson, { taxPercent: '7' })
  expect(await settingOf(childPerson, 'tax_hundredths')).toMatchObject({ value: '7.00 %', origin: 'own' })
})

test("a setting looser than the parent's is ignored in favor of the parent's", async () => {
  await saveCheckout(parentPerson, { refundApprovalAbove: '500' })
  await saveCheckout(childPerson, { refundApprovalAbove: '300' })
  expect(await settingOf(childPerson, 'refund_approval_cents')).toMatchObject({
    value: '$300.00',
    origin: 'own',
    strict: true,
  })
  await saveCheckout(parentPerson, { refundApprovalAbove: '50' })
  expect(await settingOf(childPerson, 'refund_approval_cents')).toMatchObject({ value: '$50.00', origin: 'inherited' })
})

test('shows the last editor of each setting alone, and not to other organizations', async () => {
  await parentPerson.post('/settings/saveSupportSettings', { configuration: { phone: '5551234567' } })
  await parentPerson.post('/settings/saveSupportSettings', {
    configuration: { phone: '5551234567', email: 'a@example.com' },
  })
  const [phone, email, hours] = [
    await settingOf(parentPerson, 'phone'),
    await settingOf(parentPerson, 'email'),
    await settingOf(parentPerson, 'hours'),
  ]
  expect(Date.parse(phone.changed_at!)).toBeLessThan(Date.parse(email.changed_at!))
  expect([phone.changed_by, email.changed_by]).toEqual([expect.any(String), phone.changed_by])
  expect(hours.changed_at).toBeNull()
  expect(await settingOf(childPerson, 'phone')).toMatchObject({
    value: '(555) 123-4567',
    origin: 'inherited',
    changed_at: null,
  })
})

test('required two-factor authentication applies below; a change is audited with the former value', async () => {
  await app.database.read`update identity.organization set staff_2fa_required = true where code = 'LSD'`
  expect(await settingOf(parentPerson, 'staff_2fa_required')).toMatchObject({
    value: 'On',
    origin: 'own',
    strict: true,
  })
  expect(await settingOf(childPerson, 'staff_2fa_required')).toMatchObject({ value: 'On', origin: 'inherited' })
  await app.database.read`update identity.organization set staff_2fa_required = false where code = 'LSD'`
  expect(await settingOf(parentPerson, 'staff_2fa_required')).toMatchObject({ value: 'Off', origin: 'product' })
})

test("the page is in the reader's language", async () => {
  await saveCheckout(parentPerson, { taxPercent: '8.25' })
  const { text } = await childPerson.visit('/manage/settings/all')
  expect(text).toContain('Sub-organizations can only make it stricter.')
  await childPerson.visit('/language', { locale: 'es-es', redirect: '/' })
  expect((await childPerson.visit('/manage/settings/all')).text).toContain('Toda la configuración')
})

test('requires the permission', async () => {
  for (const staffClient of [await addSomeone(app, 'SSD', 2), await addSomeone(app)])
    expect((await staffClient.get('/settings/organization')).status).toBe(403)
  expect((await app.visitor().get('/settings/organization')).status).toBe(401)
})
