import { expect, test } from 'vitest'
import { permissionKeys } from '../permissions.ts'
import { openTestSite } from '../test-site.ts'
import { fetchPermissions } from './fetch-permissions.ts'
import { savePermissions } from './save-permissions.ts'

const site = await openTestSite()
const change = (key: string, enabled: boolean) => ({
  permission_id: permissionKeys.indexOf(key as (typeof permissionKeys)[number]) + 1,
  enabled,
})

test('an administrator grants and takes, and the person is signed out', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const instructor = await site.addPerson({ role: 'Instructor' })
  const before = await site.signIn(instructor)
  const permissions = [change('MANAGE_PAYMENTS:READ', true), change('MANAGE_COURSES:READ', false)]
  const answer = await savePermissions.run(ctx, { user_id: instructor.user_id, permissions })
  expect(answer.message).toBe('Permissions updated')
  expect(await site.whois(before.token)).toBeNull()
  const { actor } = (await site.whois((await site.signIn(instructor)).token))!
  expect(actor.permissions.has('MANAGE_PAYMENTS:READ')).toBe(true)
  expect(actor.permissions.has('MANAGE_COURSES:READ')).toBe(false)
  const grid = await fetchPermissions.run(ctx, { user_id: instructor.user_id })
  const row = grid.permissions.instructorPermissions.find(
    ({ name, lk_permission_type_id }) => name === 'MANAGE_PAYMENTS' && lk_permission_type_id === 2,
  )
  expect(row).toMatchObject({ enabled: 1, AdminEnabled: 1, InstructorEnabled: 0, StudentEnabled: 0 })
})

test('nobody grants what they lack, changes their own rights, a student, or somebody above them', async () => {
  const boss = await site.addPerson({ role: 'Admin' })
  const limited = await site.addPerson({ role: 'Admin' })
  const lost = { user_id: limited.user_id, organization_id: 1, key: 'MANAGE_PAYMENTS:UPDATE', granted: false }
  await site.database.read`insert into identity.permission ${site.database.read(lost)}`
  const instructor = await site.addPerson({ role: 'Instructor' })
  const student = await site.addPerson()
  const { ctx } = await site.signIn(limited)
  const refused = (user_id: number, key: string, enabled: boolean) =>
    savePermissions.run(ctx, { user_id, permissions: [change(key, enabled)] }).catch((error) => error.kind.code)
  expect(await refused(instructor.user_id, 'MANAGE_PAYMENTS:UPDATE', true)).toBe('CANNOT_GRANT')
  expect(await refused(limited.user_id, 'MANAGE_PAYMENTS:UPDATE', true)).toBe('OWN_PERMISSIONS')
  expect(await refused(student.user_id, 'MANAGE_STUDENTS:READ', true)).toBe('CANNOT_GRANT')
  expect(await refused(boss.user_id, 'MANAGE_STUDENTS:READ', false)).toBe('CANNOT_GRANT')
})

test('only staff with the key see and change rights, and only within their organizations', async () => {
  const instructor = await site.addPerson({ role: 'Instructor' })
  const foreign = await site.addPerson({ role: 'Instructor', code: 'CCC' })
  const { ctx: admin } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const { ctx: other } = await site.signIn(await site.addPerson({ role: 'Instructor' }))
  const permissions = [change('MANAGE_PAYMENTS:READ', true)]
  const statusOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 200,
      (error) => error.kind.status,
    )
  expect(await statusOf(savePermissions.run(admin, { user_id: foreign.user_id, permissions }))).toBe(404)
  expect(await statusOf(fetchPermissions.run(admin, { user_id: foreign.user_id }))).toBe(404)
  expect(await statusOf(savePermissions.run(other, { user_id: instructor.user_id, permissions }))).toBe(403)
  expect(await statusOf(fetchPermissions.run(other, { user_id: instructor.user_id }))).toBe(403)
  expect(await statusOf(fetchPermissions.run(await site.visit(), {}))).toBe(401)
})
