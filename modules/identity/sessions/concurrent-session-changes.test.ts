import { expect, test } from 'vitest'
import { setUserStatus } from '#modules/identity/account-lifecycle/set-user-status.ts'
import { switchAccount } from '#modules/identity/linked-accounts/switch-account.ts'
import { switchOrganization } from '#modules/identity/organizations/switch-organization.ts'
import { storePassword } from '#modules/identity/passwords/store-password.ts'
import { logIn } from '#modules/identity/sign-in/log-in.ts'
import type { Ctx } from '#platform/ctx.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'

const site = await openTestSite()

const whilePasswordChanges = (user_id: number, operation: () => Promise<unknown>) =>
  whileOther((inner) => storePassword(inner, user_id, 'another hash'), operation)

/** Runs something while another transaction is open, and lets that one end first. */
async function whileOther(ending: (inner: Ctx) => Promise<void>, operation: () => Promise<unknown>): Promise<void> {
  const { promise: laterPromise, resolve: commit } = Promise.withResolvers<void>()
  const { promise: changedPromise, resolve: notify } = Promise.withResolvers<void>()
  const visitor = await site.visit()
  const change = visitor.unscoped.tx(async (inner: Ctx) => {
    await ending(inner)
    notify()
    await laterPromise
  })
  await changedPromise
  let over = false
  const doingPromise = operation()
    .catch(() => {})
    .finally(() => {
      over = true
    })
  try {
    // Waits until the operation waits for the other transaction, or has ended without waiting.
    while (!over && !(await hasLockWaiter()));
  } finally {
    commit()
    await Promise.all([change, doingPromise])
  }
}

async function hasLockWaiter(): Promise<boolean> {
  const waitingRows = await site.database.read`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return waitingRows.length > 0
}

const live = (user_id: number) => site.database.read`
  select from identity.session where user_id = ${user_id} and ended_at is null`

test('each of these opens a session without interference', async () => {
  const person = await site.addPerson({ role: 'Instructor' })
  const { ctx } = await site.signIn(person)
  await switchOrganization.run(ctx, { org_code: 'BBB' })
  expect((await live(person.user_id)).length).toBeGreaterThan(0)
  const { user_id, loginid } = await site.addPerson()
  await logIn.run(await site.visit(), { loginid, password })
  expect(await live(user_id)).toHaveLength(1)
  const [own, other] = [await site.addPerson(), await site.addPerson()]
  await site.database.read`
    insert into identity.linked_account (organization_id, user_id, related_user_id)
    values (1, ${own.user_id}, ${other.user_id})`
  await switchAccount.run((await site.signIn(own)).ctx, { userId: other.user_id })
  expect(await live(other.user_id)).toHaveLength(1)
})

test('a session moved to another site during a password change ends there, too', async () => {
  const person = await site.addPerson({ role: 'Instructor' })
  const { ctx } = await site.signIn(person)
  await whilePasswordChanges(person.user_id, () => switchOrganization.run(ctx, { org_code: 'BBB' }))
  expect(await live(person.user_id)).toEqual([])
})

test('signing in with a password that changes at that moment opens nothing', async () => {
  const { user_id, loginid } = await site.addPerson()
  const visitor = await site.visit()
  await whilePasswordChanges(user_id, () => logIn.run(visitor, { loginid, password }))
  expect(await live(user_id)).toEqual([])
})

test('refuses to switch into an account whose link ends at that moment', async () => {
  const [person, other] = [await site.addPerson(), await site.addPerson()]
  await site.database.read`
    insert into identity.linked_account (organization_id, user_id, related_user_id)
    values (1, ${person.user_id}, ${other.user_id})`
  const { ctx } = await site.signIn(person)
  await whilePasswordChanges(other.user_id, () => switchAccount.run(ctx, { userId: other.user_id }))
  expect(await live(other.user_id)).toEqual([])
})

test('a person disabled during sign-in gets no session', async () => {
  const { user_id, loginid } = await site.addPerson()
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const visitor = await site.visit()
  const disabling = async (inner: Ctx) => void (await setUserStatus(inner.as({ actor: ctx.actor }), user_id, 2))
  await whileOther(disabling, () => logIn.run(visitor, { loginid, password }))
  await setUserStatus(ctx, user_id, 1)
  expect(await live(user_id)).toEqual([])
})
