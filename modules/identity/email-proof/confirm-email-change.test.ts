import { expect, test } from 'vitest'
import { setUserStatus } from '#modules/identity/account-lifecycle/set-user-status.ts'
import { insertResetLink } from '#modules/identity/credentials/reset-link.sql.ts'
import { insertEmailChangeToken } from '#modules/identity/emails/email-change.sql.ts'
import { facetsPort } from '#modules/identity/facets.ts'
import { changePassword } from '#modules/identity/passwords/change-password.ts'
import { setPassword } from '#modules/identity/passwords/set-password.ts'
import { fetchUser } from '#modules/identity/profile/fetch-user.ts'
import { saveUserInformation } from '#modules/identity/profile/save-user-information.ts'
import type { Ctx } from '#platform/ctx.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'
import { confirmEmail } from './confirm-email.ts'
import { removeOwnOtherMethods } from './remove-other-methods.ts'

const facets = {
  identityLock: async () => null,
  lockCourses: async () => {},
  birthCorrected: async () => [],
  paymentMethods: async () => [],
  risk: async () => null,
}
const site = await openTestSite(fillPorts([facetsPort, facets]))
const refusal = { kind: { code: 'LINK_EXPIRED' } }
const newPasswords = { newPassword: 'Yield-Sign-2027!x', confirmPassword: 'Yield-Sign-2027!x' }
type Person = Awaited<ReturnType<typeof site.addPerson>>

const save = (ctx: Ctx, email: string, overrides: { emailSameAsLoginID?: boolean; loginid?: string } = {}) =>
  saveUserInformation.run(ctx, { profile: { first_name: 'Pat', last_name: 'Person', email, ...overrides } })

/** The token that the job would mail for the latest request. */
async function mailed(): Promise<string> {
  const { data } = site.facts.filter(({ fact }) => fact === 'identity.email_change_asked').at(-1)!
  const visitor = await site.visit()
  const emailChangeRecipient = await visitor.tx((ctx) =>
    insertEmailChangeToken(ctx.unscoped, data.email_change_id as string),
  )
  return emailChangeRecipient!.token
}

async function requestChange(overrides = {}) {
  const person = await site.addPerson()
  const email = `new-${person.loginid}`
  const { ctx } = await site.signIn(person)
  await save(ctx, email, overrides)
  return { person, ctx, email, token: await mailed() }
}

const rowOf = async ({ user_id }: Person) => {
  const [row] = await site.database.read<{ email: string; loginid: string; proven: boolean }>`
    select email, loginid, email_proven_at is not null as proven from identity.person where user_id = ${user_id}`
  return row!
}
const noticesOf = async ({ user_id }: Person) => {
  const rows = await site.database.read<{ to_email: string }>`
    select to_email from identity.letter where user_id = ${user_id} and kind = 'sign-in-changed'`
  return rows.map(({ to_email }) => to_email)
}

test('a new address takes effect when its link is opened; the former one is notified once', async () => {
  const { person, ctx, email, token } = await requestChange()
  expect(await rowOf(person)).toEqual({ email: person.loginid, loginid: person.loginid, proven: true })
  expect((await fetchUser.run(ctx, { id: person.user_id })).data.user.asked_email).toBe(email)
  expect(await noticesOf(person)).toEqual([])
  expect(await confirmEmail.run(ctx, { token })).toEqual({ confirmed: true })
  expect(await rowOf(person)).toEqual({ email, loginid: person.loginid, proven: true })
  expect((await fetchUser.run(ctx, { id: person.user_id })).data.user.asked_email).toBeNull()
  await expect(confirmEmail.run(ctx, { token })).rejects.toMatchObject(refusal)
  expect(await noticesOf(person)).toEqual([person.loginid])
  const [row] = await site.database.read`
    select before, after from platform.audit_event
    where action = 'user.changeEmail' and subject_user_id = ${person.user_id}`
  expect(row).toMatchObject({ before: { email: person.loginid }, after: { email } })
})

test('the link alone gives a reader of the new mailbox nothing: no account, no password', async () => {
  const { person, token } = await requestChange()
  const other = await site.signIn(await site.addPerson())
  await expect(confirmEmail.run(other.ctx, { token })).rejects.toMatchObject(refusal)
  await expect(setPassword.run(await site.visit(), { token, ...newPasswords })).rejects.toMatchObject(refusal)
  expect((await rowOf(person)).email).toBe(person.loginid)
})

test('a new address ends other sessions and voids links sent to the former one', async () => {
  const { person, ctx, token } = await requestChange()
  const otherSession = await site.signIn(person)
  const reset = await insertResetLink(await site.visit(), { user_id: person.user_id, organization_id: 1 })
  await confirmEmail.run(ctx, { token })
  await expect(setPassword.run(await site.visit(), { token: reset, ...newPasswords })).rejects.toMatchObject(refusal)
  const live = await site.database.read<{ session_id: number }>`
    select session_id from identity.session where user_id = ${person.user_id} and ended_at is null`
  expect(live).toHaveLength(1)
  expect(live[0]!.session_id).not.toBe((otherSession.ctx.actor as { session_id: number }).session_id)
})

test('the address becomes the login id too if the form says so, unless it has been taken since', async () => {
  const free = await requestChange({ emailSameAsLoginID: true })
  expect((await rowOf(free.person)).loginid).toBe(free.person.loginid)
  await confirmEmail.run(free.ctx, { token: free.token })
  expect(await rowOf(free.person)).toMatchObject({ email: free.email, loginid: free.email })
  const request = await requestChange({ emailSameAsLoginID: true })
  const rival = await site.signIn(await site.addPerson())
  await save(rival.ctx, `rival@example.com`, { loginid: request.email })
  await confirmEmail.run(request.ctx, { token: request.token })
  expect(await rowOf(request.person)).toMatchObject({ email: request.email, loginid: request.person.loginid })
  await expect(save(request.ctx, rival.ctx ? free.email : '', { emailSameAsLoginID: true })).rejects.toMatchObject({
    kind: { code: 'LOGINID_IN_USE' },
  })
})

test('the link works to the last second of its day, and a newer request voids the older one', async () => {
  const { person, ctx, token } = await requestChange()
  const after = (ms: number) => ctx.as({ now: new Date(ctx.now.getTime() + ms) })
  await expect(confirmEmail.run(after(24 * 3_600_000 + 1_000), { token })).rejects.toMatchObject(refusal)
  await save(ctx, `newer-${person.loginid}`)
  await expect(confirmEmail.run(ctx, { token })).rejects.toMatchObject(refusal)
  const newer = await mailed()
  await confirmEmail.run(after(24 * 3_600_000 - 1_000), { token: newer })
  expect((await rowOf(person)).email).toBe(`newer-${person.loginid}`)
})

test.each([
  ['disabled', { lk_user_status_id: 2 }],
  ['removed', { deleted_at: new Date() }],
])('the link of a person who is %s by then changes nothing', async (_, change) => {
  const { person, ctx, token } = await requestChange()
  await site.database.read`
    update identity.person set ${site.database.read(change)} where user_id = ${person.user_id}`
  await expect(confirmEmail.run(ctx, { token })).rejects.toMatchObject(refusal)
  expect((await rowOf(person)).email).toBe(person.loginid)
})

test.each<[string, (person: Person, ctx: Ctx) => Promise<unknown>]>([
  ['another password', (_person, ctx) => changePassword.run(ctx, { oldPassword: password, ...newPasswords })],
  [
    'a reset',
    async ({ user_id }) => {
      const reset = await insertResetLink(await site.visit(), { user_id, organization_id: 1 })
      return setPassword.run(await site.visit(), { token: reset, ...newPasswords })
    },
  ],
  ['the removal of all other ways in', (_person, ctx) => removeOwnOtherMethods.run(ctx, {})],
  ['another login id', (person, ctx) => save(ctx, person.loginid, { loginid: `x-${person.loginid}` })],
  [
    'a change by staff',
    async ({ user_id, loginid }) => {
      const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
      const profile = { first_name: 'Pat', last_name: 'Person', email: `staff-${loginid}` }
      return saveUserInformation.run(ctx, { user_id, profile })
    },
  ],
  [
    'disabling the account',
    async ({ user_id }) => {
      const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
      return setUserStatus(ctx, user_id, 2)
    },
  ],
])('%s voids the link', async (_what, change) => {
  const { person, ctx, token } = await requestChange()
  await change(person, ctx)
  const rows = await site.database.read`select from identity.email_change where user_id = ${person.user_id}`
  expect(rows).toHaveLength(0)
  await expect(confirmEmail.run(ctx, { token })).rejects.toMatchObject(refusal)
})

test('a person who confirms their first proven address loses unproven data, as with any first proof', async () => {
  const { person, ctx, email, token } = await requestChange()
  await site.database.read`update identity.person set email_proven_at = null where user_id = ${person.user_id}`
  await site.database.read`
    insert into identity.social_account ${site.database.read({ user_id: person.user_id, organization_id: 1, provider: 'google', subject: `s${person.user_id}`, email: 'attacker@example.net' })}`
  await confirmEmail.run(ctx, { token })
  expect(await rowOf(person)).toMatchObject({ email, proven: true })
  const social = await site.database.read`select from identity.social_account where user_id = ${person.user_id}`
  expect(social).toHaveLength(0)
})
