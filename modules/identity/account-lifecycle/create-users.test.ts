import { expect, test } from 'vitest'
import { insertResetLink } from '#modules/identity/credentials/reset-link.sql.ts'
import { setPassword } from '#modules/identity/passwords/set-password.ts'
import { fetchMultiple } from '#modules/identity/people/fetch-multiple.ts'
import { fetchUser } from '#modules/identity/profile/fetch-user.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { createAdministrator, createInstructor, createStudentUser, createSupport } from './create-users.ts'
import { resendWelcome } from './resend-welcome.ts'

const site = await openTestSite()
let count = 0
function form() {
  count += 1
  return { profile: { first_name: 'New', last_name: 'Comer', email: `new${count}@example.com` } }
}
const staffOf = async (role: 'Admin' | 'Instructor' | 'Support', code?: string) =>
  (await site.signIn(await site.addPerson({ role, code }))).ctx
const newPasswords = { newPassword: 'Yield-Sign-2027!x', confirmPassword: 'Yield-Sign-2027!x' }

test('an Admin adds people of every role; they are Not Verified, get an email and have no password', async () => {
  const ctx = await staffOf('Admin')
  const created = [
    [createAdministrator, 1],
    [createInstructor, 2],
    [createStudentUser, 3],
    [createSupport, 4],
  ] as const
  for (const [create, role] of created) {
    const { data, message } = await create.run(ctx, form())
    expect(data.user).toMatchObject({ lk_user_role_id: role, lk_user_status_id: 3 })
    expect(message).toBe("New Comer was added. We'll email them a link to choose a password.")
    expect(site.facts).toContainEqual({ fact: 'identity.welcome_owed', data: { user_id: data.user_id } })
    const [row] = await site.database.read`
      select password_hash, organization_id from identity.person where user_id = ${data.user_id}`
    expect(row).toEqual({ password_hash: null, organization_id: 1 })
  }
  await expect(createStudentUser.run(ctx, { ...form(), password: 'x' } as never)).rejects.toMatchObject({
    kind: { status: 400 },
  })
})

test("the email's link activates the account", async () => {
  const { data } = await createStudentUser.run(await staffOf('Admin'), form())
  const visitor = await site.visit()
  const token = await visitor.tx((ctx) => insertResetLink(ctx, { user_id: data.user_id, organization_id: 1 }))
  await setPassword.run(await site.visit(), { token, ...newPasswords })
  const [row] = await site.database.read`
    select lk_user_status_id from identity.person where user_id = ${data.user_id}`
  expect(row).toEqual({ lk_user_status_id: 1 })
})

test('the welcome email can be sent again until a password is chosen', async () => {
  const ctx = await staffOf('Admin')
  const { data } = await createStudentUser.run(ctx, form())
  const before = site.facts.length
  await resendWelcome.run(ctx, { user_id: data.user_id })
  expect(site.facts.slice(before)).toEqual([
    { fact: 'identity.welcome_owed', data: { user_id: data.user_id, again: true } },
  ])
  const person = await site.addPerson()
  await expect(resendWelcome.run(ctx, { user_id: person.user_id })).rejects.toMatchObject({
    kind: { code: 'ALREADY_VERIFIED' },
  })
  const foreignPerson = await site.addPerson({ code: 'CCC', status: 3 })
  await expect(resendWelcome.run(ctx, { user_id: foreignPerson.user_id })).rejects.toMatchObject({
    kind: { status: 404 },
  })
})

test("a person can be created only in an organization in the caller's scope", async () => {
  const ctx = await staffOf('Admin')
  const { data } = await createStudentUser.run(ctx, { ...form(), organization_id: 2 })
  expect((await fetchUser.run(ctx, { id: data.user_id })).data.user.organization_code).toBe('BBB')
  for (const organization_id of [3, 999]) {
    await expect(createStudentUser.run(ctx, { ...form(), organization_id })).rejects.toMatchObject({
      kind: { status: 404 },
    })
  }
  const childCtx = await staffOf('Admin', 'BBB')
  await expect(createStudentUser.run(childCtx, { ...form(), organization_id: 1 })).rejects.toMatchObject({
    kind: { status: 404 },
  })
})

test('each role requires its CREATE permission; no one adds a person with more permissions than their own', async () => {
  const instructor = await site.addPerson({ role: 'Instructor' })
  const refusal = { kind: { status: 403, code: 'FORBIDDEN' } }
  const { ctx } = await site.signIn(instructor)
  for (const create of [createAdministrator, createInstructor, createStudentUser, createSupport])
    await expect(create.run(ctx, form())).rejects.toMatchObject(refusal)
  await site.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select ${instructor.user_id}, 1, key, true from unnest(array['MANAGE_ADMIN:CREATE', 'MANAGE_STUDENTS:CREATE']) as key`
  const keyed = (await site.signIn(instructor)).ctx
  await expect(createStudentUser.run(keyed, form())).resolves.toHaveProperty('data.user_id')
  await expect(createAdministrator.run(keyed, form())).rejects.toMatchObject({ kind: { code: 'CANNOT_CREATE' } })
  const { ctx: student } = await site.signIn(await site.addPerson())
  await expect(createStudentUser.run(student, form())).rejects.toMatchObject(refusal)
})

test('one of eight simultaneous additions of the same login id succeeds, with one email', async () => {
  const ctx = await staffOf('Admin')
  const same = form()
  const before = site.facts.length
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => createStudentUser.run(ctx, same)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const results of tries)
    if (results.status === 'rejected')
      expect(results.reason).toMatchObject({ kind: { code: 'LOGINID_IN_USE' }, issues: [{ path: 'profile.loginid' }] })
  expect(site.facts.slice(before).filter(({ fact }) => fact === 'identity.welcome_owed')).toHaveLength(1)
})

test('finds several people by id, and leaves out people who are out of scope', async () => {
  const ctx = await staffOf('Instructor')
  const [student, below, admin, foreign] = await Promise.all([
    site.addPerson(),
    site.addPerson({ code: 'BBB' }),
    site.addPerson({ role: 'Admin' }),
    site.addPerson({ code: 'CCC' }),
  ])
  const user_ids = [student, below, admin, foreign].map(({ user_id }) => user_id)
  const { data } = await fetchMultiple.run(ctx, { user_ids })
  expect(data.map(({ user_id }) => user_id)).toEqual([student.user_id, below.user_id].sort((a, b) => a - b))
})
