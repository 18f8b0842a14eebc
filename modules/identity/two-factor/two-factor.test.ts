import { expect, test } from 'vitest'
import { prove } from '#modules/identity/proof/prove.ts'
import { endSessionsOf } from '#modules/identity/sessions/session.sql.ts'
import { getCurrentUser } from '#modules/identity/sign-in/get-current-user.ts'
import { logIn } from '#modules/identity/sign-in/log-in.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'
import { openTwoFactor } from '#tests/fixtures/identity/two-factor.ts'
import { disable2fa } from './disable-2fa.ts'
import { fetchFactors } from './fetch-factors.ts'
import { renewOwnRecoveryCodes } from './renew-recovery-codes.ts'
import { save2fa } from './save-2fa.ts'
import { start2fa } from './start-2fa.ts'

const site = await openTestSite()
const { codeOf, enable, begin, verify, sessionsOf } = openTwoFactor(site)
const minute = 60_000
const refusal = { kind: { code: 'WRONG_CODE', status: 422 } }
const overError = { kind: { code: 'SIGN_IN_STEP_OVER', status: 410 } }
const proofNeeded = { kind: { code: 'PROOF_NEEDED', status: 403 } }

test('the second factor is on after a code of the new secret, and the account shows it', async () => {
  const person = await site.addPerson()
  const { ctx } = await site.signIn(person)
  const { secret, uri, qr } = await start2fa.run(ctx, {})
  expect(uri).toContain(`secret=${secret}&issuer=Alpha`)
  expect(Buffer.from(qr.split(',')[1]!, 'base64').toString()).toMatch(/^<svg/)
  expect((await getCurrentUser.run(ctx, {})).user.tfa_enabled).toBe(false)
  await expect(save2fa.run(ctx, { token: '000000' })).rejects.toMatchObject(refusal)
  const result = await save2fa.run(ctx, { token: await codeOf(secret), user_id: person.user_id })
  expect(result.tfa_enabled).toBe(true)
  expect(new Set(result.recovery_codes).size).toBe(10)
  expect((await getCurrentUser.run(ctx, {})).user.tfa_enabled).toBe(true)
  expect(site.facts.at(-1)).toEqual({
    fact: 'identity.security_changed',
    data: { user_id: person.user_id, kind: 'tfa_enabled' },
  })
})

test("T-06: refuses to set another person's secret, and ignores a secret in the request", async () => {
  const [person, other] = [await site.addPerson(), await site.addPerson()]
  const { ctx } = await site.signIn(person)
  const { secret } = await start2fa.run(ctx, {})
  const token = await codeOf(secret)
  await expect(save2fa.run(ctx, { token, user_id: other.user_id })).rejects.toMatchObject({ kind: { status: 404 } })
  const ownSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const guess = { secret: ownSecret, token: await codeOf(ownSecret) }
  await expect(save2fa.run(ctx, guess)).rejects.toMatchObject(refusal)
  expect(await save2fa.run(ctx, { secret: ownSecret, token })).toMatchObject({ tfa_enabled: true })
})

test('T-06: another session of the same person does not see or confirm the pending secret', async () => {
  const person = await site.addPerson()
  const [firstCtx, two] = [(await site.signIn(person)).ctx, (await site.signIn(person)).ctx]
  const { secret } = await start2fa.run(firstCtx, {})
  expect((await start2fa.run(firstCtx, {})).secret).toBe(secret)
  await expect(save2fa.run(two, { token: await codeOf(secret) })).rejects.toMatchObject(refusal)
  expect((await start2fa.run(two, {})).secret).not.toBe(secret)
})

test('neither the secret nor a recovery code is readable in the tables', async () => {
  const person = await site.addPerson()
  const { secret, recovery_codes } = await enable(person)
  const rows = await site.database.read<{ row: string }>`
    select to_jsonb(t)::text as row from identity.totp t union all
    select to_jsonb(r)::text from identity.recovery_code r union all
    select to_jsonb(e)::text from platform.audit_event e`
  const rowTexts = rows.map(({ row }) => row).join()
  for (const text of [secret, Buffer.from(secret).toString('hex'), ...recovery_codes])
    expect(rowTexts).not.toContain(text)
})

test('sensitive operations require a proof of at most 15 minutes ago; the password provides one', async () => {
  const person = await site.addPerson()
  const { ctx, token } = await site.signIn(person)
  const laterCtx = ctx.as({ now: new Date(ctx.now.getTime() + 16 * minute) })
  await expect(start2fa.run(laterCtx, {})).rejects.toMatchObject({ ...proofNeeded, answer: { ways: ['password'] } })
  await expect(prove.run(laterCtx, { password: 'Wrong-Of-Way-2026!' })).rejects.toMatchObject({ kind: { status: 422 } })
  await expect(prove.run(laterCtx, {})).rejects.toMatchObject({ kind: { code: 'NOT_PROVED' } })
  const failedRows = await site.database.read`
    select from platform.audit_event where action = 'user.prove_failed' and subject_user_id = ${person.user_id}`
  expect(failedRows).toHaveLength(2)
  const proved = await prove.run(laterCtx, { password })
  expect(proved.token).not.toBe(token)
  expect((await site.whois(proved.token))?.actor.user_id).toBe(person.user_id)
  expect(await start2fa.run(laterCtx, {})).toHaveProperty('secret')
})

test('T-05: a person with a second factor must prove it: the password alone turns nothing off', async () => {
  const person = await site.addPerson()
  const { recovery_codes } = await enable(person)
  const { ctx } = await site.signIn(person)
  const laterCtx = ctx.as({ now: new Date(ctx.now.getTime() + 16 * minute) })
  await expect(prove.run(laterCtx, { password })).rejects.toMatchObject({ kind: { code: 'NOT_PROVED' } })
  await expect(disable2fa.run(laterCtx, {})).rejects.toMatchObject(proofNeeded)
  await prove.run(laterCtx, { code: recovery_codes[0]! })
  expect(await disable2fa.run(laterCtx, {})).toEqual({ tfa_enabled: false })
})

test('a code is a proof once, and wrong codes are counted', async () => {
  const person = await site.addPerson()
  const { secret } = await enable(person)
  const { ctx } = await site.signIn(person)
  const laterCtx = ctx.as({ now: new Date(ctx.now.getTime() + 16 * minute) })
  await expect(disable2fa.run(laterCtx, {})).rejects.toMatchObject({ answer: { ways: ['code'] } })
  await expect(prove.run(laterCtx, { code: '000000' })).rejects.toMatchObject({ kind: { code: 'NOT_PROVED' } })
  const code = await codeOf(secret)
  await prove.run(laterCtx, { code })
  await expect(prove.run(laterCtx, { code })).rejects.toMatchObject({ kind: { code: 'NOT_PROVED' } })
  const failures = await site.database.read`select from identity.code_failure where user_id = ${person.user_id}`
  expect(failures).toHaveLength(2)
})

test('a password alone opens nothing: the response has a handle, and no data of the person', async () => {
  const person = await site.addPerson()
  const { secret } = await enable(person)
  const result = await logIn.run(await site.visit(), { loginid: person.loginid, password, isRememberMe: true })
  expect(result).toMatchObject({ needs2fa: true, step: 'code', user: null, isRememberMe: false })
  expect(await site.whois(result.token)).toBeNull()
  const verification = await verify(result.token, await codeOf(secret), { loginid: person.loginid.toUpperCase() })
  expect(verification).toMatchObject({
    verified: true,
    needs2fa: false,
    isRememberMe: true,
    user: { tfa_enabled: true },
  })
  expect((await site.whois(verification.token))?.actor.user_id).toBe(person.user_id)
})

test('T-08: a code works once: not for the same handle, not for another one', async () => {
  const person = await site.addPerson()
  const { secret } = await enable(person)
  const [first, two] = [await begin(person), await begin(person)]
  const code = await codeOf(secret)
  await verify(first, code)
  await expect(verify(first, code)).rejects.toMatchObject(overError)
  await expect(verify(two, code)).rejects.toMatchObject(refusal)
  // Nor does the code before it.
  await expect(verify(two, await codeOf(secret, -1))).rejects.toMatchObject(refusal)
  expect(await sessionsOf(person)).toBe(1)
  await verify(two, await codeOf(secret, 1))
  expect(await sessionsOf(person)).toBe(2)
})

test('T-08: fifty copies of one code at the same time create one session', async () => {
  const person = await site.addPerson()
  const { secret } = await enable(person)
  const [handle, code] = [await begin(person), await codeOf(secret)]
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => verify(handle, code)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await sessionsOf(person)).toBe(1)
})

test('T-08: one code on twenty handles at the same time creates one session, too', async () => {
  const person = await site.addPerson()
  const { secret } = await enable(person)
  const handles: string[] = []
  for (let n = 0; n < 20; n++) handles.push(await begin(person))
  const code = await codeOf(secret)
  const outcomes = await Promise.allSettled(handles.map((handle) => verify(handle, code)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await sessionsOf(person)).toBe(1)
})

test('a handle allows five tries, even simultaneous ones', async () => {
  const person = await site.addPerson()
  const { secret } = await enable(person)
  const handle = await begin(person)
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => verify(handle, '000000')))
  const codes = tries.map((result) => (result.status === 'rejected' ? result.reason.kind.code : 'in'))
  expect(codes.filter((code) => code === 'WRONG_CODE')).toHaveLength(5)
  await expect(verify(handle, await codeOf(secret))).rejects.toMatchObject(overError)
})

test('twenty wrong codes a day lock the app but not the recovery codes, and notify the owner once', async () => {
  const person = await site.addPerson()
  const { secret, recovery_codes } = await enable(person)
  site.facts.length = 0
  for (let n = 0; n < 4; n++) {
    const handle = await begin(person)
    for (let m = 0; m < 5; m++) await expect(verify(handle, '000000')).rejects.toMatchObject(refusal)
  }
  const handle = await begin(person)
  await expect(verify(handle, await codeOf(secret))).rejects.toMatchObject({
    kind: { status: 429 },
    answer: { retry_after: expect.closeTo(86_400, -3) },
  })
  expect(site.facts.map(({ data }) => data.kind)).toEqual(['codes_refused'])
  expect(await verify(handle, recovery_codes[0]!)).toMatchObject({ verified: true })
  site.clock.offset_ms += 24 * 60 * minute
  expect(await verify(await begin(person), await codeOf(secret))).toMatchObject({ verified: true })
})

test('refuses a handle after five minutes, with another login id, elsewhere, or made up', async () => {
  const person = await site.addPerson()
  const other = await site.addPerson()
  const { secret } = await enable(person)
  const handle = await begin(person)
  const code = await codeOf(secret)
  await expect(verify(handle, code, { loginid: other.loginid })).rejects.toMatchObject(refusal)
  await expect(verify(handle, code, { code: 'CCC' })).rejects.toMatchObject(overError)
  await expect(verify('A'.repeat(43), code)).rejects.toMatchObject(overError)
  await expect(verify('', code)).rejects.toMatchObject(overError)
  site.clock.offset_ms += 5 * minute
  await expect(verify(handle, code)).rejects.toMatchObject(overError)
})

test("another person's code does not complete a sign-in", async () => {
  const [person, other] = [await site.addPerson(), await site.addPerson()]
  await enable(person)
  const { secret, recovery_codes } = await enable(other)
  const handle = await begin(person)
  await expect(verify(handle, await codeOf(secret))).rejects.toMatchObject(refusal)
  await expect(verify(handle, recovery_codes[0]!)).rejects.toMatchObject(refusal)
})

test('disabling a person, or ending their sessions, ends a sign-in that awaits its code', async () => {
  const [disabled, endedPerson] = [await site.addPerson(), await site.addPerson()]
  const secrets = [(await enable(disabled)).secret, (await enable(endedPerson)).secret]
  const handles = [await begin(disabled), await begin(endedPerson)]
  await site.database.read`update identity.person set lk_user_status_id = 2 where user_id = ${disabled.user_id}`
  await endSessionsOf(await site.visit(), endedPerson.user_id)
  for (const [index, handle] of handles.entries())
    await expect(verify(handle, await codeOf(secrets[index]!))).rejects.toMatchObject(overError)
})

test('a recovery code works once, however it is spelled and however many copies arrive together', async () => {
  const person = await site.addPerson()
  const { recovery_codes } = await enable(person)
  const handles: string[] = []
  for (let n = 0; n < 10; n++) handles.push(await begin(person))
  const spelt = recovery_codes[0]!.toLowerCase().replaceAll('-', ' ')
  const outcomes = await Promise.allSettled(handles.map((handle) => verify(handle, spelt)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { ctx } = await site.signIn(person)
  expect((await fetchFactors.run(ctx, {})).recovery_codes_left).toBe(9)
  expect(
    site.facts.filter(({ data }) => data.kind === 'recovery_code_used' && data.user_id === person.user_id),
  ).toHaveLength(1)
})

test('new recovery codes void the old ones, and require the app', async () => {
  const person = await site.addPerson()
  const { ctx } = await site.signIn(person)
  await expect(renewOwnRecoveryCodes.run(ctx, {})).rejects.toMatchObject({ kind: { code: 'SECOND_FACTOR_FIRST' } })
  const { recovery_codes: old } = await enable(person)
  const fresh = await renewOwnRecoveryCodes.run((await site.signIn(person)).ctx, {})
  await expect(verify(await begin(person), old[0]!)).rejects.toMatchObject(refusal)
  expect(await verify(await begin(person), fresh.recovery_codes[0]!)).toMatchObject({ verified: true })
})

test('turning it off makes the password sufficient again, and voids the codes', async () => {
  const person = await site.addPerson()
  await enable(person)
  const { ctx } = await site.signIn(person)
  expect(await disable2fa.run(ctx, {})).toEqual({ tfa_enabled: false })
  const result = await logIn.run(await site.visit(), { loginid: person.loginid, password })
  expect(result).toMatchObject({ needs2fa: false, user: { tfa_enabled: false } })
  expect((await fetchFactors.run(ctx, {})).recovery_codes_left).toBe(0)
})

test('a link proven by the password alone no longer gives access', async () => {
  const [person, other] = [await site.addPerson(), await site.addPerson()]
  const link = { user_id: other.user_id, organization_id: 1, related_user_id: person.user_id }
  await site.database.read`insert into identity.linked_account ${site.database.read(link)}`
  await enable(person)
  const live = await site.database.read`
    select from identity.linked_account where related_user_id = ${person.user_id} and ended_at is null`
  expect(live).toHaveLength(0)
})
