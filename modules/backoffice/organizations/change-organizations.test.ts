import { expect, test } from 'vitest'
import { forgetOrganizations } from '#modules/identity/organizations/organization.sql.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import {
  activateOrganization,
  createOrganization,
  deactivateOrganization,
  removeOrganization,
  restoreOrganization,
  saveOrganizationProfile,
  saveOrganizationProfileByCode,
  suspendOrganization,
  updateManager,
} from './change-organizations.ts'
import {
  autocompleteOrganization,
  fetchOrganizationCounts,
  fetchOrganizationProfile,
  fetchSubOrganizations,
  getOneOrganization,
  isCodeUnique,
} from './fetch-organizations.ts'

const site = await openTestSite()
// The fixture assigns explicit ids to its organizations.
await site.database.read`select setval(pg_get_serial_sequence('identity.organization', 'organization_id'), 100)`
const manager = await site.addPerson({ role: 'Admin' })

/** The Admin's context with the current organizations in scope. */
async function adminCtx() {
  forgetOrganizations()
  return (await site.signIn(manager)).ctx
}

let codes = 0
async function make(overrides: Record<string, unknown> = {}) {
  const code = `N${String(++codes).padStart(2, '0')}`
  const { data } = await createOrganization.run(await adminCtx(), { name: `Branch ${code}`, code, ...overrides })
  return { ...data, ctx: await adminCtx() }
}

const refusal = (code: string) => ({ kind: { code } })
const tampa = { address1: '1 Bay Street', address2: '', city: 'Tampa', lk_state_id: 10, zip: '33602' }

test("a new organization's recruiter must be a recruiter of the caller's, and only staff who manage instructors can name one", async () => {
  const { user_id } = await site.addPerson({ role: 'Instructor' })
  const recruiter = { user_id, recruiter_code: 'ANN', recruiter_fee: '7.25' }
  // Not yet a recruiter.
  await expect(make({ recruiter })).rejects.toMatchObject({ kind: { status: 404 } })
  await site.database.read`update identity.person set is_recruiter = true where user_id = ${user_id}`
  const { organization_id, ctx } = await make({ recruiter })
  const { data } = await fetchOrganizationProfile.run(ctx, { organization_id })
  expect(data.recruiter).toMatchObject([{ user_id, recruiter_code: 'ANN', recruiter_fee: 7.25 }])
  const formerRecruiter = await site.addPerson({ role: 'Instructor' })
  await site.database.read`
    update identity.person set is_recruiter = true, deleted_at = now() where user_id = ${formerRecruiter.user_id}`
  await expect(make({ recruiter: { ...recruiter, user_id: formerRecruiter.user_id } })).rejects.toMatchObject({
    kind: { status: 404 },
  })
  const admin = await adminCtx()
  const actor = { ...admin.actor, permissions: new Set(['MANAGE_ORGANIZATION:CREATE']) } as typeof admin.actor
  const form = { name: 'No right', code: 'NRR', recruiter }
  await expect(createOrganization.run(admin.as({ actor }), form)).rejects.toMatchObject({ kind: { status: 403 } })
  expect(await site.database.read`select from identity.organization where code = 'NRR'`).toEqual([])
})

test('a new organization is a child of the current one and stores its whole profile', async () => {
  const created = await make({
    address: tampa,
    use_mailing_as_billing_ind: true,
    contacts: [
      {
        lk_contact_type_id: 2,
        name: 'Bill Ing',
        email: 'bill@example.com',
        phone_number: '(813) 555-0111',
        phones: [{ phone_number: '813.555.0113' }, { phone_number: '+1 813 555 0114', lk_phone_number_type_id: 1 }],
      },
    ],
    phones: [{ phone_number: '8135550112' }],
    brand_color: '#114477',
    sign_in_text: 'Welcome back',
    email: 'office@example.com',
  })
  const { data } = await fetchOrganizationProfile.run(created.ctx, { org_code: created.code.toLowerCase() })
  expect(data.organizationData).toMatchObject({
    organization_id: created.organization_id,
    parentOrganizationId: 1,
    lk_organization_status_id: 1,
    brand_color: '#114477',
    code_fixed: false,
  })
  expect(data.address).toMatchObject({ city: 'Tampa', lk_state_name: 'Florida', lk_address_type_id: 2 })
  expect(data.billingAddress).toMatchObject({ city: 'Tampa', lk_address_type_id: 1 })
  expect(data.contact).toMatchObject([{ name: 'Bill Ing', phone_number: '8135550111', contact_type: 'Billing' }])
  expect(data.contact[0]!.phones).toEqual([
    { phone_number: '8135550113', lk_phone_number_type_id: 3 },
    { phone_number: '8135550114', lk_phone_number_type_id: 1 },
  ])
  expect(data.phones).toMatchObject([{ phone_number: '8135550112', lk_entity_type_id: 4 }])
  expect(data.parentOrg).toEqual({ organization_id: 1, name: 'Alpha' })
  const subs = await fetchSubOrganizations.run(created.ctx, { organization_id: 1, search: created.name })
  expect(subs).toMatchObject({ count: 1, organizations: [{ org_name: created.name }] })
  const counts = await fetchOrganizationCounts.run(created.ctx, { organization_id: created.organization_id })
  expect(counts).toMatchObject({ error: false, courseCount: 0, websiteCount: 0, subOrgCount: 0 })
  const { organization } = await autocompleteOrganization.run(created.ctx, { searchkey: `contains:${created.name}` })
  expect(organization).toMatchObject([{ value: created.organization_id }])
})

test('a code has three letters or digits, not only digits, and is unique', async () => {
  const ctx = await adminCtx()
  for (const code of ['AB', 'ABCD', '123', 'A-B', ''])
    await expect(createOrganization.run(ctx, { name: 'X', code }), code).rejects.toMatchObject({
      kind: { status: 400 },
    })
  await expect(createOrganization.run(ctx, { name: 'X', code: 'ccc' })).rejects.toMatchObject(refusal('CODE_IN_USE'))
  const valid = async (code: string, organization_id?: number) =>
    (await isCodeUnique.run(ctx, { code, ...(organization_id && { organization_id }) })).valid
  expect([await valid('ccc'), await valid('123'), await valid('qq1'), await valid('aaa', 1)]).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('one of two simultaneous requests for the same code is refused as already in use', async () => {
  const ctx = await adminCtx()
  const results = await Promise.allSettled([1, 2].map(() => createOrganization.run(ctx, { name: 'Twin', code: 'TWN' })))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('updates part of a profile by id or code, and refuses to overwrite a newer version', async () => {
  const { ctx, organization_id, code } = await make({ address: tampa })
  const updated_at = (await getOneOrganization.run(ctx, { organization_id })).data.updated_at
  await saveOrganizationProfile.run(ctx, { organization_id, description: 'First', updated_at })
  const staleSave = saveOrganizationProfile.run(ctx, { organization_id, description: 'Second', updated_at })
  await expect(staleSave).rejects.toMatchObject(refusal('CONFLICT'))
  const { data } = await saveOrganizationProfileByCode.run(ctx, { org_code: code, name: 'Renamed' })
  expect(data.organizationData).toMatchObject({ name: 'Renamed', description: 'First' })
  expect(data.address?.city).toBe('Tampa')
  const [row] = await site.database.read`
    select before, after from platform.audit_event
    where action = 'organization.save' and subject = ${`organization_id:${organization_id}`}
    order by audit_event_id desc limit 1`
  expect(row).toMatchObject({ after: { name: 'Renamed' } })
})

test('refuses a new code and removal after the first sale', async () => {
  const { ctx, organization_id, code } = await make()
  await site.database.tx(async (sql) => {
    const [order] = await sql<{ order_id: number }>`
      insert into checkout.customer_order (organization_id, user_id, intent_id, subtotal_cents, add_on_cents,
        shipping_cents, discount_cents, total_cents, first_name, last_name, email)
      values (${organization_id}, ${manager.user_id}, gen_random_uuid(), 1995, 0, 0, 0, 1995, 'A', 'B', 'a@example.com')
      returning order_id`
    await sql`
      insert into checkout.order_item (order_id, organization_id, name, price_cents, kind)
      values (${order!.order_id}, ${organization_id}, 'A course', 1995, 'fee')`
  })
  const change = { organization_id, code: 'MMM' }
  await expect(saveOrganizationProfile.run(ctx, change)).rejects.toMatchObject(refusal('CODE_FIXED'))
  await expect(removeOrganization.run(ctx, { organization_id })).rejects.toMatchObject(refusal('ORGANIZATION_IN_USE'))
  const { data } = await saveOrganizationProfile.run(ctx, { organization_id, code, name: 'Still there' })
  expect(data.organizationData).toMatchObject({ code, code_fixed: true, name: 'Still there' })
})

test('accepts United States time zones only, and refuses an unknown one', async () => {
  const { ctx, organization_id } = await make()
  const zone = (time_zone: string) => saveOrganizationProfile.run(ctx, { organization_id, time_zone })
  for (const invalidValue of ['Mars/Olympus', 'UTC', '+05:00', 'EST5EDT', "America/Denver'", ''])
    await expect(zone(invalidValue)).rejects.toMatchObject({
      issues: [{ path: 'time_zone', message: 'Choose a time zone.' }],
    })
  expect((await zone('America/Denver')).data.organizationData?.time_zone).toBe('America/Denver')
})

test('accepts any valid color as a brand color, and refuses other values', async () => {
  const { ctx, organization_id } = await make()
  const brand = (brand_color: string) => saveOrganizationProfile.run(ctx, { organization_id, brand_color })
  expect((await brand('#FFFF00')).data.organizationData?.brand_color).toBe('#ffff00')
  for (const invalidValue of ['#fff', '#1d4ed8;}', 'rgb(0,0,0)'])
    await expect(brand(invalidValue)).rejects.toMatchObject({ kind: { status: 400 } })
  await expect(brand('red')).rejects.toMatchObject({ kind: { status: 400 } })
  expect((await brand('#1D4ED8')).data.organizationData?.brand_color).toBe('#1d4ed8')
  expect((await brand('')).data.organizationData?.brand_color).toBeNull()
})

test('an organization can be closed and reopened, and suspended by an Admin only', async () => {
  const { ctx, organization_id } = await make()
  const instructor = await site.addPerson({ role: 'Instructor' })
  await site.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${instructor.user_id}, 1, 'MANAGE_ORGANIZATION:UPDATE', true)`
  const { ctx: other } = await site.signIn(instructor)
  await deactivateOrganization.run(other, { organization_id })
  await activateOrganization.run(other, { organization_id })
  const suspend = { organization_id, reason: 'Unpaid invoices.' }
  await expect(suspendOrganization.run(other, suspend)).rejects.toMatchObject(refusal('FORBIDDEN'))
  await expect(suspendOrganization.run(ctx, { organization_id, reason: ' ' })).rejects.toMatchObject({
    kind: { status: 400 },
  })
  await suspendOrganization.run(ctx, suspend)
  await expect(activateOrganization.run(other, { organization_id })).rejects.toMatchObject(
    refusal('ORGANIZATION_SUSPENDED'),
  )
  expect((await getOneOrganization.run(ctx, { organization_id })).data).toMatchObject({
    status: 'Suspended',
    suspended_reason: 'Unpaid invoices.',
  })
  await activateOrganization.run(ctx, { organization_id })
  expect((await getOneOrganization.run(ctx, { organization_id })).data).toMatchObject({
    status: 'Active',
    suspended_reason: null,
  })
})

test('refuses to close or remove the current organization or one with people', async () => {
  const { ctx } = await make()
  for (const operation of [deactivateOrganization, removeOrganization])
    await expect(operation.run(ctx, { organization_id: 1 })).rejects.toMatchObject(refusal('OWN_ORGANIZATION'))
  await site.addPerson({ code: 'BBB' })
  await expect(removeOrganization.run(ctx, { organization_id: 2 })).rejects.toMatchObject(
    refusal('ORGANIZATION_IN_USE'),
  )
  const sibling = removeOrganization.run(ctx, { organization_id: 3 })
  await expect(sibling).rejects.toMatchObject(refusal('NOT_FOUND'))
})

test('a removed organization is not found, and is inactive after it is restored', async () => {
  const { ctx, organization_id, code } = await make()
  await removeOrganization.run(ctx, { organization_id })
  await expect(getOneOrganization.run(ctx, { org_code: code })).rejects.toMatchObject(refusal('NOT_FOUND'))
  await expect(removeOrganization.run(ctx, { organization_id })).rejects.toMatchObject(refusal('NOT_FOUND'))
  expect((await isCodeUnique.run(ctx, { code })).valid).toBe(false)
  await restoreOrganization.run(ctx, { organization_id })
  expect((await getOneOrganization.run(ctx, { organization_id })).data.status).toBe('Inactive')
})

test('the manager is a staff member in scope or a person without an account', async () => {
  const { ctx, organization_id, code } = await make()
  const student = await site.addPerson()
  const foreignPerson = await site.addPerson({ code: 'CCC', role: 'Instructor' })
  for (const { user_id } of [student, foreignPerson])
    await expect(updateManager.run(ctx, { org_code: code, user_id })).rejects.toMatchObject(refusal('NOT_FOUND'))
  const { message } = await updateManager.run(ctx, { org_code: code, user_id: manager.user_id })
  expect(message).toBe('Manager changed')
  expect((await getOneOrganization.run(ctx, { organization_id })).data.manager_id).toBe(manager.user_id)
  await updateManager.run(ctx, { org_code: code, first_name: 'Mara', last_name: 'Nager' })
  expect((await getOneOrganization.run(ctx, { organization_id })).data).toMatchObject({
    manager_id: null,
    manager_name: 'Mara Nager',
  })
})

test('an organization can be moved only below one in scope, and never below itself', async () => {
  const { ctx, organization_id } = await make()
  const under = await make({ parentOrganizationId: organization_id })
  const move = (parentOrganizationId: number) =>
    saveOrganizationProfile.run(under.ctx, { organization_id, parentOrganizationId })
  await expect(move(under.organization_id)).rejects.toMatchObject(refusal('ORGANIZATION_CIRCLE'))
  await expect(move(3)).rejects.toMatchObject(refusal('NOT_FOUND'))
  await expect(createOrganization.run(ctx, { name: 'X', code: 'XY1', parentOrganizationId: 3 })).rejects.toMatchObject(
    refusal('NOT_FOUND'),
  )
  expect((await move(2)).data.organizationData?.parentOrganizationId).toBe(2)
})

test('only staff of an organization or its ancestors find it by its code', async () => {
  const { code, organization_id, ctx } = await make()
  const ctxOf = async (person: Parameters<typeof site.addPerson>[0]) =>
    (await site.signIn(await site.addPerson(person))).ctx
  const outsiders = [
    [await ctxOf({ code: 'CCC', role: 'Admin' }), 'NOT_FOUND'],
    [await ctxOf({ code: 'BBB', role: 'Admin' }), 'NOT_FOUND'],
    [await ctxOf({ role: 'Student' }), 'FORBIDDEN'],
    [await ctxOf({ role: 'Instructor' }), 'FORBIDDEN'],
    [await site.visit(), 'UNAUTHENTICATED'],
  ] as const
  for (const [outsider, refusalCode] of outsiders) {
    const renaming = saveOrganizationProfileByCode.run(outsider, { org_code: code, name: 'Taken over' })
    await expect(renaming).rejects.toMatchObject(refusal(refusalCode))
    const managerUpdate = updateManager.run(outsider, { org_code: code, first_name: 'Mallory', last_name: 'Outside' })
    await expect(managerUpdate).rejects.toMatchObject(refusal(refusalCode))
  }
  const under = { name: 'Under', code: 'XY2', parentOrganizationId: organization_id }
  await expect(createOrganization.run(outsiders[0][0], under)).rejects.toMatchObject(refusal('NOT_FOUND'))
  expect((await getOneOrganization.run(ctx, { organization_id })).data).toMatchObject({
    name: `Branch ${code}`,
    manager_name: '',
  })
})

test('a logo must be a picture uploaded here, not an address on another server', async () => {
  const { ctx, organization_id } = await make()
  const save = (logo: string) => saveOrganizationProfile.run(ctx, { organization_id, logo })
  for (const logo of ['https://elsewhere.example/logo.png', '//elsewhere.example/a', 'javascript:alert(1)'])
    await expect(save(logo), logo).rejects.toMatchObject({ kind: { status: 400 } })
  expect((await save('/media/17/logo.webp')).data.organizationData?.logo).toBe('/media/17/logo.webp')
  await saveOrganizationProfile.run(ctx, { organization_id, name: 'The logo stays' })
  expect((await getOneOrganization.run(ctx, { organization_id })).data.logo).toBe('/media/17/logo.webp')
  expect((await save('')).data.organizationData?.logo).toBe('')
  const form = { name: 'X', code: 'LG1', logo: 'https://elsewhere.example/logo.png' }
  await expect(createOrganization.run(ctx, form)).rejects.toMatchObject({ kind: { status: 400 } })
})
