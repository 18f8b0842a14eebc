import { expect, test } from 'vitest'
import { listNotifications } from '#modules/identity/entry.ts'
import { addNotification } from '#modules/identity/index.ts'
import type { Attempt } from '#platform/queue/job.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { addNewPasswordNotification } from './add-new-password-notification.job.ts'
import { addSecurityChangeNotification } from './add-security-change-notification.job.ts'
import { warnOfAttack } from './warn-of-attack.job.ts'

const site = await openTestSite()
const attempt = (id: string): Attempt => ({ id, number: 1, last: false, signal: new AbortController().signal })
const jobCtx = async () => (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })

test('shows one notification for a new password or device, however often the job runs', async () => {
  const student = await site.addPerson()
  for (const _ of [1, 2]) {
    await addNewPasswordNotification.run(await jobCtx(), { user_id: student.user_id }, attempt('a'))
    await addSecurityChangeNotification.run(
      await jobCtx(),
      { user_id: student.user_id, kind: 'new_device' },
      attempt('b'),
    )
  }
  const { ctx } = await site.signIn(student)
  const { total, list } = await listNotifications(ctx)
  expect(total).toBe(2)
  expect(list.map(({ text }) => text).toSorted()).toEqual(['A new device signed in', 'Your password was changed'])
})

test('adds no notification for a removed person, and one for each cause', async () => {
  const [student, leaver] = [await site.addPerson(), await site.addPerson()]
  await site.database.read`update identity.person set deleted_at = platform.now() where user_id = ${leaver.user_id}`
  const ctx = await jobCtx()
  const text = ['Something changed', 'Algo cambió'] as const
  for (const { user_id } of [student, leaver])
    for (const cause of ['one', 'one', 'two']) await addNotification(ctx, { user_id, cause, text })
  const rows = await site.database.read`
    select user_id, cause from identity.notification where user_id in (${student.user_id}, ${leaver.user_id})
    order by notification_id`
  expect(rows).toEqual(['one', 'two'].map((cause) => ({ user_id: student.user_id, cause })))
})

test('notifies the owner of an account under attack, and no one if there is no account', async () => {
  site.facts.length = 0
  await warnOfAttack.run(await jobCtx(), { user_ids: [] }, attempt('c'))
  expect(site.facts).toEqual([])
  await warnOfAttack.run(await jobCtx(), { user_ids: [7] }, attempt('d'))
  expect(site.facts).toEqual([{ fact: 'identity.security_changed', data: { user_id: 7, kind: 'sign_ins_failed' } }])
})
