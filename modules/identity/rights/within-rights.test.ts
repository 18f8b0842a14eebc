import { expect, test } from 'vitest'
import { createAdministrator } from '#modules/identity/account-lifecycle/create-users.ts'
import { fetchPermissions } from '#modules/identity/permission-management/fetch-permissions.ts'
import { savePermissions } from '#modules/identity/permission-management/save-permissions.ts'
import { permissionIdOf, permissionKeys } from '#modules/identity/permissions.ts'
import { manageAdministrator } from '#modules/identity/profile/manage-people.ts'
import { saveUserInformation } from '#modules/identity/profile/save-user-information.ts'
import { reset2fa } from '#modules/identity/two-factor/reset-2fa.ts'
import type { UserActor } from '#platform/actor.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'

const site = await openTestSite()

/** An instructor with these permissions beyond those of the role. */
async function instructorWith(keys: readonly string[]) {
  const instructor = await site.addPerson({ role: 'Instructor' })
  await site.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select ${instructor.user_id}, 1, key, true from unnest(${[...keys]}::text[]) as key`
  return (await site.signIn(instructor)).ctx
}
const codeOf = (operation: Promise<unknown>) =>
  operation.then(
    () => 'done',
    (error) => error.kind?.code ?? String(error),
  )
const profile = (email: string) => ({ first_name: 'Pat', last_name: 'Person', email })

test('all permissions do not make an Admin: only an Admin changes an Admin, or creates one', async () => {
  const admin = await site.addPerson({ role: 'Admin' })
  const { user_id } = admin
  const ctx = await instructorWith(permissionKeys)
  const permissions = [{ permission_id: permissionIdOf('MANAGE_PAYMENTS:READ'), enabled: false }]
  expect(await codeOf(saveUserInformation.run(ctx, { user_id, profile: profile('mine@example.com') }))).toBe(
    'ADMINS_ONLY',
  )
  // The contract has two calls for the same form.
  const renamed = { first_name: 'Changed', last_name: 'Person', email: admin.loginid }
  expect(await codeOf(saveUserInformation.run(ctx, { user_id, profile: renamed }))).toBe('ADMINS_ONLY')
  expect(await codeOf(manageAdministrator.run(ctx, { administrator_id: user_id, profile: renamed }))).toBe(
    'ADMINS_ONLY',
  )
  expect(await codeOf(savePermissions.run(ctx, { user_id, permissions }))).toBe('CANNOT_GRANT')
  expect(await codeOf(createAdministrator.run(ctx, { profile: profile('puppet@example.com') }))).toBe('CANNOT_CREATE')
  expect(await codeOf(reset2fa.run(ctx, { user_id }))).toBe('ADMINS_ONLY')
  const grid = await fetchPermissions.run(ctx, { user_id })
  expect(grid.permissions.adminPermissions.some(({ can_change }) => can_change)).toBe(false)
})

test('only an Admin changes an auditor, who has no permission that others lack', async () => {
  const { user_id, loginid } = await site.addPerson({ role: 'Auditor' })
  const ctx = await instructorWith(permissionKeys)
  for (const email of [loginid, 'mine@example.com'])
    expect(await codeOf(saveUserInformation.run(ctx, { user_id, profile: profile(email) }))).toBe('ADMINS_ONLY')
  expect(await codeOf(reset2fa.run(ctx, { user_id }))).toBe('ADMINS_ONLY')
})

test('refuses to remove the second factor of a person with more permissions', async () => {
  const { user_id } = (await instructorWith(['MANAGE_PAYMENTS:UPDATE'])).actor as UserActor
  const ctx = await instructorWith(['MANAGE_INSTRUCTORS:READ', 'MANAGE_INSTRUCTORS:UPDATE'])
  expect(await codeOf(reset2fa.run(ctx, { user_id }))).toBe('ABOVE_YOU')
})

test('only staff with CHANGE_PASSWORD:UPDATE change how others sign in, even if they may change the rest', async () => {
  const instructor = await site.addPerson({ role: 'Instructor' })
  await site.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${instructor.user_id}, 1, 'CHANGE_PASSWORD:UPDATE', false)`
  const { ctx } = await site.signIn(instructor)
  const { user_id, loginid } = await site.addPerson()
  expect(await codeOf(reset2fa.run(ctx, { user_id }))).toBe('FORBIDDEN')
  const form = (email: string) => saveUserInformation.run(ctx, { user_id, profile: profile(email) })
  expect(await codeOf(form('other.address@example.com'))).toBe('FORBIDDEN')
  expect(await codeOf(form(loginid))).toBe('done')
})

test('staff need a recent proof before they change how someone else signs in', async () => {
  const staff = await site.addPerson({ role: 'Admin' })
  const student = await site.addPerson()
  const { ctx } = await site.signIn(staff)
  site.clock.offset_ms += 20 * 60_000
  const laterCtx = await site.visit({ actor: ctx.actor })
  const { user_id } = student
  const form = (email: string) => saveUserInformation.run(laterCtx, { user_id, profile: profile(email) })
  expect(await codeOf(form('taken.over@example.com'))).toBe('PROOF_NEEDED')
  expect(await codeOf(form(student.loginid)), 'everything else needs none').toBe('done')
})

test("staff who see instructors see their permissions, but not an Admin's, or whether there is an Admin", async () => {
  const ctx = await instructorWith(['MANAGE_INSTRUCTORS:READ'])
  const [admin, colleague] = [await site.addPerson({ role: 'Admin' }), await site.addPerson({ role: 'Instructor' })]
  expect(await codeOf(fetchPermissions.run(ctx, { user_id: admin.user_id }))).toBe('NOT_FOUND')
  expect(await codeOf(fetchPermissions.run(ctx, { user_id: colleague.user_id }))).toBe('done')
})
