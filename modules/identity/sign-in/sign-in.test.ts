import { expect, test } from 'vitest'
import { startSession } from '#modules/identity/sessions/session.sql.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'
import { getCurrentUser } from './get-current-user.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'

const site = await openTestSite()
const invalidInput = { code: 'INVALID_CREDENTIALS', status: 401 }

test('the correct password signs in, regardless of the case of the login id', async () => {
  const student = await site.addPerson({ loginid: 'Case@Example.com' })
  const result = await logIn.run(await site.visit(), { loginid: 'CASE@example.COM ', password })
  expect(result).toMatchObject({
    needs2fa: false,
    user: { user_id: student.user_id, role: 'Student', tfa_enabled: false },
  })
  expect((await site.whois(result.token))?.actor.user_id).toBe(student.user_id)
})

test('a wrong password, an unknown login id and a disabled person get the same refusal', async () => {
  const student = await site.addPerson()
  const disabled = await site.addPerson({ status: 2 })
  const tries = [
    { loginid: student.loginid, password: 'Wrong-Of-Way-2026!' },
    { loginid: 'nobody@example.com', password },
    { loginid: disabled.loginid, password },
  ]
  for (const input of tries) {
    const refusal = await logIn.run(await site.visit(), input).catch((error) => error)
    expect(refusal).toMatchObject({ kind: invalidInput, answer: {}, issues: [], params: {} })
  }
})

test('no flag in the request replaces the password, and a role only narrows', async () => {
  const admin = await site.addPerson({ role: 'Admin' })
  const ctx = await site.visit({ address: '198.51.100.1' })
  const flags = { passwordless: true, dob: '01/01/1990', lk_user_role_id: 1, loginid: admin.loginid }
  await expect(logIn.run(ctx, { ...flags, password: 'Wrong-Of-Way-2026!' })).rejects.toMatchObject({
    kind: invalidInput,
  })
  await expect(logIn.run(ctx, { loginid: admin.loginid, password, lk_user_role_id: 3 })).rejects.toMatchObject({
    kind: invalidInput,
  })
  expect((await logIn.run(ctx, { loginid: admin.loginid, password, lk_user_role_id: 1 })).user?.role).toBe('Admin')
})

test('refuses a person of another organization, and accepts one of a parent organization', async () => {
  const stranger = await site.addPerson({ code: 'CCC' })
  const manager = await site.addPerson({ code: 'AAA', role: 'Admin' })
  const childCtx = await site.visit({ code: 'BBB' })
  await expect(logIn.run(childCtx, { loginid: stranger.loginid, password })).rejects.toMatchObject({
    kind: invalidInput,
  })
  expect((await logIn.run(childCtx, { loginid: manager.loginid, password })).user?.user_id).toBe(manager.user_id)
})

test("signing in ends the browser's former session", async () => {
  const student = await site.addPerson()
  const { ctx, token } = await site.signIn(student)
  const result = await logIn.run(ctx, { loginid: student.loginid, password })
  expect(await site.whois(token)).toBeNull()
  expect(await site.whois(result.token)).not.toBeNull()
})

test('signing out ends the session immediately, and is allowed to visitors', async () => {
  const { ctx, token } = await site.signIn(await site.addPerson())
  await logOut.run(ctx, {})
  expect(await site.whois(token)).toBeNull()
  await expect(logOut.run(await site.visit(), {})).resolves.toEqual({})
})

test('a disabled person cannot sign in', async () => {
  const disabled = await site.addPerson({ status: 2 })
  const ctx = await site.visit()
  await expect(ctx.tx((inner) => startSession(inner, disabled.user_id))).rejects.toMatchObject({
    kind: { status: 404 },
  })
})

test("the current user has the permissions of the role in the contract's shape", async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Support' }))
  const { user } = await getCurrentUser.run(ctx, {})
  expect(Object.keys(user.permissions)).toEqual(['SUPPORT'])
  const support = user.permissions.SUPPORT?.find(({ name }) => name === 'MANAGE_SUPPORT')
  expect(support).toEqual({
    name: 'MANAGE_SUPPORT',
    create: { value: false },
    read: { value: true },
    update: { value: true },
    delete: { value: false },
  })
  await expect(getCurrentUser.run(await site.visit(), {})).rejects.toMatchObject({ kind: { status: 401 } })
})

test('the audit log records a failed and a successful sign-in without the password', async () => {
  const student = await site.addPerson()
  await logIn.run(await site.visit(), { loginid: student.loginid, password: 'Wrong-1-password!' }).catch(() => {})
  await logIn.run(await site.visit(), { loginid: student.loginid, password })
  const auditLog = await site.database.read<{ action: string; row: string }>`
    select action, to_jsonb(e)::text as row from platform.audit_event e
    where subject_user_id = ${student.user_id} order by audit_event_id`
  expect(auditLog.map(({ action }) => action)).toEqual(['user.login_failed', 'user.login'])
  expect(auditLog.some(({ row }) => row.includes(password) || row.includes('Wrong-1'))).toBe(false)
})
