import { expect, test } from 'vitest'
import { addAccount } from '#modules/identity/linked-accounts/add-account.ts'
import { dissociateLinkedAccount } from '#modules/identity/linked-accounts/dissociate-linked-account.ts'
import { fetchAccountsLinkedTo, fetchLinkedUsers } from '#modules/identity/linked-accounts/fetch-linked.ts'
import { switchAccount } from '#modules/identity/linked-accounts/switch-account.ts'
import { changePassword } from '#modules/identity/passwords/change-password.ts'
import { logIn } from '#modules/identity/sign-in/log-in.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'

const site = await openTestSite()
const { read } = site.database
const codeOf = (operation: Promise<unknown>) =>
  operation.then(
    () => 'yes',
    (error) => error.kind?.code ?? String(error),
  )
type Added = Awaited<ReturnType<typeof site.addPerson>>
const link = (ctx: Awaited<ReturnType<typeof site.signIn>>['ctx'], other: Added, overrides = {}) =>
  addAccount.run(ctx, { email: other.loginid, password, linkExistingAccount: true, ...overrides })

/** Two students, the first of whom may switch to the second. */
async function addLinked(account: Parameters<typeof site.addPerson>[0] = {}, other = account) {
  const [first, second] = [await site.addPerson(account), await site.addPerson(other)]
  const { ctx, token } = await site.signIn(first)
  await link(ctx, second)
  return { first, second, ctx, token }
}

test('T-10: a person who proved both accounts continues in the other one, and the first session ends', async () => {
  const { second, ctx, token } = await addLinked()
  const result = await switchAccount.run(ctx, { userId: second.user_id })
  expect(result.user.user_id).toBe(second.user_id)
  expect((await site.whois(result.token))?.actor.user_id).toBe(second.user_id)
  expect(await site.whois(token)).toBeNull()
})

test('T-10: switching to an unlinked, reversed, removed or disabled account returns 404', async () => {
  const { first, second, ctx } = await addLinked()
  const stranger = await site.addPerson()
  const { ctx: restoredCtx } = await site.signIn(second)
  expect(await codeOf(switchAccount.run(ctx, { userId: stranger.user_id }))).toBe('NOT_FOUND')
  expect(await codeOf(switchAccount.run(ctx, { userId: first.user_id }))).toBe('NOT_FOUND')
  expect(await codeOf(switchAccount.run(restoredCtx, { userId: first.user_id }))).toBe('NOT_FOUND')
  await read`update identity.person set lk_user_status_id = 2 where user_id = ${second.user_id}`
  expect(await codeOf(switchAccount.run(ctx, { userId: second.user_id }))).toBe('NOT_FOUND')
  expect(await fetchLinkedUsers.run(ctx, {})).toMatchObject({ data: [], hiddenAccountCount: 1 })
  await read`update identity.person set lk_user_status_id = 1 where user_id = ${second.user_id}`
  await dissociateLinkedAccount.run(ctx, { userId: second.user_id })
  expect(await codeOf(switchAccount.run(ctx, { userId: second.user_id }))).toBe('NOT_FOUND')
  expect(await codeOf(switchAccount.run(await site.visit(), { userId: second.user_id }))).toBe('UNAUTHENTICATED')
})

test('T-10: adding an account cannot be used to guess passwords: it shares its limit with sign-in', async () => {
  const victim = await site.addPerson()
  const { ctx } = await site.signIn(await site.addPerson())
  const guess = () => codeOf(link(ctx, victim, { password: 'Wrong-1-password!' }))
  const codes = []
  for (let n = 0; n < 6; n++) codes.push(await guess())
  expect(codes).toEqual([...Array(5).fill('INVALID_CREDENTIALS'), 'TOO_MANY_SIGN_INS'])
  expect(await codeOf(logIn.run(ctx.as({ actor: { kind: 'anonymous' } }), { loginid: victim.loginid, password }))).toBe(
    'TOO_MANY_SIGN_INS',
  )
  expect(await codeOf(link(ctx, { ...victim, loginid: 'nobody@example.com' }))).toBe('INVALID_CREDENTIALS')
})

test("T-10: a person has at most twenty linked accounts; other people's do not count", async () => {
  const [busy, free] = [await site.addPerson(), await site.addPerson()]
  for (let n = 0; n < 20; n += 1) {
    const other = await site.addPerson()
    await read`
      insert into identity.linked_account (organization_id, user_id, related_user_id)
      select organization_id, user_id, ${other.user_id} from identity.person where user_id = ${busy.user_id}`
  }
  expect(await codeOf(link((await site.signIn(busy)).ctx, await site.addPerson()))).toBe('TOO_MANY_LINKS')
  expect(await codeOf(link((await site.signIn(free)).ctx, await site.addPerson()))).toBe('yes')
})

test("T-10: the caller's own account must have been proved in the last 15 minutes", async () => {
  const { ctx } = await site.signIn(await site.addPerson())
  site.clock.offset_ms += 16 * 60_000
  const laterCtx = await site.visit({ actor: ctx.actor })
  expect(await codeOf(link(laterCtx, await site.addPerson()))).toBe('PROOF_NEEDED')
})

test('T-10: refuses to link a student to staff, to a higher role, or to themselves', async () => {
  const student = await site.addPerson()
  const instructor = await site.addPerson({ role: 'Instructor' })
  const admin = await site.addPerson({ role: 'Admin' })
  const { ctx } = await site.signIn(student)
  expect(await codeOf(link(ctx, instructor))).toBe('CANNOT_LINK')
  expect(await codeOf(link(ctx, student))).toBe('CANNOT_LINK')
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${instructor.user_id}, 1, 'CAN_ADD_MULTIPLE_ACCOUNTS:CREATE', true)`
  expect(await codeOf(link((await site.signIn(instructor)).ctx, admin))).toBe('CANNOT_LINK')
  expect(await codeOf(link((await site.signIn(admin)).ctx, instructor))).toBe('yes')
})

test('T-10: an account whose role has risen since the link is out of reach', async () => {
  const { second, ctx } = await addLinked()
  await read`update identity.person set lk_user_role_id = 2 where user_id = ${second.user_id}`
  expect(await codeOf(switchAccount.run(ctx, { userId: second.user_id }))).toBe('CANNOT_LINK')
})

test('T-10: switching to staff requires a recent proof, with a factor where required', async () => {
  const { second, ctx } = await addLinked({ role: 'Admin' })
  site.clock.offset_ms += 16 * 60_000
  const laterCtx = await site.visit({ actor: ctx.actor })
  expect(await codeOf(switchAccount.run(laterCtx, { userId: second.user_id }))).toBe('PROOF_NEEDED')
  await read`update identity.session set proved_at = ${site.clock.now()}`
  await read`update identity.organization set staff_2fa_required = true where organization_id = 1`
  expect(await codeOf(switchAccount.run(laterCtx, { userId: second.user_id }))).toBe('FACTOR_NEEDED')
  await read`update identity.session set method = 'totp'`
  expect(await codeOf(switchAccount.run(laterCtx, { userId: second.user_id }))).toBe('yes')
  await read`update identity.organization set staff_2fa_required = false`
})

test('T-10: sensitive operations require a new proof after a switch', async () => {
  const { second, ctx } = await addLinked()
  const { token } = await switchAccount.run(ctx, { userId: second.user_id })
  const otherSiteCtx = await site.visit({ actor: (await site.whois(token))!.actor })
  expect(await codeOf(link(otherSiteCtx, await site.addPerson()))).toBe('PROOF_NEEDED')
})

test('T-10: an account with an authenticator is linked only with its code', async () => {
  const [person, other] = [await site.addPerson(), await site.addPerson()]
  await read`
    insert into identity.totp (user_id, organization_id, secret, confirmed_at)
    values (${other.user_id}, 1, '\\x00', now())`
  const { ctx } = await site.signIn(person)
  expect(await codeOf(link(ctx, other))).toBe('CODE_NEEDED')
})

test('T-10: a new password of an account ends the links to it, but not those from it', async () => {
  const { first, second, ctx } = await addLinked()
  const { ctx: secondCtx } = await site.signIn(second)
  await link(secondCtx, first)
  const newPasswords = { newPassword: 'Merge-Left-Then-47!', confirmPassword: 'Merge-Left-Then-47!' }
  await changePassword.run(secondCtx, { oldPassword: password, ...newPasswords })
  expect(await codeOf(switchAccount.run(ctx, { userId: second.user_id }))).toBe('NOT_FOUND')
  expect((await fetchLinkedUsers.run(secondCtx, {})).data.map(({ related_user_id }) => related_user_id)).toEqual([
    first.user_id,
  ])
})

test('T-10: both owners are notified of a link, and of its end', async () => {
  site.facts.length = 0
  const { first, second, ctx } = await addLinked()
  await dissociateLinkedAccount.run(ctx, { userId: second.user_id })
  const changes = site.facts.filter(({ fact }) => fact === 'identity.security_changed').map(({ data }) => data)
  const each = [first.user_id, second.user_id]
  expect(changes).toEqual([
    ...each.map((user_id) => ({ user_id, kind: 'account_linked' })),
    ...each.map((user_id) => ({ user_id, kind: 'account_unlinked' })),
  ])
})

test('T-10: either owner sees the link and can remove it', async () => {
  const { first, second } = await addLinked()
  const { ctx } = await site.signIn(second)
  expect((await fetchAccountsLinkedTo.run(ctx, {})).user).toMatchObject([{ user_id: first.user_id, role: 'Student' }])
  expect(await codeOf(dissociateLinkedAccount.run(ctx, { userId: first.user_id }))).toBe('NOT_FOUND')
  await dissociateLinkedAccount.run(ctx, { userId: first.user_id, isDissociateAccountLinkedTo: true })
  expect((await fetchAccountsLinkedTo.run(ctx, {})).user).toEqual([])
})

test('T-10: staff see and remove the links of people in their organizations, and find no others', async () => {
  const { first, second } = await addLinked({ code: 'BBB' })
  const { ctx: managerCtx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const childCtx = managerCtx.as({ organization: (await site.visit({ code: 'BBB' })).organization })
  expect((await fetchLinkedUsers.run(childCtx, { user_id: first.user_id })).data).toHaveLength(1)
  const { ctx: otherOrganizationCtx } = await site.signIn(await site.addPerson({ role: 'Admin', code: 'CCC' }))
  const { ctx: stranger } = await site.signIn(await site.addPerson({ code: 'BBB' }))
  const remove = { userId: second.user_id, owner_user_id: first.user_id }
  for (const other of [otherOrganizationCtx, stranger]) {
    expect(await codeOf(fetchLinkedUsers.run(other, { user_id: first.user_id }))).toBe('NOT_FOUND')
    expect(await codeOf(dissociateLinkedAccount.run(other, remove))).toBe('NOT_FOUND')
  }
  expect(await codeOf(dissociateLinkedAccount.run(childCtx, remove))).toBe('yes')
})

test('T-10: an account of a site out of scope is counted but not shown', async () => {
  const [own, other] = [await site.addPerson(), await site.addPerson({ code: 'CCC' })]
  await read`
    insert into identity.linked_account (organization_id, user_id, related_user_id)
    values (1, ${own.user_id}, ${other.user_id})`
  const { ctx } = await site.signIn(own)
  expect(await fetchLinkedUsers.run(ctx, {})).toMatchObject({ data: [], hiddenAccountCount: 1 })
  expect(await codeOf(switchAccount.run(ctx, { userId: other.user_id }))).toBe('NOT_FOUND')
})

const twenty = (operation: () => Promise<unknown>) => Promise.all(Array.from({ length: 20 }, () => codeOf(operation())))
/** The number of times that the audit log has this action for someone since they were added. */
const rowsOf = async (action: string, { user_id }: Added) =>
  (await read`select from platform.audit_event where action = ${action} and subject_user_id = ${user_id}`).length

test('T-10: twenty simultaneous requests of a link are one link with one notification', async () => {
  const [person, other] = [await site.addPerson(), await site.addPerson()]
  const { ctx } = await site.signIn(person)
  site.facts.length = 0
  // Each counts as a failed try until its password is verified, so some are refused as too many.
  expect(await twenty(() => link(ctx, other))).toContain('yes')
  expect((await fetchLinkedUsers.run(ctx, {})).data).toHaveLength(1)
  expect(await rowsOf('linked_account.add', other)).toBe(1)
  expect(site.facts.map(({ data }) => data.user_id).sort()).toEqual([person.user_id, other.user_id].sort())
})

test('T-10: one of twenty simultaneous removals of a link succeeds', async () => {
  const { first, second, ctx } = await addLinked()
  const answers = await twenty(() => dissociateLinkedAccount.run(ctx, { userId: second.user_id }))
  expect(answers.sort()).toEqual([...Array(19).fill('NOT_FOUND'), 'yes'])
  expect(await rowsOf('linked_account.remove', second)).toBe(1)
  const endedRows = await read`
    select from identity.linked_account where user_id = ${first.user_id} and ended_at is not null`
  expect(endedRows).toHaveLength(1)
})

test('T-10: one of twenty simultaneous switches of a session succeeds', async () => {
  const { second, ctx, token } = await addLinked()
  const answers = await twenty(() => switchAccount.run(ctx, { userId: second.user_id }))
  expect(answers.sort()).toEqual([...Array(19).fill('UNAUTHENTICATED'), 'yes'])
  const live = await read`select from identity.session where user_id = ${second.user_id} and ended_at is null`
  expect(live).toHaveLength(1)
  expect(await site.whois(token)).toBeNull()
})

test('T-10: a switch during the removal of its link happens before it, or not at all', async () => {
  for (let round = 0; round < 10; round++) {
    const { first, second, ctx } = await addLinked()
    const { ctx: otherOrganizationCtx } = await site.signIn(first)
    const [switched, removed] = await Promise.all([
      codeOf(switchAccount.run(ctx, { userId: second.user_id })),
      codeOf(dissociateLinkedAccount.run(otherOrganizationCtx, { userId: second.user_id })),
    ])
    expect([['yes', 'NOT_FOUND'].includes(switched), removed]).toEqual([true, 'yes'])
    expect(await codeOf(switchAccount.run(otherOrganizationCtx, { userId: second.user_id }))).toBe('NOT_FOUND')
  }
})

test('T-10: a new account is a student of this site, regardless of its creator, and its address must be free', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const input = { email: 'second@example.com', password: 'Merge-Left-Then-47!', linkExistingAccount: false }
  const { data } = await addAccount.run(ctx, input)
  const [person] = await read<{ lk_user_role_id: number; organization_id: number }>`
    select lk_user_role_id, organization_id from identity.person where user_id = ${data.user.related_user_id}`
  expect(person).toEqual({ lk_user_role_id: 3, organization_id: 1 })
  expect(await codeOf(addAccount.run(ctx, input))).toBe('LOGINID_IN_USE')
  expect(await codeOf(addAccount.run(ctx, { ...input, email: 'third@example.com', password: 'short' }))).toBe(
    'WEAK_PASSWORD',
  )
})

test('T-10: an account has at most twenty links, even when added at the same time', async () => {
  const first = await site.addPerson()
  const { ctx } = await site.signIn(first)
  for (let n = 0; n < 18; n += 1) {
    const { user_id: related_user_id } = await site.addPerson()
    await read`insert into identity.linked_account ${read({ organization_id: 1, user_id: first.user_id, related_user_id })}`
  }
  const others = await Promise.all(Array.from({ length: 5 }, () => site.addPerson()))
  const answers = await Promise.all(others.map((other) => codeOf(link(ctx, other))))
  expect(answers.toSorted()).toEqual(['TOO_MANY_LINKS', 'TOO_MANY_LINKS', 'TOO_MANY_LINKS', 'yes', 'yes'])
})
