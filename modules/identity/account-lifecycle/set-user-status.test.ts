import { expect, test } from 'vitest'
import { logIn } from '#modules/identity/sign-in/log-in.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'
import { setUserStatus } from './set-user-status.ts'

const site = await openTestSite()

test('a disabled person is signed out immediately and cannot sign in until active again', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const student = await site.addPerson({ code: 'BBB' })
  const { token } = await site.signIn(student)
  await setUserStatus(ctx, student.user_id, 2)
  expect(await site.whois(token, 'BBB')).toBeNull()
  const visitOther = () => site.visit({ code: 'BBB' })
  await expect(logIn.run(await visitOther(), { loginid: student.loginid, password })).rejects.toMatchObject({
    kind: { status: 401 },
  })
  await setUserStatus(ctx, student.user_id, 1)
  // The earlier session stays ended.
  expect(await site.whois(token, 'BBB')).toBeNull()
  expect((await logIn.run(await visitOther(), { loginid: student.loginid, password })).user!.lk_user_status_id).toBe(1)
})

test('refuses to disable oneself, or someone of another organization', async () => {
  const admin = await site.addPerson({ role: 'Admin' })
  const foreignPerson = await site.addPerson({ code: 'CCC' })
  const { ctx } = await site.signIn(admin)
  await expect(setUserStatus(ctx, admin.user_id, 2)).rejects.toMatchObject({ kind: { status: 403 } })
  await expect(setUserStatus(ctx, foreignPerson.user_id, 2)).rejects.toMatchObject({ kind: { status: 404 } })
})
