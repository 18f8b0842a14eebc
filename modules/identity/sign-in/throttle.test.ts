import { expect, test } from 'vitest'
import { insertResetLink } from '#modules/identity/credentials/reset-link.sql.ts'
import { setPassword } from '#modules/identity/passwords/set-password.ts'
import { networkOf } from '#modules/identity/sessions/network.ts'
import { newReference } from '#modules/identity/sessions/reference.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { logIn } from './log-in.ts'
import { beginTry } from './throttle.sql.ts'

// An attempt is counted before its password is checked, so `beginTry` alone is a failed one, without the cost of
// argon2.
const site = await openTestSite()
const invalidInput = { code: 'INVALID_CREDENTIALS', status: 401 }

test('five failures lock an account for that network only, for 15 minutes', async () => {
  const student = await site.addPerson()
  const visitFromNetwork = () => site.visit({ address: '192.0.2.10' })
  for (let n = 0; n < 5; n++) {
    await expect(
      logIn.run(await visitFromNetwork(), { loginid: student.loginid, password: 'Wrong-1-password!' }),
    ).rejects.toMatchObject({ kind: invalidInput })
  }
  const logInHere = async () => logIn.run(await visitFromNetwork(), { loginid: student.loginid, password })
  await expect(logInHere()).rejects.toMatchObject({ kind: { status: 429 }, params: { minutes: 15 } })
  const otherOrganizationCtx = await site.visit({ address: '192.0.3.10' })
  expect((await logIn.run(otherOrganizationCtx, { loginid: student.loginid, password })).user?.user_id).toBe(
    student.user_id,
  )
  site.clock.offset_ms += 5 * 60_000
  const { params, answer } = await logInHere().catch((error) => error)
  expect([params.minutes, answer.retry_after]).toEqual([10, expect.closeTo(600, -2)])
  site.clock.offset_ms += answer.retry_after * 1_000
  expect((await logInHere()).needs2fa).toBe(false)
})

test('an unknown login id is locked like a known one', async () => {
  const input = { loginid: 'ghost@example.com', password }
  for (let n = 0; n < 5; n++) await logIn.run(await site.visit({ address: '192.0.4.1' }), input).catch(() => {})
  await expect(logIn.run(await site.visit({ address: '192.0.4.2' }), input)).rejects.toMatchObject({
    kind: { status: 429 },
  })
})

test('five of thirty simultaneous wrong tries reach the password', async () => {
  const student = await site.addPerson()
  // On connections that have prepared the statements, which are then sent together.
  for (let round = 0; round < 3; round++)
    await Promise.all(
      Array.from({ length: 16 }, async (_, n) =>
        beginTry(await site.visit({ address: `100.80.${n}.1` }), `warm${round}-${n}@example.com`),
      ),
    )
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

test('twenty failures within a day close an account to new places, and notify its owner once', async () => {
  const student = await site.addPerson()
  for (let n = 0; n < 20; n++) {
    await beginTry(await site.visit({ address: `100.64.${n}.1` }), student.loginid)
  }
  const freshCtx = await site.visit({ address: '100.65.0.1' })
  await expect(logIn.run(freshCtx, { loginid: student.loginid, password })).rejects.toMatchObject({
    kind: { status: 429, code: 'SIGN_IN_GUARDED' },
  })
  const facts = site.facts.filter(({ fact }) => fact === 'identity.account_attacked')
  expect(facts.map(({ data }) => data.user_ids)).toEqual([[student.user_id]])
})

test("the refusal for a guarded account does not reveal the time of others' failures", async () => {
  const student = await site.addPerson()
  for (let n = 0; n < 20; n++) {
    await beginTry(await site.visit({ address: `100.68.${n}.1` }), student.loginid)
    site.clock.offset_ms += 7 * 60_000
  }
  const freshCtx = await site.visit({ address: '100.69.0.1' })
  await expect(logIn.run(freshCtx, { loginid: student.loginid, password })).rejects.toMatchObject({
    kind: { code: 'SIGN_IN_GUARDED' },
    answer: { retry_after: 86_400 },
  })
})

test('strangers cannot lock owners out: they can sign in from where they signed in before', async () => {
  const student = await site.addPerson()
  const home = () => site.visit({ address: '198.18.7.3' })
  const credentials = { loginid: student.loginid, password }
  await logIn.run(await home(), credentials)
  for (let n = 0; n < 20; n++) {
    await beginTry(await site.visit({ address: `100.66.${n}.1` }), student.loginid)
  }
  const stranger = await site.visit({ address: '100.67.0.1' })
  await expect(logIn.run(stranger, credentials)).rejects.toMatchObject({ kind: { status: 429 } })
  expect((await logIn.run(await home(), credentials)).user?.user_id).toBe(student.user_id)
  for (let n = 0; n < 5; n++) await beginTry(await home(), student.loginid)
  await expect(logIn.run(await home(), credentials)).rejects.toMatchObject({ kind: { status: 429 } })
})

test('fifty failures of one network lock it for every account', async () => {
  for (let n = 0; n < 50; n++) {
    const ctx = await site.visit({ address: `2001:db8:5::${n}` })
    await beginTry(ctx, `guess${n}@example.com`)
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

test('an emailed link opens a guarded account again', async () => {
  const student = await site.addPerson()
  for (let n = 0; n < 20; n++) {
    await beginTry(await site.visit({ address: `100.70.${n}.1` }), student.loginid)
  }
  const ownSiteCtx = await site.visit({ address: '100.71.0.1' })
  await expect(logIn.run(ownSiteCtx, { loginid: student.loginid, password })).rejects.toMatchObject({
    kind: { code: 'SIGN_IN_GUARDED' },
  })
  const token = await insertResetLink(ownSiteCtx, { user_id: student.user_id, organization_id: 1 })
  const fresh = 'Yield-Sign-2027!x'
  await setPassword.run(ownSiteCtx, { token, newPassword: fresh, confirmPassword: fresh })
  expect((await logIn.run(ownSiteCtx, { loginid: student.loginid, password: fresh })).needs2fa).toBe(false)
})

test('a browser that has signed in before is trusted for its own account only', async () => {
  const student = await site.addPerson()
  const device = newReference()
  const fromDevice = (address: string) => site.visit({ address, device })
  await logIn.run(await fromDevice('198.18.20.1'), { loginid: student.loginid, password })
  for (let n = 0; n < 25; n++) {
    await beginTry(await site.visit({ address: `100.72.${n}.1` }), student.loginid).catch(() => {})
  }
  const otherOrganizationCtx = await fromDevice('198.18.21.1')
  expect((await logIn.run(otherOrganizationCtx, { loginid: student.loginid, password })).needs2fa).toBe(false)
  for (let n = 0; n < 10; n++) await beginTry(otherOrganizationCtx, student.loginid)
  await expect(logIn.run(otherOrganizationCtx, { loginid: student.loginid, password })).rejects.toMatchObject({
    kind: { code: 'TOO_MANY_SIGN_INS' },
  })
})

test("a sign-in by a client's link makes neither its browser nor its network a familiar one, until it is proved", async () => {
  const student = await site.addPerson()
  const ctx = await site.visit({ address: '198.18.24.1', device: newReference() })
  await ctx.tx((inner) => completeSignIn(inner, student.user_id, { method: 'client' }))
  for (let n = 0; n < 20; n++) await beginTry(await site.visit({ address: `100.73.${n}.1` }), student.loginid)
  const guarded = { kind: { code: 'SIGN_IN_GUARDED' } }
  await expect(beginTry(ctx, student.loginid)).rejects.toMatchObject(guarded)
  await ctx.unscoped.sql`update identity.session set proved_at = ${ctx.now} where user_id = ${student.user_id}`
  await beginTry(ctx, student.loginid)
})

test("one person's browser does not exempt another person", async () => {
  const device = newReference()
  const [attacker, victim] = [await site.addPerson(), await site.addPerson()]
  await logIn.run(await site.visit({ address: '198.18.22.1', device }), { loginid: attacker.loginid, password })
  const typo = { loginid: victim.loginid, password: 'Wrong-1-password!' }
  const statuses = []
  for (let n = 0; n < 7; n++) {
    const ctx = await site.visit({ address: '198.18.22.1', device })
    statuses.push(await logIn.run(ctx, typo).catch((error) => error.kind.status))
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
})

test('notifies a person of a sign-in from a new browser in a new place, but not of the first one', async () => {
  const student = await site.addPerson()
  const facts = () => site.facts.filter(({ data }) => data.kind === 'new_device' && data.user_id === student.user_id)
  const enter = async (address: string, device: string) =>
    logIn.run(await site.visit({ address, device }), { loginid: student.loginid, password })
  const first = newReference()
  await enter('198.18.30.1', first)
  await enter('198.18.31.1', first)
  await enter('198.18.30.7', newReference())
  expect(facts()).toHaveLength(0)
  await enter('198.18.32.1', newReference())
  expect(facts()).toHaveLength(1)
  const byClient = await site.visit({ address: '198.18.33.1', device: newReference() })
  await byClient.tx((inner) => completeSignIn(inner, student.user_id, { method: 'client' }))
  expect(facts()).toHaveLength(2)
})

test('a refusal offers the captcha if one is configured, and passing it allows another try', async () => {
  const visitor = await site.visit({ address: '198.18.40.1' })
  const login = 'checked@example.com'
  for (let n = 0; n < 5; n++) await beginTry(visitor, login, { human: false })
  await expect(beginTry(visitor, login, { human: false })).rejects.toMatchObject({ answer: { captcha: true } })
  await expect(beginTry(visitor, login)).rejects.toMatchObject({ answer: {} })
  for (let n = 0; n < 10; n++) await beginTry(visitor, login, { human: true })
  await expect(beginTry(visitor, login, { human: true })).rejects.toMatchObject({ kind: { status: 429 } })
})
