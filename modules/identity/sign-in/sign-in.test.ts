import { expect, test } from 'vitest'
import { startSession } from '../sessions/session.sql.ts'
import { openTestSite, password } from '../test-site.ts'
import { getCurrentUser } from './get-current-user.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { networkOf } from './throttle.sql.ts'

const site = await openTestSite()
const wrong = { code: 'INVALID_CREDENTIALS', status: 401 }

test('the right password signs in, whatever the case of the login id', async () => {
  const student = await site.addPerson({ loginid: 'Case@Example.com' })
  const answer = await logIn.run(await site.visit(), { loginid: 'CASE@example.COM ', password })
  expect(answer).toMatchObject({
    needs2fa: false,
    user: { user_id: student.user_id, role: 'Student', tfa_enabled: false },
  })
  expect((await site.whois(answer.token))?.actor.user_id).toBe(student.user_id)
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
    expect(refusal).toMatchObject({ kind: wrong, answer: {}, issues: [], params: {} })
  }
})

test('no flag of the request stands in for the password, and a role only narrows', async () => {
  const admin = await site.addPerson({ role: 'Admin' })
  const ctx = await site.visit({ address: '198.51.100.1' })
  const flags = { passwordless: true, dob: '01/01/1990', lk_user_role_id: 1, loginid: admin.loginid }
  await expect(logIn.run(ctx, { ...flags, password: 'Wrong-Of-Way-2026!' })).rejects.toMatchObject({ kind: wrong })
  await expect(logIn.run(ctx, { loginid: admin.loginid, password, lk_user_role_id: 3 })).rejects.toMatchObject({
    kind: wrong,
  })
  expect((await logIn.run(ctx, { loginid: admin.loginid, password, lk_user_role_id: 1 })).user.role).toBe('Admin')
})

test('a person of another organization cannot sign in here, one of the organization above can', async () => {
  const stranger = await site.addPerson({ code: 'CCC' })
  const manager = await site.addPerson({ code: 'AAA', role: 'Admin' })
  const below = await site.visit({ code: 'BBB' })
  await expect(logIn.run(below, { loginid: stranger.loginid, password })).rejects.toMatchObject({ kind: wrong })
  expect((await logIn.run(below, { loginid: manager.loginid, password })).user.user_id).toBe(manager.user_id)
})

test('five failures lock an account for its network, and for nobody else, for 15 minutes', async () => {
  const student = await site.addPerson()
  const here = () => site.visit({ address: '192.0.2.10' })
  for (let n = 0; n < 5; n++) {
    await expect(
      logIn.run(await here(), { loginid: student.loginid, password: 'Wrong-1-password!' }),
    ).rejects.toMatchObject({ kind: wrong })
  }
  const locked = { kind: { status: 429 }, params: { minutes: 15 } }
  await expect(logIn.run(await here(), { loginid: student.loginid, password })).rejects.toMatchObject(locked)
  const elsewhere = await site.visit({ address: '192.0.3.10' })
  expect((await logIn.run(elsewhere, { loginid: student.loginid, password })).user.user_id).toBe(student.user_id)
  site.clock.offset_ms += 16 * 60_000
  expect((await logIn.run(await here(), { loginid: student.loginid, password })).needs2fa).toBe(false)
})

test('an unknown login id is locked like a known one', async () => {
  const input = { loginid: 'ghost@example.com', password }
  for (let n = 0; n < 5; n++) await logIn.run(await site.visit({ address: '192.0.4.1' }), input).catch(() => {})
  await expect(logIn.run(await site.visit({ address: '192.0.4.2' }), input)).rejects.toMatchObject({
    kind: { status: 429 },
  })
})

test('of thirty wrong tries at once five reach the password', async () => {
  const student = await site.addPerson()
  const tries = Array.from({ length: 30 }, async () => {
    const ctx = await site.visit({ address: '192.0.5.1' })
    return logIn
      .run(ctx, { loginid: student.loginid, password: 'Wrong-1-password!' })
      .catch((error) => error.kind.status)
  })
  const statuses = await Promise.all(tries)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(25)
})

test('twenty failures within the hour lock an account wherever they come from', async () => {
  const student = await site.addPerson()
  for (let n = 0; n < 20; n++) {
    const ctx = await site.visit({ address: `100.64.${n}.1` })
    await logIn.run(ctx, { loginid: student.loginid, password: 'Wrong-1-password!' }).catch(() => {})
  }
  const fresh = await site.visit({ address: '100.65.0.1' })
  await expect(logIn.run(fresh, { loginid: student.loginid, password })).rejects.toMatchObject({
    kind: { status: 429 },
    params: { minutes: 60 },
  })
})

test('nobody is locked out of their own account by strangers: where they signed in before, they still can', async () => {
  const student = await site.addPerson()
  const home = () => site.visit({ address: '198.18.7.3' })
  const right = { loginid: student.loginid, password }
  const wrong = { loginid: student.loginid, password: 'Wrong-1-password!' }
  await logIn.run(await home(), right)
  for (let n = 0; n < 20; n++) {
    await logIn.run(await site.visit({ address: `100.66.${n}.1` }), wrong).catch(() => {})
  }
  const stranger = await site.visit({ address: '100.67.0.1' })
  await expect(logIn.run(stranger, right)).rejects.toMatchObject({ kind: { status: 429 } })
  expect((await logIn.run(await home(), right)).user.user_id).toBe(student.user_id)
  for (let n = 0; n < 5; n++) await logIn.run(await home(), wrong).catch(() => {})
  await expect(logIn.run(await home(), right)).rejects.toMatchObject({ kind: { status: 429 } })
})

test('fifty failures of one network lock that network for every account', async () => {
  for (let n = 0; n < 50; n++) {
    const ctx = await site.visit({ address: `2001:db8:5::${n}` })
    await logIn.run(ctx, { loginid: `guess${n}@example.com`, password }).catch(() => {})
  }
  const student = await site.addPerson()
  const ctx = await site.visit({ address: '2001:db8:5:ffff::1' })
  await expect(logIn.run(ctx, { loginid: student.loginid, password })).rejects.toMatchObject({ kind: { status: 429 } })
})

test('a network is the /24 of an address, or its /48', () => {
  expect(networkOf('203.0.113.99')).toBe('203.0.113.0/24')
  expect(networkOf('::ffff:203.0.113.99')).toBe('203.0.113.0/24')
  expect(networkOf('2001:DB8:5:6::1')).toBe('2001:db8:5::/48')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0::/48')
})

test('signing in ends the session that the browser came with', async () => {
  const student = await site.addPerson()
  const { ctx, token } = await site.signIn(student)
  const answer = await logIn.run(ctx, { loginid: student.loginid, password })
  expect(await site.whois(token)).toBeNull()
  expect(await site.whois(answer.token)).not.toBeNull()
})

test('signing out ends the session at once, and a visitor may do it too', async () => {
  const { ctx, token } = await site.signIn(await site.addPerson())
  await logOut.run(ctx, {})
  expect(await site.whois(token)).toBeNull()
  await expect(logOut.run(await site.visit(), {})).resolves.toEqual({})
})

test('nobody can be signed in who is disabled', async () => {
  const disabled = await site.addPerson({ status: 2 })
  const ctx = await site.visit()
  await expect(ctx.tx((inner) => startSession(inner, disabled.user_id))).rejects.toMatchObject({
    kind: { status: 404 },
  })
})

test('the current user carries the permissions of the role in the shape of the contract', async () => {
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

test('a try and a sign-in stand in the audit trail without the password', async () => {
  const student = await site.addPerson()
  await logIn.run(await site.visit(), { loginid: student.loginid, password: 'Wrong-1-password!' }).catch(() => {})
  await logIn.run(await site.visit(), { loginid: student.loginid, password })
  const trail = await site.database.read<{ action: string; row: string }>`
    select action, to_jsonb(e)::text as row from platform.audit_event e
    where subject_user_id = ${student.user_id} order by audit_event_id`
  expect(trail.map(({ action }) => action)).toEqual(['user.login_failed', 'user.login'])
  expect(trail.some(({ row }) => row.includes(password) || row.includes('Wrong-1'))).toBe(false)
})
