import { expect, test } from 'vitest'
import { setUserStatus } from '#modules/identity/account-lifecycle/set-user-status.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { acceptInvitation, getInvitation } from './accept-invitation.ts'
import { fetchInvitations } from './fetch-invitations.ts'
import { findInvitationEmail } from './invitation.sql.ts'
import { inviteInstructor, revokeInvitation } from './invite-instructor.ts'
import { inviteManager } from './invite-manager.ts'
import { resendInvitation } from './resend-invitation.ts'

const site = await openTestSite()
const admin = await site.addPerson({ role: 'Admin' })
const { ctx: staff } = await site.signIn(admin)
const linkExpired = { kind: { code: 'LINK_EXPIRED', status: 410 } }
const day = 24 * 60 * 60_000
let count = 0

/** An invitation and the token of its email. */
async function invite(input: { organization_id?: number } = {}) {
  count += 1
  const email = `teacher${count}@example.com`
  const ctx = (await site.signIn(admin)).ctx
  const { invitation_id } = await inviteInstructor.run(ctx, { email, first_name: 'Tia', ...input })
  const message = await findInvitationEmail(ctx, invitation_id)
  return { invitation_id, email, token: message!.token, message }
}
const accountOf = (loginid: string) => ({
  first_name: 'Tia',
  last_name: 'Teacher',
  loginid,
  password: 'Merge-With-Care-77!',
  confirmPassword: 'Merge-With-Care-77!',
})

test('an invited person becomes an instructor of the inviting organization, and is signed in', async () => {
  const { token, email, message } = await invite()
  expect(message).toMatchObject({ email, inviter: 'Pat Person', organization: { code: 'AAA', name: 'Alpha' } })
  expect(await getInvitation.run(await site.visit(), { token })).toEqual({
    email,
    first_name: 'Tia',
    last_name: '',
    organization_name: 'Alpha',
    manager_ind: false,
    auditor_ind: false,
  })
  const result = await acceptInvitation.run(await site.visit(), { token, ...accountOf('tia') })
  expect(result.user).toMatchObject({ role: 'Instructor', organization_id: 1, loginid: 'tia', email })
  expect((await site.whois(result.token))?.actor.role).toBe('Instructor')
  const { invitations } = await fetchInvitations.run(staff, {})
  expect(invitations.find((invitation) => invitation.email === email)).toMatchObject({
    state: 'accepted',
    invited_by: 'Pat Person',
    organization_code: 'AAA',
  })
})

test('refuses to invite an instructor with more permissions than the inviter', async () => {
  const clerk = await site.addPerson({ role: 'Support' })
  const permission = { user_id: clerk.user_id, organization_id: 1, key: 'MANAGE_INSTRUCTORS:CREATE', granted: true }
  await site.database.read`insert into identity.permission ${site.database.read(permission)}`
  const { ctx } = await site.signIn(clerk)
  const refusal = { kind: { code: 'CANNOT_CREATE' } }
  await expect(inviteInstructor.run(ctx, { email: 'second-self@example.com' })).rejects.toMatchObject(refusal)
  const { invitation_id } = await invite()
  await expect(resendInvitation.run(ctx, { invitation_id })).rejects.toMatchObject(refusal)
})

test('staff invite into organizations below theirs, and into no other', async () => {
  const { token } = await invite({ organization_id: 2 })
  await expect(getInvitation.run(await site.visit(), { token })).rejects.toMatchObject(linkExpired)
  const result = await acceptInvitation.run(await site.visit({ code: 'BBB' }), { token, ...accountOf('below') })
  expect(result.user?.organization_id).toBe(2)
  const input = { email: 'away@example.com', organization_id: 3 }
  await expect(inviteInstructor.run(staff, input)).rejects.toMatchObject({ kind: { status: 404 } })
})

test('twenty simultaneous acceptances create one account', async () => {
  const { token } = await invite()
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, async (_, n) =>
      acceptInvitation.run(await site.visit(), { token, ...accountOf(`racer${n}`) }),
    ),
  )
  const codes = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason.kind.code)
  expect(codes).toEqual(Array(19).fill('LINK_EXPIRED'))
  const people = await site.database.read`select from identity.person where loginid like 'racer%'`
  expect(people).toHaveLength(1)
})

test('an invitation withdrawn during acceptance has one outcome', async () => {
  for (let round = 0; round < 10; round++) {
    const { token, invitation_id } = await invite()
    const visitor = await site.visit()
    const [accepted] = await Promise.allSettled([
      acceptInvitation.run(visitor, { token, ...accountOf(`either${round}`) }),
      revokeInvitation.run((await site.signIn(admin)).ctx, { invitation_id }),
    ])
    const [row] = await site.database.read<{ used: boolean; revoked: boolean }>`
      select used_at is not null as used, revoked_at is not null as revoked
      from identity.invitation where invitation_id = ${invitation_id}`
    const people = await site.database.read`select from identity.person where loginid = ${`either${round}`}`
    const went = accepted.status === 'fulfilled'
    expect([row, people.length]).toEqual([{ used: went, revoked: !went }, went ? 1 : 0])
  }
})

test('a link is invalid when used, withdrawn, seven days old, or sent by someone disabled since', async () => {
  const used = await invite()
  await acceptInvitation.run(await site.visit(), { token: used.token, ...accountOf('used') })
  const revoked = await invite()
  await revokeInvitation.run((await site.signIn(admin)).ctx, { invitation_id: revoked.invitation_id })
  const leavingPerson = await site.addPerson({ role: 'Admin' })
  const { ctx } = await site.signIn(leavingPerson)
  const { invitation_id } = await inviteInstructor.run(ctx, { email: 'orphan@example.com' })
  const orphan = await findInvitationEmail(ctx, invitation_id)
  await setUserStatus((await site.signIn(admin)).ctx, leavingPerson.user_id, 2)
  expect(await findInvitationEmail(ctx, invitation_id)).toBeNull()
  const old = await invite()
  for (const token of [used.token, revoked.token, orphan!.token, 'x', 'x'.repeat(43)]) {
    await expect(getInvitation.run(await site.visit(), { token })).rejects.toMatchObject(linkExpired)
    const accepted = acceptInvitation.run(await site.visit(), { token, ...accountOf('late') })
    await expect(accepted).rejects.toMatchObject(linkExpired)
  }
  site.clock.offset_ms += 7 * day
  await expect(getInvitation.run(await site.visit(), { token: old.token })).rejects.toMatchObject(linkExpired)
  const later = (await site.visit()).as({ now: old.message!.expires_at })
  for (const id of [used.invitation_id, old.invitation_id]) expect(await findInvitationEmail(later, id)).toBeNull()
})

test('an invitation by someone whose account was removed is neither emailed nor accepted', async () => {
  const leaving = await site.addPerson({ role: 'Admin' })
  const { ctx } = await site.signIn(leaving)
  const { invitation_id } = await inviteInstructor.run(ctx, { email: 'removed@example.com' })
  const { token } = (await findInvitationEmail(ctx, invitation_id))!
  await site.database.read`
    update identity.person set deleted_at = platform.now() where user_id = ${leaving.user_id}`
  expect(await findInvitationEmail(ctx, invitation_id)).toBeNull()
  await expect(getInvitation.run(await site.visit(), { token })).rejects.toMatchObject(linkExpired)
})

test('a resent email contains the same link; one address has one open invitation', async () => {
  const { ctx } = await site.signIn(admin)
  const { invitation_id, token, email } = await invite()
  expect((await findInvitationEmail(ctx, invitation_id))?.token).toBe(token)
  const secondInvitation = inviteInstructor.run(ctx, { email: email.toUpperCase() })
  await expect(secondInvitation).rejects.toMatchObject({ kind: { code: 'INVITATION_OPEN', status: 409 } })
  await revokeInvitation.run(ctx, { invitation_id })
  await revokeInvitation.run(ctx, { invitation_id })
  expect(await findInvitationEmail(ctx, invitation_id)).toBeNull()
  await expect(inviteInstructor.run(ctx, { email })).resolves.toMatchObject({ invitation_id: expect.any(Number) })
})

test("inviting and seeing invitations requires the permission, and other organizations' invitations are out of scope", async () => {
  const { invitation_id } = await invite()
  for (const role of ['Student', 'Instructor', 'Support'] as const) {
    const { ctx } = await site.signIn(await site.addPerson({ role }))
    const refusal = { kind: { status: 403 } }
    await expect(inviteInstructor.run(ctx, { email: 'a@example.com' })).rejects.toMatchObject(refusal)
    await expect(revokeInvitation.run(ctx, { invitation_id })).rejects.toMatchObject(refusal)
    await expect(fetchInvitations.run(ctx, {})).rejects.toMatchObject(refusal)
  }
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin', code: 'CCC' }))
  await expect(revokeInvitation.run(ctx, { invitation_id })).rejects.toMatchObject({ kind: { status: 404 } })
  expect((await fetchInvitations.run(ctx, {})).invitations).toEqual([])
})

test('a taken login id does not use up the link', async () => {
  const { token } = await invite()
  const acceptance = acceptInvitation.run(await site.visit(), { token, ...accountOf(admin.loginid) })
  await expect(acceptance).rejects.toMatchObject({ kind: { code: 'LOGINID_IN_USE' } })
  expect((await acceptInvitation.run(await site.visit(), { token, ...accountOf('free') })).user?.role).toBe(
    'Instructor',
  )
})

test('a resent invitation works for seven more days, in the name of the new sender', async () => {
  const { invitation_id, token } = await invite()
  site.clock.offset_ms += 6 * day
  const colleague = await site.addPerson({ role: 'Admin' })
  await resendInvitation.run((await site.signIn(colleague)).ctx, { invitation_id })
  await setUserStatus((await site.signIn(colleague)).ctx, admin.user_id, 2)
  site.clock.offset_ms += 6 * day
  expect(await getInvitation.run(await site.visit(), { token })).toMatchObject({ first_name: 'Tia' })
  await setUserStatus((await site.signIn(colleague)).ctx, admin.user_id, 1)
})

test('refuses to resend accepted, withdrawn and foreign invitations', async () => {
  const { ctx } = await site.signIn(admin)
  const used = await invite()
  await acceptInvitation.run(await site.visit(), { token: used.token, ...accountOf('resent') })
  const revoked = await invite()
  await revokeInvitation.run(ctx, { invitation_id: revoked.invitation_id })
  for (const { invitation_id } of [used, revoked])
    await expect(resendInvitation.run(ctx, { invitation_id })).rejects.toMatchObject({ kind: { code: 'CONFLICT' } })
  const open = await invite()
  const { ctx: stranger } = await site.signIn(await site.addPerson({ role: 'Admin', code: 'CCC' }))
  const input = { invitation_id: open.invitation_id }
  await expect(resendInvitation.run(stranger, input)).rejects.toMatchObject({ kind: { status: 404 } })
  const { ctx: student } = await site.signIn(await site.addPerson({ role: 'Student' }))
  await expect(resendInvitation.run(student, input)).rejects.toMatchObject({ kind: { status: 403 } })
})

test("an invited manager manages the organization, with at most the inviter's current permissions", async () => {
  const managing = async (invited_by: Parameters<typeof site.signIn>[0], email: string) => {
    const { ctx } = await site.signIn(invited_by)
    const { invitation_id } = await inviteManager.run(ctx, { organization_id: 2, email })
    const message = await findInvitationEmail(ctx, invitation_id)
    expect(message).toMatchObject({ manager_ind: true })
    return message!.token
  }
  const managerOf = async () =>
    (
      await site.database.read`
        select manager_user_id, manager_first_name from identity.organization where organization_id = 2`
    )[0]
  const keysOf = async (user_id: number) =>
    (
      await site.database.read<{ key: string }>`
        select key from identity.permission where user_id = ${user_id} and granted order by key`
    ).map(({ key }) => key)
  const token = await managing(admin, 'manager@example.com')
  const visitor = await site.visit({ code: 'BBB' })
  expect((await getInvitation.run(visitor, { token })).manager_ind).toBe(true)
  const { user } = await acceptInvitation.run(visitor, { token, ...accountOf('manager') })
  expect(await managerOf()).toEqual({ manager_user_id: user!.user_id, manager_first_name: 'Tia' })
  expect(await keysOf(user!.user_id)).toEqual([
    'MANAGE_ORGANIZATION:READ',
    'MANAGE_ORGANIZATION:UPDATE',
    'MANAGE_PAYMENT_METHODS:CREATE',
    'MANAGE_PAYMENT_METHODS:DELETE',
    'MANAGE_PAYMENT_METHODS:READ',
    'MANAGE_PAYMENT_METHODS:UPDATE',
    'MANAGE_WEBSITES:READ',
    'MANAGE_WEBSITES:UPDATE',
  ])
  const { invitations } = await fetchInvitations.run(staff, { organization_id: 2 })
  expect(invitations.map(({ manager_ind, organization_code }) => [manager_ind, organization_code])).toContainEqual([
    true,
    'BBB',
  ])
  // The inviter loses the permission before the link is used, and so can't pass it on.
  const clerk = await site.addPerson({ role: 'Admin' })
  const lateManager = await managing(clerk, 'late-manager@example.com')
  const revocation = { user_id: clerk.user_id, organization_id: 1, key: 'MANAGE_ORGANIZATION:UPDATE', granted: false }
  await site.database.read`insert into identity.permission ${site.database.read(revocation)}`
  const second = await acceptInvitation.run(await site.visit({ code: 'BBB' }), {
    token: lateManager,
    ...accountOf('late'),
  })
  expect(await keysOf(second.user!.user_id)).toEqual([])
  expect((await managerOf())!.manager_user_id).toBe(user!.user_id)
  const { ctx: refusedCtx } = await site.signIn(clerk)
  const input = { organization_id: 2, email: 'third@example.com' }
  await expect(inviteManager.run(refusedCtx, input)).rejects.toMatchObject({ kind: { status: 403 } })
  for (const organization_id of [3, 99])
    await expect(inviteManager.run(staff, { ...input, organization_id })).rejects.toMatchObject({
      kind: { status: 404 },
    })
})
