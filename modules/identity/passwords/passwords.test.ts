import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashPassword, isOldHash, verifyPassword } from '#modules/identity/credentials/password-hash.ts'
import { findLinkHolder, insertResetLink } from '#modules/identity/credentials/reset-link.sql.ts'
import { logIn } from '#modules/identity/sign-in/log-in.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'
import { changePassword } from './change-password.ts'
import { isCommonWord } from './common-passwords.ts'
import { passwordProblem, requireGoodPassword } from './password.schema.ts'
import { strengthScore } from './password-rule.shared.ts'
import { findResetRecipient } from './recipient.sql.ts'
import { resetPassword } from './reset-password.ts'
import { setPassword } from './set-password.ts'

const site = await openTestSite()
const fresh = 'Yield-Sign-2027!x'
const newPasswords = { newPassword: fresh, confirmPassword: fresh }
const refusal = { kind: { code: 'LINK_EXPIRED', status: 410 } }

async function linkFor(person: { user_id: number; code: string }): Promise<string> {
  const ctx = await site.visit({ code: person.code })
  return insertResetLink(ctx, { user_id: person.user_id, organization_id: ctx.organization.organization_id })
}

test('requires 14 characters, a symbol and a digit, and refuses easy and personal ones', () => {
  const rule = 'Minimum Length 14, Must include at least: 1 Special character, 1 Numeric.'
  const easy = 'This password is too easy to guess. Choose another one.'
  const words = (text: string, personal: string[] = []) => passwordProblem(text, personal)?.[0] ?? null
  expect(words('Short-1!')).toBe(rule)
  expect(words('NoDigitsInHere!!')).toBe(rule)
  expect(words('NoSignsInHere123')).toBe(rule)
  expect(words(`${'x'.repeat(126)}-1y`)).toBe('Use 128 characters or fewer.')
  const validPasswords = [
    'Right-Of-Way-2026!',
    'Demo-Password-2026!',
    'Contraseña-Única-7',
    'kT7#pQ9z!vLm2x',
    'tr0ub4dor&3-zebra',
  ]
  expect(validPasswords.map((text) => words(text))).toEqual(validPasswords.map(() => null))
  expect(words('Maria.Gonzalez-1990', ['maria.gonzalez@example.com', 'Maria'])).toBe(easy)
  expect(words('Sunny-Gonzalez-19', ['maria.gonzalez@example.com', 'Maria'])).toBeNull()
})

test.each([
  ['a common one with an ending', 'Password123456!'],
  ['a common one in disguise', 'P@ssw0rd-2026!!'],
  ['a common one cut up', 'Pass-Word-2026!!'],
  ['a common one twice', 'Dragon-Dragon-12'],
  ['a word of Spanish with an ending', 'Bienvenidos-123!'],
  ['a name with a year', 'Gonzalez-1990!!!'],
  ['one sign again and again', 'aaaaaaaaaaaaa1!'],
  ['counting', '12345678901234!'],
  ['the alphabet', 'Abcdefghijkl1!'],
  ['a row of the keyboard', 'qwertyuiop1234!'],
  ['columns of the keyboard', '!QAZ@WSX3edc4rfv'],
  ['words of the product', 'Waypost-Driving-1'],
])('%s is too easy: %s', (_what, text) => {
  expect(passwordProblem(text)?.[0]).toBe('This password is too easy to guess. Choose another one.')
})

test('refuses more than a hundred thousand common passwords, and hardly ever a random word', () => {
  const commonWords = ['monkey', 'liverpool', 'iloveyou', 'jessica', 'contrasena', 'trustno', 'superman', 'mypassword']
  expect(commonWords.filter((word) => !isCommonWord(word))).toEqual([])
  const random = Array.from({ length: 20_000 }, (_, n) => createHash('md5').update(String(n)).digest('hex'))
  expect(random.filter(isCommonWord).length).toBeLessThan(20)
  const size = statSync(new URL('common-passwords.bloom', import.meta.url)).size
  expect((size * 8) / 20).toBeGreaterThan(100_000)
})

test("refuses the organization's name on its site", async () => {
  const ctx = await site.visit({ code: 'CCC' })
  await expect(requireGoodPassword(ctx, 'Gamma-School-2026', [])).rejects.toMatchObject({
    kind: { code: 'WEAK_PASSWORD' },
    issues: [{ path: 'password' }],
  })
})

test('the strength meter is unchanged', () => {
  const scores = ['', 'abc', 'abcd', 'ab!c', 'abcde1', 'abcdefgh', '1234567!', 'a!1'].map(strengthScore)
  expect(scores).toEqual([0, 0, 1, 2, 4, 1, 2, 0])
})

test('a password matches with differently composed accents, and a missing hash never matches', async () => {
  const hash = await hashPassword('Señal-De-Alto-2026!', { memoryCost: 1_024, timeCost: 1, parallelism: 1 })
  expect(hash).toMatch(/^\$argon2id\$/)
  expect(await verifyPassword(hash, 'Señal-De-Alto-2026!'.normalize('NFD'))).toBe(true)
  expect(await verifyPassword(hash, 'Senal-De-Alto-2026!')).toBe(false)
  expect(await verifyPassword(null, password)).toBe(false)
})

test('a new password is stored with 19 MiB and two passes of argon2id', async () => {
  expect(await hashPassword(fresh)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a former hash of 46 MiB and one pass still matches and counts as outdated', async () => {
  const before = await hashPassword(fresh, { memoryCost: 47_104, timeCost: 1, parallelism: 1 })
  expect(await verifyPassword(before, fresh)).toBe(true)
  expect(await verifyPassword(before, password)).toBe(false)
  expect(isOldHash(before)).toBe(true)
  expect(isOldHash(await hashPassword(fresh))).toBe(false)
})

test('a password hashed with other settings is rehashed at sign-in', async () => {
  const student = await site.addPerson()
  const readHash = async () => {
    const [row] = await site.database.read<{ password_hash: string }>`
      select password_hash from identity.person where user_id = ${student.user_id}`
    return row!.password_hash
  }
  expect(isOldHash(await readHash())).toBe(true)
  await logIn.run(await site.visit(), { loginid: student.loginid, password: 'Wrong-Of-Way-2026!' }).catch(() => {})
  expect(isOldHash(await readHash())).toBe(true)
  await logIn.run(await site.visit(), { loginid: student.loginid, password })
  expect(isOldHash(await readHash())).toBe(false)
  expect(await verifyPassword(await readHash(), password)).toBe(true)
})

test('requesting a link returns the same response and emits the same fact for every address', async () => {
  const student = await site.addPerson()
  const disabled = await site.addPerson({ status: 2 })
  const inputs = [{ loginid: student.loginid }, { loginid: 'nobody@example.com' }, { email: disabled.loginid }]
  site.facts.length = 0
  const responses = []
  for (const input of inputs) responses.push(await resetPassword.run(await site.visit(), input))
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
  expect(site.facts.map(({ fact }) => fact)).toEqual(Array(3).fill('identity.password_reset_requested'))
  expect(site.facts.map(({ data }) => data.user_ids)).toEqual([[student.user_id], [], []])
})

test("a link is requested on the site of the person's organization, and covers everyone who shares the address", async () => {
  const person = await site.addPerson({ code: 'CCC', email: 'shared@example.com' })
  const two = await site.addPerson({ code: 'CCC', email: 'shared@example.com' })
  site.facts.length = 0
  await resetPassword.run(await site.visit({ code: 'CCC' }), { email: 'Shared@example.com' })
  await resetPassword.run(await site.visit({ code: 'BBB' }), { email: 'shared@example.com' })
  expect(site.facts.map(({ data }) => data.user_ids)).toEqual([[person.user_id, two.user_id], []])
  await expect(resetPassword.run(await site.visit(), {})).rejects.toMatchObject({ kind: { status: 400 } })
})

test('a link sets the password once, signs in, and ends every session', async () => {
  const student = await site.addPerson()
  const { token: earlier } = await site.signIn(student)
  const link = await linkFor(student)
  const { token } = await setPassword.run(await site.visit(), { token: link, ...newPasswords })
  expect((await site.whois(token))?.actor.user_id).toBe(student.user_id)
  expect(await site.whois(earlier)).toBeNull()
  await expect(setPassword.run(await site.visit(), { token: link, ...newPasswords })).rejects.toMatchObject(refusal)
  await expect(logIn.run(await site.visit(), { loginid: student.loginid, password })).rejects.toMatchObject({
    kind: { status: 401 },
  })
  expect((await logIn.run(await site.visit(), { loginid: student.loginid, password: fresh })).needs2fa).toBe(false)
})

test('one of two simultaneous uses of a link succeeds', async () => {
  const link = await linkFor(await site.addPerson())
  const use = async () => setPassword.run(await site.visit(), { token: link, ...newPasswords })
  const outcomes = await Promise.allSettled([use(), use()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('two links of one person used at the same time set one password', async () => {
  const student = await site.addPerson()
  const links = [await linkFor(student), await linkFor(student), await linkFor(student)]
  const outcomes = await Promise.allSettled(
    links.map(async (token) => setPassword.run(await site.visit(), { token, ...newPasswords })),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(refusal)
})

test('a link created before a password change is void', async () => {
  const student = await site.addPerson()
  const link = await linkFor(student)
  site.clock.offset_ms += 60_000
  const { ctx } = await site.signIn(student)
  await changePassword.run(ctx, { oldPassword: password, ...newPasswords })
  await site.database.read`update identity.password_reset set used_at = null where user_id = ${student.user_id}`
  const other = { newPassword: 'Other-Road-88!x', confirmPassword: 'Other-Road-88!x' }
  await expect(setPassword.run(await site.visit(), { token: link, ...other })).rejects.toMatchObject(refusal)
})

test('a link expires after 30 minutes', async () => {
  const link = await linkFor(await site.addPerson())
  site.clock.offset_ms += 29 * 60_000
  expect(await findLinkHolder(await site.visit(), link)).not.toBeNull()
  site.clock.offset_ms += 2 * 60_000
  expect(await findLinkHolder(await site.visit(), link)).toBeNull()
  await expect(setPassword.run(await site.visit(), { token: link, ...newPasswords })).rejects.toMatchObject(refusal)
})

test('a link survives a refused password, and a new password voids the others', async () => {
  const student = await site.addPerson({ loginid: 'robin.of.loxley' })
  const [first, second] = [await linkFor(student), await linkFor(student)]
  const input = { newPassword: 'Robin.of.Loxley-12', confirmPassword: 'Robin.of.Loxley-12' }
  await expect(setPassword.run(await site.visit(), { token: first, ...input })).rejects.toMatchObject({
    kind: { code: 'WEAK_PASSWORD' },
    issues: [{ path: 'newPassword' }],
  })
  await setPassword.run(await site.visit(), { token: first, ...newPasswords })
  await expect(setPassword.run(await site.visit(), { token: second, ...newPasswords })).rejects.toMatchObject(refusal)
})

test('refuses a link of a disabled person, on another site, and a made-up one', async () => {
  const student = await site.addPerson()
  const link = await linkFor(student)
  await expect(
    setPassword.run(await site.visit({ code: 'CCC' }), { token: link, ...newPasswords }),
  ).rejects.toMatchObject(refusal)
  await site.database.read`update identity.person set lk_user_status_id = 2 where user_id = ${student.user_id}`
  await expect(setPassword.run(await site.visit(), { token: link, ...newPasswords })).rejects.toMatchObject(refusal)
  await expect(setPassword.run(await site.visit(), { token: 'a'.repeat(43), ...newPasswords })).rejects.toMatchObject(
    refusal,
  )
  await expect(setPassword.run(await site.visit(), newPasswords)).rejects.toMatchObject(refusal)
})

test('a session alone cannot set another password', async () => {
  const { ctx } = await site.signIn(await site.addPerson())
  await expect(setPassword.run(ctx, newPasswords)).rejects.toMatchObject(refusal)
})

test('a person without a password can choose the first one in a recently proven session', async () => {
  const person = await site.addPerson()
  await site.database.read`update identity.person set password_hash = null where user_id = ${person.user_id}`
  const { ctx, token } = await site.signIn(person)
  const lateCtx = ctx.as({ now: new Date(ctx.now.getTime() + 16 * 60_000) })
  await expect(setPassword.run(lateCtx, newPasswords)).rejects.toMatchObject({ kind: { code: 'PROOF_NEEDED' } })
  const result = await setPassword.run(ctx, newPasswords)
  expect(result).toMatchObject({ needs2fa: false, user: { user_id: person.user_id } })
  expect(await site.whois(token)).toBeNull()
})

test('the links are stored hashed', async () => {
  const link = await linkFor(await site.addPerson())
  const rows = await site.database.read<{ row: string }>`select to_jsonb(r)::text as row from identity.password_reset r`
  expect(rows.some(({ row }) => row.includes(link))).toBe(false)
})

test('the sixth link within the hour is not sent', async () => {
  const student = await site.addPerson()
  for (let n = 0; n < 5; n++) {
    expect(await findResetRecipient(await site.visit(), student.user_id)).toMatchObject({ email: student.loginid })
    await linkFor(student)
  }
  expect(await findResetRecipient(await site.visit(), student.user_id)).toBeNull()
  expect(await findResetRecipient(await site.visit(), student.user_id, { again: true })).not.toBeNull()
})

test('changing the password requires the old one and ends the other sessions', async () => {
  const student = await site.addPerson()
  const other = await site.signIn(student)
  const { ctx, token } = await site.signIn(student)
  const typo = { oldPassword: 'Left-Of-Way-2026!', ...newPasswords }
  await expect(changePassword.run(ctx, typo)).rejects.toMatchObject({ kind: { code: 'WRONG_PASSWORD' } })
  await expect(changePassword.run(ctx, { ...typo, confirmPassword: 'x' })).rejects.toMatchObject({
    issues: [{ path: 'confirmPassword', message: 'Confirmed password is not the same as above.' }],
  })
  await changePassword.run(ctx, { oldPassword: password, ...newPasswords })
  expect(await site.whois(token)).not.toBeNull()
  expect(await site.whois(other.token)).toBeNull()
  expect(site.facts.at(-1)).toEqual({ fact: 'identity.password_changed', data: { user_id: student.user_id } })
})

test('a stolen session cannot be used to guess the password', async () => {
  const owner = await site.addPerson()
  const { ctx } = await site.signIn(owner)
  const guess = { oldPassword: 'Left-Of-Way-2026!', ...newPasswords }
  for (let n = 0; n < 5; n++) await changePassword.run(ctx, guess).catch(() => {})
  await expect(changePassword.run(ctx, { ...guess, oldPassword: password })).rejects.toMatchObject({
    kind: { status: 429 },
  })
  const auditLog = await site.database.read`
    select from platform.audit_event where action = 'user.prove_failed' and subject_user_id = ${owner.user_id}`
  expect(auditLog).toHaveLength(5)
})

test('refuses to change a password while viewing as someone else', async () => {
  const { ctx } = await site.signIn(await site.addPerson())
  const viewing = ctx.as({ actor: ctx.actor.kind === 'user' ? { ...ctx.actor, viewed_by: 1 } : ctx.actor })
  await expect(changePassword.run(viewing, { oldPassword: password, ...newPasswords })).rejects.toMatchObject({
    kind: { code: 'WHILE_VIEWING' },
  })
})
