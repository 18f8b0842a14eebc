import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Ctx } from '#platform/ctx.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { openTwoFactor } from '#tests/fixtures/identity/two-factor.ts'
import { inTurn, takesTurns } from '#tests/support/in-turn.ts'
import { ensureFirstAdmin } from './first-admin.ts'
import { endAccess } from './invitations/audit-access.sql.ts'
import { findInvitation } from './invitations/invitation.sql.ts'
import { selectOrganization } from './organizations/organization-profile.sql.ts'
import { moveOrganization } from './organizations/organization-tree.sql.ts'
import { lockPerson } from './people/person.sql.ts'
import { savePermissions } from './permission-management/save-permissions.ts'
import { lockRightsChanges } from './rights/lock-rights-changes.sql.ts'
import { hashReference, newReference } from './sessions/reference.ts'
import { beginGuess } from './sign-up/account-guess.sql.ts'
import { makeOrderCode } from './storefront/order-code.ts'
import { finishTask } from './tasks/task.sql.ts'
import { taskTexts } from './tasks/tasks.texts.ts'
import { saveOrganizationSecurity } from './two-factor/organization-security.ts'

/** Steps two transactions over each lock of people, organizations, rights and tasks; tests/locks.txt names them. */
const site = await openTestSite()
const { read } = site.database
const manager = await site.addPerson({ role: 'Admin' })
const { ctx: admin } = await site.signIn(manager)
const system = (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })

const holdPerson = (user_id: number) => (inner: Ctx) =>
  inner.sql`select from identity.person where user_id = ${user_id} for no key update`

test('changes of a person, and of an organization, are serialized', async () => {
  const { user_id } = await site.addPerson()
  expect(await takesTurns(admin, (inner) => lockPerson(inner, user_id))).toBe(true)
  expect(await takesTurns(admin, (inner) => selectOrganization(inner, 2, { lock: true }))).toBe(true)
})

test('the first Admin is created only once', async () => {
  expect(await takesTurns(system, ({ sql }) => ensureFirstAdmin(sql, 'first@example.com'))).toBe(true)
})

test('refuses to move an organization below one that is just being moved below it', async () => {
  const { second } = await inTurn(
    system,
    ({ sql }) => moveOrganization(sql, 3, 1),
    () => system.tx(({ sql }) => moveOrganization(sql, 1, 3)),
  )
  expect(second).toBe('ORGANIZATION_CIRCLE')
})

test('changes of rights are serialized, and wait for changes of the person and of the organization', async () => {
  const { user_id } = await site.addPerson({ role: 'Instructor' })
  expect(await takesTurns(admin, lockRightsChanges)).toBe(true)
  const result = await inTurn(system, holdPerson(user_id), () =>
    savePermissions.run(admin, { user_id, permissions: [] }),
  )
  expect(result).toMatchObject({ second: { message: expect.any(String) }, waited: true })
  expect(await takesTurns(admin, (inner) => savePermissions.run(inner, { permissions: [] }))).toBe(true)
})

async function addInvitation(overrides: object = {}) {
  const token = newReference()
  const row = {
    organization_id: 1,
    seed: randomBytes(32),
    token_hash: hashReference(token),
    email: `${newReference().slice(0, 12)}@example.com`,
    invited_by: manager.user_id,
    expires_at: new Date(Date.now() + 86_400_000),
    ...overrides,
  }
  const [invitation] = await read<{ invitation_id: number }>`
    insert into identity.invitation ${read(row)} returning invitation_id`
  return { token, invitation_id: invitation!.invitation_id }
}

test('an invitation is accepted only once', async () => {
  const { token } = await addInvitation()
  expect(await findInvitation(admin, token)).not.toBeNull()
  expect(await takesTurns(admin, (inner) => findInvitation(inner, token, { lock: true }))).toBe(true)
})

test("an auditor's access ends only once", async () => {
  const { invitation_id } = await addInvitation({
    lk_user_role_id: 5,
    audit_program_id: 'fl-bdi',
    audit_from_on: '2026-01-01',
    audit_to_on: '2026-02-01',
    audit_ends_at: new Date(Date.now() + 86_400_000),
  })
  const end = (inner: Ctx) => endAccess(inner, invitation_id)
  const ended = await inTurn(admin, end, () => admin.tx(end))
  expect(ended).toMatchObject({ first: { user_id: null }, second: null })
})

test('refuses a question about an account above the limit while another one is counted', async () => {
  const { ctx } = await site.signIn(await site.addPerson())
  for (let count = 0; count < 9; count += 1) await beginGuess(ctx)
  const { second } = await inTurn(ctx, beginGuess, () => beginGuess(ctx))
  expect(second).toBe('TOO_MANY')
})

test('at most five codes of a shop order are emailed within an hour', async () => {
  const order = { organization_id: 1, provider: 'shopify', order_key: 'way1001', email: 'shopper@example.com' }
  const paidOrder = { order_name: '#WAY1001', external_id: '1', paid_at: new Date() }
  await read`insert into identity.storefront_order ${read({ ...order, ...paidOrder })}`
  const [request] = await read<{ storefront_request_id: number }>`
    insert into identity.storefront_request ${read(order)} returning storefront_request_id`
  const make = (inner: Ctx) => makeOrderCode(inner, request!.storefront_request_id)
  for (let count = 0; count < 4; count += 1) await make(system)
  const { first, second } = await inTurn(system, make, () => make(system))
  expect([first?.order_name, second]).toEqual(['#WAY1001', null])
})

test('a task ends only once, and its requester is notified once', async () => {
  const task = { organization_id: 1, user_id: manager.user_id, kind: 'test.task', title_en: 'Test', title_es: 'Prueba' }
  const [newTask] = await read<{ task_id: number }>`
    insert into identity.task ${read({ ...task, state: 'running' })} returning task_id`
  const finish = (inner: Ctx) => finishTask(inner, newTask!.task_id, { summary: taskTexts.done })
  expect(await inTurn(system, finish, () => system.tx(finish))).toMatchObject({ first: true, second: false })
})

test('a second change of the second factor of staff is recorded as a change of the first', async () => {
  await openTwoFactor(site).enable(manager)
  const { ctx } = await site.signIn(manager)
  await read`update identity.organization set staff_2fa_required = true where organization_id = 1`
  const off = { organization_id: 1, staff_2fa_required: false }
  await inTurn(
    ctx,
    (inner) => saveOrganizationSecurity.run(inner, off),
    () => saveOrganizationSecurity.run(ctx, off),
  )
  const events = await read<{ before: boolean }>`
    select (before ->> 'staff_2fa_required')::boolean as before from platform.v_audit_event
    where action = 'organization.security' order by audit_event_id`
  expect(events).toEqual([{ before: true }, { before: false }])
})
