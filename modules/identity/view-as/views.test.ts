import { expect, test } from 'vitest'
import { fetchUser } from '#modules/identity/profile/fetch-user.ts'
import { logOut } from '#modules/identity/sign-in/log-out.ts'
import type { Ctx } from '#platform/ctx.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { viewAs } from './view-as.ts'

const site = await openTestSite()

/** A context of viewing as someone, on the staff member's site. */
async function view(ctx: Ctx, user_id: number, code = 'AAA') {
  const { token } = await viewAs.run(ctx, { userId: user_id })
  return { token, ctx: await site.visit({ code, actor: (await site.whois(token, code))!.actor }) }
}

test('signing out while viewing on the site of a sub-organization signs out everywhere', async () => {
  const staff = await site.addPerson({ role: 'Admin' })
  const { token, ctx } = await site.signIn(staff)
  const student = await site.addPerson({ code: 'BBB' })
  const childCtx = await site.visit({ code: 'BBB', actor: ctx.actor })
  const viewing = await view(childCtx, student.user_id, 'BBB')
  await logOut.run(viewing.ctx, {})
  expect(await site.whois(viewing.token, 'BBB')).toBeNull()
  expect(await site.whois(token)).toBeNull()
})

test("a view ends when the viewer's organization is closed", async () => {
  const staff = await site.addPerson({ role: 'Admin' })
  const { ctx } = await site.signIn(staff)
  const student = await site.addPerson({ code: 'BBB' })
  const childCtx = await site.visit({ code: 'BBB', actor: ctx.actor })
  const { token } = await view(childCtx, student.user_id, 'BBB')
  await site.database.read`update identity.organization set lk_organization_status_id = 3 where code = 'AAA'`
  expect(await site.whois(token, 'BBB')).toBeNull()
  await site.database.read`update identity.organization set lk_organization_status_id = 1 where code = 'AAA'`
})

test('viewing as a colleague does not show notes by colleagues about oneself', async () => {
  const staff = await site.addPerson({ role: 'Admin' })
  await site.database.read`update identity.person set notes = 'Late again.' where user_id = ${staff.user_id}`
  const colleague = await site.addPerson({ role: 'Admin' })
  const { ctx } = await site.signIn(staff)
  const viewing = await view(ctx, colleague.user_id)
  const { data } = await fetchUser.run(viewing.ctx, { id: staff.user_id })
  expect(data.user.notes).toBe('')
  const { data: own } = await fetchUser.run((await site.signIn(colleague)).ctx, { id: staff.user_id })
  expect(own.user.notes).toBe('Late again.')
})
