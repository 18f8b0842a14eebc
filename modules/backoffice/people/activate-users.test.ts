import { expect, test } from 'vitest'
import { createStudentUser } from '#modules/identity/account-lifecycle/create-users.ts'
import { insertResetLink } from '#modules/identity/credentials/reset-link.sql.ts'
import { permissionIdOf, permissionKeys } from '#modules/identity/entry.ts'
import { setPassword } from '#modules/identity/passwords/set-password.ts'
import { savePermissions } from '#modules/identity/permission-management/save-permissions.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { activateUser, deactivateUser } from './activate-users.ts'

const site = await openTestSite()

/** An instructor with these permissions beyond those of the role. */
async function instructorWith(keys: readonly string[]) {
  const instructor = await site.addPerson({ role: 'Instructor' })
  await site.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select ${instructor.user_id}, 1, key, true from unnest(${[...keys]}::text[]) as key`
  return (await site.signIn(instructor)).ctx
}

const refusal = { kind: { code: 'ADMINS_ONLY' } }

test('refuses to disable or enable an Admin, unless to an Admin', async () => {
  const admin = await site.addPerson({ role: 'Admin' })
  const { token } = await site.signIn(admin)
  const some = await instructorWith(['MANAGE_ADMIN:READ', 'MANAGE_ADMIN:UPDATE'])
  const all = await instructorWith(permissionKeys)
  for (const ctx of [some, all]) {
    await expect(deactivateUser.run(ctx, { user_id: admin.user_id })).rejects.toMatchObject(refusal)
    await expect(activateUser.run(ctx, { user_id: admin.user_id })).rejects.toMatchObject(refusal)
  }
  expect(await site.whois(token)).not.toBeNull()
})

test('one of two Admins who disable each other at the same time remains active', async () => {
  const people = [await site.addPerson({ role: 'Admin' }), await site.addPerson({ role: 'Admin' })] as const
  const [first, other] = [await site.signIn(people[0]), await site.signIn(people[1])]
  const results = await Promise.allSettled([
    deactivateUser.run(first.ctx, { user_id: people[1].user_id }),
    deactivateUser.run(other.ctx, { user_id: people[0].user_id }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect([await site.whois(first.token), await site.whois(other.token)].filter(Boolean)).toHaveLength(1)
})

test("one of two Admins who revoke each other's management permission at the same time keeps it", async () => {
  const people = [await site.addPerson({ role: 'Admin' }), await site.addPerson({ role: 'Admin' })] as const
  const [first, other] = [await site.signIn(people[0]), await site.signIn(people[1])]
  const permission_id = permissionIdOf('MANAGE_ADMIN:UPDATE')
  const permissions = [{ permission_id, enabled: false }]
  const results = await Promise.allSettled([
    savePermissions.run(first.ctx, { user_id: people[1].user_id, permissions }),
    savePermissions.run(other.ctx, { user_id: people[0].user_id, permissions }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

const owedTo = (user_id: number) =>
  site.facts.filter(({ fact, data }) => fact === 'identity.welcome_owed' && data.user_id === user_id).length
const statusOf = async (user_id: number) =>
  (await site.database.read`select lk_user_status_id from identity.person where user_id = ${user_id}`)[0]!
    .lk_user_status_id
const adminCtx = async () => (await site.signIn(await site.addPerson({ role: 'Admin' }))).ctx

test('enabling a person without a password sends the email to choose one', async () => {
  const ctx = await adminCtx()
  const profile = { first_name: 'Nina', last_name: 'New', email: 'nina.new@example.com' }
  const { user_id } = (await createStudentUser.run(ctx, { profile })).data
  await deactivateUser.run(ctx, { user_id })
  expect([await statusOf(user_id), owedTo(user_id)]).toEqual([2, 1])
  const { message } = await activateUser.run(ctx, { user_id })
  expect(message).toBe("Nina New was enabled. We'll email them a link to choose a password.")
  expect([await statusOf(user_id), owedTo(user_id)]).toEqual([3, 2])
  await activateUser.run(ctx, { user_id })
  expect([await statusOf(user_id), owedTo(user_id)]).toEqual([3, 3])

  const token = await (await site.visit()).tx((inner) => insertResetLink(inner, { user_id, organization_id: 1 }))
  const newPasswords = { newPassword: 'Yield-Sign-2027!x', confirmPassword: 'Yield-Sign-2027!x' }
  await setPassword.run(await site.visit(), { token, ...newPasswords })
  await deactivateUser.run(ctx, { user_id })
  expect((await activateUser.run(ctx, { user_id })).message).toBe('Nina New can sign in again.')
  expect([await statusOf(user_id), owedTo(user_id)]).toEqual([1, 3])
})

test('a link sent before a person was disabled works only after they are enabled', async () => {
  const ctx = await adminCtx()
  const { user_id } = await site.addPerson({ status: 3 })
  const token = await (await site.visit()).tx((inner) => insertResetLink(inner, { user_id, organization_id: 1 }))
  await deactivateUser.run(ctx, { user_id })
  const newPasswords = { newPassword: 'Yield-Sign-2027!x', confirmPassword: 'Yield-Sign-2027!x' }
  const repeatedUse = setPassword.run(await site.visit(), { token, ...newPasswords })
  await expect(repeatedUse).rejects.toMatchObject({ kind: { code: 'LINK_EXPIRED' } })
})

test('sends no email to a person with a provider or passkey, and leaves an active person active', async () => {
  const ctx = await adminCtx()
  const { user_id } = await site.addPerson({ status: 2 })
  await site.database.read`update identity.person set password_hash = null where user_id = ${user_id}`
  await site.database.read`
    insert into identity.social_account (user_id, organization_id, provider, subject)
    values (${user_id}, 1, 'google', 'subject-1')`
  await activateUser.run(ctx, { user_id })
  const { user_id: other } = await site.addPerson()
  await site.database.read`update identity.person set password_hash = null where user_id = ${other}`
  await activateUser.run(ctx, { user_id: other })
  expect([await statusOf(user_id), await statusOf(other)]).toEqual([1, 1])
  expect([owedTo(user_id), owedTo(other)]).toEqual([0, 0])
})

test('records why a person was disabled', async () => {
  const ctx = await adminCtx()
  const { user_id } = await site.addPerson()
  await deactivateUser.run(ctx, { user_id, reason: 'Shared the account.' })
  const events = await site.database.read`
    select before, after from platform.audit_event
    where subject = ${`user_id:${user_id}`} and action = 'user.deactivate'`
  expect(events).toEqual([
    { before: { lk_user_status_id: 1 }, after: { lk_user_status_id: 2, reason: 'Shared the account.' } },
  ])
})
