import { expect, test } from 'vitest'
import { logIn } from '#modules/identity/sign-in/log-in.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'
import { openTwoFactor } from '#tests/fixtures/identity/two-factor.ts'
import { disable2fa } from './disable-2fa.ts'
import { fetchFactors } from './fetch-factors.ts'
import { fetchOrganizationSecurity, saveOrganizationSecurity } from './organization-security.ts'
import { reset2fa } from './reset-2fa.ts'
import { start2faInSignIn } from './start-2fa.ts'

const site = await openTestSite()
const { codeOf, enable, begin, verify, sessionsOf } = openTwoFactor(site)
const notFound = { kind: { status: 404 } }
const forbidden = { kind: { code: 'FORBIDDEN' } }

const requireFactor = (code: string, required: boolean) =>
  site.database.read`update identity.organization set staff_2fa_required = ${required} where code = ${code}`

test('staff who must have a second factor set it up before they are signed in', async () => {
  await requireFactor('CCC', true)
  const person = await site.addPerson({ role: 'Instructor', code: 'CCC' })
  const result = await logIn.run(await site.visit({ code: 'CCC' }), { loginid: person.loginid, password })
  expect(result).toMatchObject({ needs2fa: true, step: 'set-up', user: null })
  const handle = result.token
  const key = await start2faInSignIn.run(await site.visit({ code: 'CCC', handle }), {})
  // A mistyped code does not change the key that the app has scanned.
  await expect(verify(handle, '000000', { code: 'CCC' })).rejects.toMatchObject({ kind: { code: 'WRONG_CODE' } })
  expect((await start2faInSignIn.run(await site.visit({ code: 'CCC', handle }), {})).secret).toBe(key.secret)
  const verification = await verify(handle, await codeOf(key.secret), { code: 'CCC' })
  expect(verification).toMatchObject({ verified: true, user: { tfa_enabled: true } })
  expect(verification.recovery_codes).toHaveLength(10)
  const secondHandle = await begin(person)
  expect(await verify(secondHandle, await codeOf(key.secret, 1), { code: 'CCC' })).toMatchObject({ verified: true })
})

test('no second factor is set up in a sign-in before the address is proved', async () => {
  await requireFactor('CCC', true)
  const person = await site.addPerson({ role: 'Instructor', code: 'CCC' })
  const handle = await begin(person)
  const key = await start2faInSignIn.run(await site.visit({ code: 'CCC', handle }), {})
  const setProven = (proven: boolean) => site.database.read`
    update identity.person set email_proven_at = case when ${proven} then platform.now() end
    where user_id = ${person.user_id}`
  await setProven(false)
  const code = await codeOf(key.secret)
  await expect(verify(handle, code, { code: 'CCC' })).rejects.toMatchObject({
    kind: { code: 'CONFIRM_EMAIL_BY_RESET' },
  })
  expect(await sessionsOf(person)).toBe(0)
  await setProven(true)
  expect(await verify(handle, code, { code: 'CCC' })).toMatchObject({ verified: true })
})

test('twenty simultaneous setups of one step show one key, and twenty confirmations create one session', async () => {
  await requireFactor('CCC', true)
  const person = await site.addPerson({ role: 'Instructor', code: 'CCC' })
  const handle = await begin(person)
  const twenty = <T>(operation: () => Promise<T>) => Promise.allSettled(Array.from({ length: 20 }, operation))
  const setups = await twenty(async () => start2faInSignIn.run(await site.visit({ code: 'CCC', handle }), {}))
  const keys = new Set(
    setups.map((setup) => (setup.status === 'fulfilled' ? setup.value.secret : String(setup.reason))),
  )
  expect(keys.size).toBe(1)
  const code = await codeOf([...keys][0]!)
  const results = await twenty(() => verify(handle, code, { code: 'CCC' }))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await sessionsOf(person)).toBe(1)
  const codes = await site.database.read`select from identity.recovery_code where user_id = ${person.user_id}`
  expect(codes).toHaveLength(10)
})

test('the rule applies to staff of organizations below, to no student, and not before it is set', async () => {
  const people = {
    below: await site.addPerson({ role: 'Admin', code: 'BBB' }),
    student: await site.addPerson(),
    support: await site.addPerson({ role: 'Support' }),
  }
  const needs = async () => {
    const entries = Object.entries(people).map(async ([name, { loginid, code }]) => {
      const { needs2fa } = await logIn.run(await site.visit({ code }), { loginid, password })
      return [name, needs2fa]
    })
    return Object.fromEntries(await Promise.all(entries))
  }
  expect(await needs()).toEqual({ below: false, student: false, support: false })
  await requireFactor('AAA', true)
  expect(await needs()).toEqual({ below: true, student: false, support: true })
  await requireFactor('AAA', false)
})

test('the set-up handle belongs to its step: a second step sees another secret, a code step none', async () => {
  await requireFactor('CCC', true)
  const person = await site.addPerson({ role: 'Instructor', code: 'CCC' })
  const [single, two] = [await begin(person), await begin(person)]
  const keyOf = async (handle: string) =>
    (await start2faInSignIn.run(await site.visit({ code: 'CCC', handle }), {})).secret
  const first = await keyOf(single)
  const second = await keyOf(two)
  expect(second).not.toBe(first)
  await expect(verify(single, await codeOf(first), { code: 'CCC' })).rejects.toMatchObject({ kind: { status: 422 } })
  const student = await site.addPerson({ code: 'CCC' })
  await enable(student)
  await expect(keyOf(await begin(student))).rejects.toMatchObject({ kind: { status: 410 } })
  await expect(keyOf('')).rejects.toMatchObject({ kind: { status: 410 } })
})

test('a set-up started before the person had a factor does not replace that factor', async () => {
  await requireFactor('CCC', true)
  const person = await site.addPerson({ role: 'Instructor', code: 'CCC' })
  const [stolenHandle, staleHandle] = [await begin(person), await begin(person)]
  const visitOther = async (handle: string) => site.visit({ code: 'CCC', handle })
  const { secret } = await start2faInSignIn.run(await visitOther(stolenHandle), {})
  await enable(person)
  const refusal = { kind: { code: 'SIGN_IN_STEP_OVER' } }
  await expect(start2faInSignIn.run(await visitOther(staleHandle), {})).rejects.toMatchObject(refusal)
  await expect(verify(stolenHandle, await codeOf(secret), { code: 'CCC' })).rejects.toMatchObject(refusal)
  await expect(verify(staleHandle, await codeOf(secret), { code: 'CCC' })).rejects.toMatchObject(refusal)
  await requireFactor('CCC', false)
})

test('refuses to turn it off if it is required', async () => {
  const person = await site.addPerson({ role: 'Admin' })
  await enable(person)
  await requireFactor('AAA', true)
  const { ctx } = await site.signIn(person)
  await expect(disable2fa.run(ctx, {})).rejects.toMatchObject({ kind: { code: 'SECOND_FACTOR_REQUIRED' } })
  await requireFactor('AAA', false)
  expect(await disable2fa.run(ctx, {})).toEqual({ tfa_enabled: false })
})

test('staff reset lost factors: sessions end, the person is notified, and the audit log names both', async () => {
  const admin = await site.addPerson({ role: 'Admin' })
  const student = await site.addPerson({ code: 'BBB' })
  await enable(student)
  const open = await site.signIn(student)
  const { ctx } = await site.signIn(admin)
  expect(await fetchFactors.run(ctx, { user_id: student.user_id })).toMatchObject({
    tfa_enabled: true,
    can_reset: true,
  })
  site.facts.length = 0
  await reset2fa.run(ctx, { user_id: student.user_id })
  await reset2fa.run(ctx, { user_id: student.user_id })
  expect(site.facts).toEqual([
    { fact: 'identity.security_changed', data: { user_id: student.user_id, kind: 'tfa_reset' } },
  ])
  expect(await site.whois(open.token, 'BBB')).toBeNull()
  const auditLog = await site.database.read`
    select from platform.audit_event where action = 'user.reset2fa' and actor_user_id = ${admin.user_id}
      and subject_user_id = ${student.user_id}`
  expect(auditLog).toHaveLength(1)
  const result = await logIn.run(await site.visit({ code: 'BBB' }), { loginid: student.loginid, password })
  expect(result.needs2fa).toBe(false)
})

test("refuses to reset one's own factors, and those of another organization or an unmanaged role", async () => {
  const admin = await site.addPerson({ role: 'Admin' })
  const instructor = await site.addPerson({ role: 'Instructor' })
  const stranger = await site.addPerson({ code: 'CCC' })
  const student = await site.addPerson()
  const asAdmin = (await site.signIn(admin)).ctx
  await enable(admin)
  const refusal = { kind: { code: 'OWN_SECOND_FACTOR' } }
  await expect(reset2fa.run(asAdmin, { user_id: admin.user_id })).rejects.toMatchObject(refusal)
  await expect(reset2fa.run(asAdmin, { user_id: stranger.user_id })).rejects.toMatchObject(notFound)
  await expect(fetchFactors.run(asAdmin, { user_id: stranger.user_id })).rejects.toMatchObject(notFound)
  const asInstructor = (await site.signIn(instructor)).ctx
  await expect(reset2fa.run(asInstructor, { user_id: admin.user_id })).rejects.toMatchObject(notFound)
  expect(await reset2fa.run(asInstructor, { user_id: student.user_id })).toEqual({ tfa_enabled: false })
  const asStudent = (await site.signIn(student)).ctx
  await expect(reset2fa.run(asStudent, { user_id: admin.user_id })).rejects.toMatchObject(forbidden)
  await expect(fetchFactors.run(asStudent, { user_id: admin.user_id })).rejects.toMatchObject(notFound)
})

test('requiring a second factor of staff ends only the sessions started without one', async () => {
  const admin = await site.addPerson({ role: 'Admin', code: 'CCC' })
  await enable(admin)
  const { ctx, token } = await site.signIn(admin)
  const weak = await site.signIn(await site.addPerson({ role: 'Instructor', code: 'CCC' }))
  const student = await site.signIn(await site.addPerson({ code: 'CCC' }))
  const otherSession = await site.signIn(await site.addPerson({ role: 'Instructor', code: 'BBB' }))
  await saveOrganizationSecurity.run(ctx, { staff_2fa_required: true })
  expect(await site.whois(weak.token, 'CCC')).toBeNull()
  for (const [person, code] of [
    [token, 'CCC'],
    [student.token, 'CCC'],
    [otherSession.token, 'BBB'],
  ] as const)
    expect(await site.whois(person, code)).not.toBeNull()
  await saveOrganizationSecurity.run(ctx, { staff_2fa_required: false })
})

test('an Admin with a second factor can require one of all staff; one without, or of another organization, cannot', async () => {
  const admin = await site.addPerson({ role: 'Admin' })
  const { ctx } = await site.signIn(admin)
  const on = { staff_2fa_required: true }
  await expect(saveOrganizationSecurity.run(ctx, on)).rejects.toMatchObject({ kind: { code: 'SECOND_FACTOR_FIRST' } })
  await enable(admin)
  await expect(saveOrganizationSecurity.run(ctx, { ...on, organization_id: 3 })).rejects.toMatchObject(notFound)
  const lateCtx = ctx.as({ now: new Date(ctx.now.getTime() + 16 * 60_000) })
  await expect(saveOrganizationSecurity.run(lateCtx, on)).rejects.toMatchObject({ kind: { code: 'PROOF_NEEDED' } })
  expect(await saveOrganizationSecurity.run(ctx, { ...on, organization_id: 2 })).toEqual(on)
  expect(await fetchOrganizationSecurity.run(ctx, { organization_id: 2 })).toEqual(on)
  expect(await fetchOrganizationSecurity.run(ctx, {})).toEqual({ staff_2fa_required: false })
  await saveOrganizationSecurity.run(ctx, { organization_id: 2, staff_2fa_required: false })
  const instructor = (await site.signIn(await site.addPerson({ role: 'Instructor' }))).ctx
  await expect(saveOrganizationSecurity.run(instructor, on)).rejects.toMatchObject(forbidden)
})
