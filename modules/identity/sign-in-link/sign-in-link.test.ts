import { expect, test } from 'vitest'
import { setPassword } from '#modules/identity/passwords/set-password.ts'
import { userStatus } from '#modules/identity/people/roles.ts'
import { newReference } from '#modules/identity/sessions/reference.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { type MadeLink, makeSignInLinks } from './make-sign-in-links.ts'
import { sendSignInLink } from './send-sign-in-link.ts'
import { signInByLink } from './sign-in-by-link.ts'

const site = await openTestSite()
const wrong = (code: string, status: number) => ({ kind: { code, status } })

const isSignIn = (link: MadeLink): link is Extract<MadeLink, { token: string }> => 'token' in link

/** Requests a link as a visitor of a site, and runs the job. */
async function requestLinks(email: string, code = 'AAA', { waitMinutes = 0 } = {}) {
  const { request } = await sendSignInLink.run(await site.visit({ code }), { email })
  const { data } = site.facts.findLast(({ fact }) => fact === 'identity.sign_in_link_asked')!
  site.clock.offset_ms += waitMinutes * 60_000
  const job = (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })
  const signInLinks = await makeSignInLinks(job, data.sign_in_link_request_id as number)
  return { request, made: signInLinks, links: signInLinks?.links ?? [] }
}
async function requestOne(email: string, code = 'AAA') {
  const { request, links } = await requestLinks(email, code)
  const [link] = links.filter(isSignIn)
  return { request, ...link! }
}
const signIn = async (input: { request?: string; token?: string; code?: string }, code = 'AAA') =>
  signInByLink.run(await site.visit({ code }), input)

test('the link signs in once, in the browser that requested it', async () => {
  const student = await site.addPerson()
  const { request, token } = await requestOne(student.loginid)
  const refusal = wrong('SIGN_IN_LINK_ELSEWHERE', 409)
  await expect(signIn({ token })).rejects.toMatchObject(refusal)
  await expect(signIn({ token, request: newReference() })).rejects.toMatchObject(refusal)
  const result = await signIn({ token, request })
  expect(result.user).toMatchObject({ user_id: student.user_id })
  expect((await site.whois(result.token))?.actor.user_id).toBe(student.user_id)
  await expect(signIn({ token, request })).rejects.toMatchObject(wrong('SIGN_IN_LINK_USED', 410))
})

test('links of people of parent organizations are marked, so that they never lead to an own domain', async () => {
  const { loginid } = await site.addPerson()
  expect((await requestLinks(loginid)).links.map(({ is_own }) => is_own)).toEqual([true])
  expect((await requestLinks(loginid, 'BBB')).links.map(({ is_own }) => is_own)).toEqual([false])
})

test('the code signs in once, however it is typed, and only with its own request', async () => {
  const student = await site.addPerson()
  const { request, token, code } = await requestOne(student.loginid)
  const other = await requestOne((await site.addPerson()).loginid)
  await expect(signIn({ code, request: other.request })).rejects.toMatchObject(wrong('ORDER_CODE_WRONG', 422))
  const text = `${code.slice(0, 4)} ${code.slice(4)}`
  expect((await signIn({ code: text, request })).user?.user_id).toBe(student.user_id)
  await expect(signIn({ code, request })).rejects.toMatchObject(wrong('ORDER_CODE_WRONG', 422))
  await expect(signIn({ token, request })).rejects.toMatchObject(wrong('SIGN_IN_LINK_USED', 410))
})

test('five wrong codes void the right one, not the link', async () => {
  const { request, token, code } = await requestOne((await site.addPerson()).loginid)
  const guess = String((Number(code) + 1) % 100_000_000).padStart(8, '0')
  for (let n = 0; n < 5; n++) await expect(signIn({ request, code: guess })).rejects.toThrow()
  await expect(signIn({ request, code })).rejects.toMatchObject(wrong('ORDER_CODE_WRONG', 422))
  expect((await signIn({ request, token })).needs2fa).toBe(false)
})

test('link and code expire after ten minutes', async () => {
  const { request, token, code } = await requestOne((await site.addPerson()).loginid)
  site.clock.offset_ms += 11 * 60_000
  await expect(signIn({ request, token })).rejects.toMatchObject(wrong('LINK_EXPIRED', 410))
  await expect(signIn({ request, code })).rejects.toMatchObject(wrong('ORDER_CODE_WRONG', 422))
  for (const malformed of ['x', 'a'.repeat(43)])
    await expect(signIn({ request, token: malformed })).rejects.toMatchObject(wrong('LINK_EXPIRED', 410))
})

test("the link of one site does not open on another organization's host", async () => {
  const { request, token, code } = await requestOne((await site.addPerson()).loginid)
  await expect(signIn({ request, token }, 'BBB')).rejects.toMatchObject(wrong('SIGN_IN_LINK_OTHER_SITE', 409))
  await expect(signIn({ request, code }, 'BBB')).rejects.toMatchObject(wrong('ORDER_CODE_WRONG', 422))
  expect((await signIn({ request, token })).needs2fa).toBe(false)
})

test('sends no link for an unknown address, a disabled account or an account of another organization', async () => {
  const student = await site.addPerson()
  expect((await requestLinks('nobody@example.com')).made).toBeNull()
  expect((await requestLinks(student.loginid, 'CCC')).made).toBeNull()
  await site.database
    .read`update identity.person set lk_user_status_id = ${userStatus.Disabled} where user_id = ${student.user_id}`
  expect((await requestLinks(student.loginid)).made).toBeNull()
})

test('a request that was not worked on within the time of its link sends none', async () => {
  const { loginid } = await site.addPerson()
  expect((await requestLinks(loginid, 'AAA', { waitMinutes: 9 })).links).toHaveLength(1)
  expect((await requestLinks(loginid, 'AAA', { waitMinutes: 11 })).made).toBeNull()
})

test('sends at most five links an hour for one account', async () => {
  const student = await site.addPerson()
  for (let n = 0; n < 5; n++) expect((await requestLinks(student.loginid)).links).toHaveLength(1)
  expect((await requestLinks(student.loginid)).made).toBeNull()
  site.clock.offset_ms += 61 * 60_000
  expect((await requestLinks(student.loginid)).links).toHaveLength(1)
})

test('eight simultaneous uses of one link are one sign-in', async () => {
  const { request, token } = await requestOne((await site.addPerson()).loginid)
  const uses = await Promise.allSettled(Array.from({ length: 8 }, () => signIn({ request, token })))
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an account whose address is not proven needs a new password, so that its creator is locked out', async () => {
  const student = await site.addPerson({ proven: false })
  const { links } = await requestLinks(student.loginid)
  expect(links).toEqual([
    { loginid: student.loginid, user_id: student.user_id, is_own: true, reset: expect.any(String) },
  ])
  const { reset } = links[0] as { reset: string }
  const newPassword = 'Yield-Sign-2027!x'
  const visit = await site.visit()
  expect((await setPassword.run(visit, { token: reset, newPassword, confirmPassword: newPassword })).needs2fa).toBe(
    false,
  )
})

test("a guest without a password signs in, which proves the address and ends the account's other sessions", async () => {
  const guest = await site.addPerson()
  const { token: earlier } = await site.signIn(guest)
  await site.database.read`
    update identity.person set password_hash = null, email_proven_at = null where user_id = ${guest.user_id}`
  const { request, token } = await requestOne(guest.loginid)
  expect((await signIn({ request, token })).user?.user_id).toBe(guest.user_id)
  expect(await site.whois(earlier)).toBeNull()
  const [person] = await site.database.read<{ proven: boolean }>`
    select email_proven_at is not null as proven from identity.person where user_id = ${guest.user_id}`
  expect(person?.proven).toBe(true)
})

test('a password or an address that changed after the request voids the link', async () => {
  const changes = [
    { password_changed_at: new Date(Date.now() + 24 * 60 * 60_000) },
    { email: 'moved@example.com' },
    { deleted_at: new Date() },
  ]
  for (const change of changes) {
    const student = await site.addPerson()
    const { request, token } = await requestOne(student.loginid)
    const { read } = site.database
    await read`update identity.person set ${read(change)} where user_id = ${student.user_id}`
    await expect(signIn({ request, token })).rejects.toMatchObject(wrong('LINK_EXPIRED', 410))
  }
})

test('staff with a second factor need it too; staff who must set one up are refused', async () => {
  const staff = await site.addPerson({ role: 'Instructor' })
  await site.database.read`update identity.organization set staff_2fa_required = true where code = 'AAA'`
  const { request, token } = await requestOne(staff.loginid)
  await expect(signIn({ request, token })).rejects.toMatchObject(wrong('SIGN_IN_LINK_NEEDS_PASSWORD', 403))
  await site.database.read`
    insert into identity.totp (user_id, organization_id, secret, confirmed_at)
    select user_id, organization_id, 'x'::bytea, now() from identity.person where user_id = ${staff.user_id}`
  const laterPerson = await requestOne(staff.loginid)
  expect(await signIn({ request: laterPerson.request, token: laterPerson.token })).toMatchObject({
    needs2fa: true,
    step: 'code',
    user: null,
  })
})

test('the audit log contains the request and the sign-in', async () => {
  const student = await site.addPerson()
  const { request, token } = await requestOne(student.loginid)
  await signIn({ request, token })
  await signIn({ request, code: '1' }).catch(() => {})
  const events = await site.database.read<{ action: string; after: { method?: string } | null }>`
    select action, after from platform.audit_event order by audit_event_id desc limit 4`
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['user.sendSignInLink', 'user.login', 'user.login_failed']),
  )
  expect(events.find(({ action }) => action === 'user.login')?.after).toEqual({ method: 'link' })
  const rows = await site.database.read<{ row: string }>`select to_jsonb(l)::text as row from identity.sign_in_link l`
  expect(rows.some(({ row }) => row.includes(token))).toBe(false)
})
