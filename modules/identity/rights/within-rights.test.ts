import { expect, test } from 'vitest'
import { createAdministrator } from '#modules/identity/account-lifecycle/create-users.ts'
import { fetchPermissions } from '#modules/identity/permission-management/fetch-permissions.ts'
import { savePermissions } from '#modules/identity/permission-management/save-permissions.ts'
import { permissionKeys } from '#modules/identity/permissions.ts'
import { saveUserInformation } from '#modules/identity/profile/save-user-information.ts'
import { reset2fa } from '#modules/identity/two-factor/reset-2fa.ts'
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

test("all permissions do not make an Admin: only an Admin changes an Admin's sign-in, or creates one", async () => {
  const admin = await site.addPerson({ role: 'Admin' })
  const { user_id } = admin
  const ctx = await instructorWith(permissionKeys)
  const permissions = [{ permission_id: permissionKeys.indexOf('MANAGE_PAYMENTS:READ') + 1, enabled: false }]
  expect(await codeOf(saveUserInformation.run(ctx, { user_id, profile: profile('mine@example.com') }))).toBe(
    'ABOVE_YOU',
  )
  expect(await codeOf(savePermissions.run(ctx, { user_id, permissions }))).toBe('CANNOT_GRANT')
  expect(await codeOf(createAdministrator.run(ctx, { profile: profile('puppet@example.com') }))).toBe('CANNOT_CREATE')
  expect(await codeOf(reset2fa.run(ctx, { user_id }))).toBe('ABOVE_YOU')
  const grid = await fetchPermissions.run(ctx, { user_id })
  expect(grid.permissions.adminPermissions.some(({ can_change }) => can_change)).toBe(false)
})

test('refuses to remove the second factor of a person with more permissions', async () => {
  const { user_id } = await site.addPerson({ role: 'Admin' })
  const ctx = await instructorWith(['MANAGE_ADMIN:READ', 'MANAGE_ADMIN:UPDATE'])
  expect(await codeOf(reset2fa.run(ctx, { user_id }))).toBe('ABOVE_YOU')
})

test('staff need a recent proof before they change how someone else signs in', async () => {
  const staff = await site.addPerson({ role: 'Admin' })
  const student = await site.addPerson()
  const { ctx } = await site.signIn(staff)
  site.clock.offset_ms += 20 * 60_000
  const later = await site.visit({ actor: ctx.actor })
  const { user_id } = student
  const form = (email: string) => saveUserInformation.run(later, { user_id, profile: profile(email) })
  expect(await codeOf(form('taken.over@example.com'))).toBe('PROOF_NEEDED')
  expect(await codeOf(form(student.loginid)), 'everything else needs none').toBe('done')
})

test('staff who see instructors see their permissions, but not those of an Admin or whether there is one', async () => {
  const ctx = await instructorWith(['MANAGE_INSTRUCTORS:READ'])
  const [admin, colleague] = [await site.addPerson({ role: 'Admin' }), await site.addPerson({ role: 'Instructor' })]
  expect(await codeOf(fetchPermissions.run(ctx, { user_id: admin.user_id }))).toBe('NOT_FOUND')
  expect(await codeOf(fetchPermissions.run(ctx, { user_id: colleague.user_id }))).toBe('done')
})
