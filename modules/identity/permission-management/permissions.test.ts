import { expect, test } from 'vitest'
import { permissionIdOf } from '#modules/identity/permissions.ts'
import type { PermissionKey } from '#platform/permissions.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { fetchPermissions } from './fetch-permissions.ts'
import { savePermissions } from './save-permissions.ts'

const site = await openTestSite()
const change = (key: string, enabled: boolean) => ({
  permission_id: permissionIdOf(key as PermissionKey),
  enabled,
})

test('an Admin grants and revokes permissions, and the person is signed out', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const instructor = await site.addPerson({ role: 'Instructor' })
  const before = await site.signIn(instructor)
  const permissions = [change('MANAGE_PAYMENTS:READ', true), change('MANAGE_COURSES:READ', false)]
  const result = await savePermissions.run(ctx, { user_id: instructor.user_id, permissions })
  expect(result.message).toBe('Permissions updated')
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

test('refuses to grant what the grantor lacks, and to change oneself, a student, or someone above', async () => {
  const manager = await site.addPerson({ role: 'Admin' })
  const limited = await site.addPerson({ role: 'Admin' })
  const revocation = { user_id: limited.user_id, organization_id: 1, key: 'MANAGE_PAYMENTS:UPDATE', granted: false }
  await site.database.read`insert into identity.permission ${site.database.read(revocation)}`
  const instructor = await site.addPerson({ role: 'Instructor' })
  const student = await site.addPerson()
  const { ctx } = await site.signIn(limited)
  const refusal = (user_id: number, key: string, enabled: boolean) =>
    savePermissions.run(ctx, { user_id, permissions: [change(key, enabled)] }).catch((error) => error.kind.code)
  expect(await refusal(instructor.user_id, 'MANAGE_PAYMENTS:UPDATE', true)).toBe('CANNOT_GRANT')
  expect(await refusal(limited.user_id, 'MANAGE_PAYMENTS:UPDATE', true)).toBe('OWN_PERMISSIONS')
  expect(await refusal(student.user_id, 'MANAGE_STUDENTS:READ', true)).toBe('CANNOT_GRANT')
  expect(await refusal(manager.user_id, 'MANAGE_STUDENTS:READ', false)).toBe('CANNOT_GRANT')
})

test('changing permissions or defaults requires a recent proof, and changes nothing without it', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const instructor = await site.addPerson({ role: 'Instructor' })
  const lateCtx = ctx.as({ now: new Date(ctx.now.getTime() + 16 * 60_000) })
  const key = 'MANAGE_PAYMENTS:READ'
  const refusal = { kind: { code: 'PROOF_NEEDED' }, answer: { ways: ['password'] } }
  const ofPerson = { user_id: instructor.user_id, permissions: [change(key, true)] }
  await expect(savePermissions.run(lateCtx, ofPerson)).rejects.toMatchObject(refusal)
  const ofRole = { permissions: [{ ...change(key, false), InstructorEnabled: true }] }
  await expect(savePermissions.run(lateCtx, ofRole)).rejects.toMatchObject(refusal)
  expect((await site.whois((await site.signIn(instructor)).token))!.actor.permissions.has(key)).toBe(false)
})

test('only staff with the permission see and change permissions, within their organizations', async () => {
  const instructor = await site.addPerson({ role: 'Instructor' })
  const foreignPerson = await site.addPerson({ role: 'Instructor', code: 'CCC' })
  const { ctx: admin } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const { ctx: other } = await site.signIn(await site.addPerson({ role: 'Instructor' }))
  const permissions = [change('MANAGE_PAYMENTS:READ', true)]
  const statusOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 200,
      (error) => error.kind.status,
    )
  expect(await statusOf(savePermissions.run(admin, { user_id: foreignPerson.user_id, permissions }))).toBe(404)
  expect(await statusOf(fetchPermissions.run(admin, { user_id: foreignPerson.user_id }))).toBe(404)
  expect(await statusOf(savePermissions.run(other, { user_id: instructor.user_id, permissions }))).toBe(403)
  expect(await statusOf(fetchPermissions.run(other, { user_id: instructor.user_id }))).toBe(403)
  expect(await statusOf(fetchPermissions.run(await site.visit(), {}))).toBe(401)
})

const defaultChange = (key: string, overrides: Record<string, boolean>) => ({ ...change(key, false), ...overrides })

async function rightsOf(person: { user_id: number; code: string }) {
  return (await site.whois((await site.signIn(person)).token, person.code))!.actor.permissions
}

test("a role's defaults apply to the organization and below, the nearest wins, and the person overrides both", async () => {
  const key = 'MANAGE_INVOICE_PAYMENTS:READ'
  const admin = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const [here, below, separate] = await Promise.all(
    ['AAA', 'BBB', 'CCC'].map((code) => site.addPerson({ role: 'Instructor', code })),
  )
  await savePermissions.run(admin.ctx, { permissions: [defaultChange(key, { InstructorEnabled: true })] })
  expect((await rightsOf(here!)).has(key)).toBe(true)
  expect((await rightsOf(below!)).has(key)).toBe(true)
  expect((await rightsOf(separate!)).has(key)).toBe(false)
  const onBeta = await site.visit({ code: 'BBB', actor: admin.ctx.actor })
  await savePermissions.run(onBeta, { permissions: [defaultChange(key, { InstructorEnabled: false })] })
  expect((await rightsOf(here!)).has(key)).toBe(true)
  expect((await rightsOf(below!)).has(key)).toBe(false)
  await savePermissions.run(admin.ctx, { user_id: below!.user_id, permissions: [change(key, true)] })
  expect((await rightsOf(below!)).has(key)).toBe(true)
  const grid = await fetchPermissions.run(onBeta, {})
  expect(
    grid.permissions.instructorPermissions.find((row) => row.permission_id === change(key, true).permission_id),
  ).toMatchObject({ enabled: 0, InstructorEnabled: 0, can_change: true })
  await savePermissions.run(onBeta, { permissions: [defaultChange(key, { InstructorEnabled: true })] })
  const [row] = await site.database.read`select from identity.role_permission where organization_id = 2`
  expect(row).toBeUndefined()
})

test('a change of the defaults takes effect with the next request of everyone concerned', async () => {
  const admin = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const support = await site.signIn(await site.addPerson({ role: 'Support' }))
  const key = 'MANAGE_SUPPORT:UPDATE'
  expect((await site.whois(support.token))!.actor.permissions.has(key)).toBe(true)
  await savePermissions.run(admin.ctx, { permissions: [defaultChange(key, { SupportEnabled: false })] })
  expect((await site.whois(support.token))!.actor.permissions.has(key)).toBe(false)
  await savePermissions.run(admin.ctx, { permissions: [defaultChange(key, { SupportEnabled: true })] })
  expect((await site.whois(support.token))!.actor.permissions.has(key)).toBe(true)
})

test('only an Admin changes the defaults, never those of their own role, and only to what they have', async () => {
  const limited = await site.addPerson({ role: 'Admin' })
  const revocation = { user_id: limited.user_id, organization_id: 1, key: 'MANAGE_PAYMENTS:UPDATE', granted: false }
  await site.database.read`insert into identity.permission ${site.database.read(revocation)}`
  const instructor = await site.addPerson({ role: 'Instructor' })
  const permission = { user_id: instructor.user_id, organization_id: 1, key: 'MANAGE_ADMIN:UPDATE', granted: true }
  await site.database.read`insert into identity.permission ${site.database.read(permission)}`
  const { ctx } = await site.signIn(limited)
  const refusal = async (actor: typeof ctx, key: string, overrides: Record<string, boolean>) =>
    savePermissions.run(actor, { permissions: [defaultChange(key, overrides)] }).catch((error) => error.kind.code)
  expect(await refusal(ctx, 'MANAGE_PAYMENTS:UPDATE', { InstructorEnabled: true })).toBe('CANNOT_GRANT')
  expect(await refusal(ctx, 'MANAGE_STUDENTS:READ', { StudentEnabled: true })).toBe('CANNOT_GRANT')
  expect(await refusal(ctx, 'MANAGE_STUDENTS:READ', { AdminEnabled: false })).toBe('OWN_PERMISSIONS')
  const childCtx = await site.visit({ code: 'BBB', actor: ctx.actor })
  expect(await refusal(childCtx, 'MANAGE_STUDENTS:DELETE', { AdminEnabled: false })).toMatchObject({
    message: 'Permissions updated',
  })
  const { ctx: other } = await site.signIn(instructor)
  expect(await refusal(other, 'MANAGE_STUDENTS:READ', { SupportEnabled: false })).toBe('FORBIDDEN')
})

test('the audit log records the defaults and who changed them', async () => {
  const admin = await site.addPerson({ role: 'Admin' })
  const { ctx } = await site.signIn(admin)
  await savePermissions.run(ctx, {
    permissions: [defaultChange('MANAGE_REPORTS:READ', { InstructorEnabled: false })],
  })
  const [row] = await site.database.read<{ before: unknown; after: unknown }>`
    select before, after from platform.audit_event
    where action = 'permission.defaults' and actor_user_id = ${admin.user_id}`
  expect(row).toEqual({
    before: { 'Instructor.MANAGE_REPORTS:READ': true },
    after: { 'Instructor.MANAGE_REPORTS:READ': false },
  })
})
