import { expect, test } from 'vitest'
import { fillPorts } from '#platform/open-ctx.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { dismissAllForUser } from './dismiss-all.ts'
import { fetchNotifications } from './fetch-notifications.ts'
import { addNotification } from './notification.sql.ts'
import { notificationCounts } from './notification-counts.ts'

const site = await openTestSite(fillPorts([notificationCounts, { quiz: async () => 3 }]))
const notification = (user_id: number, cause: string) => ({ user_id, cause, text: ['News', 'Noticia'] as const })

test("lists notifications that are not dismissed, newest first, in the reader's language", async () => {
  const student = await site.addPerson()
  const { ctx } = await site.signIn(student)
  await addNotification(ctx, { ...notification(student.user_id, 'a'), href: '/dashboard' })
  await addNotification(ctx, { ...notification(student.user_id, 'b'), text: ['Later', 'Después'] })
  const { data } = await fetchNotifications.run(ctx.as({ locale: 'es-es' }), {})
  expect(data.general.total).toBe(2)
  expect(data.general.list.map(({ text, href }) => [text, href])).toEqual([
    ['Después', null],
    ['Noticia', '/dashboard'],
  ])
})

test('notifies once of an event, and not a removed person', async () => {
  const student = await site.addPerson()
  const { ctx } = await site.signIn(student)
  for (let n = 0; n < 3; n++) await addNotification(ctx, notification(student.user_id, 'once'))
  await expect(addNotification(ctx, notification(999_999, 'once'))).resolves.toBeUndefined()
  expect((await fetchNotifications.run(ctx, {})).data.general.total).toBe(1)
})

test('pending work is counted by the modules that own it', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  expect((await fetchNotifications.run(ctx, {})).data).toEqual({
    supportTickets: { support_ticket: [], total: 0 },
    invoices: { total: 0 },
    quiz: { total: 3 },
    general: { total: 0, list: [] },
  })
})

test("people dismiss their own notifications and no one else's", async () => {
  const [first, other] = [await site.addPerson(), await site.addPerson()]
  const { ctx } = await site.signIn(first)
  for (const { user_id } of [first, other]) await addNotification(ctx, notification(user_id, 'x'))
  await expect(dismissAllForUser.run(ctx, { user_id: other.user_id })).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(dismissAllForUser.run(await site.visit(), { user_id: first.user_id })).rejects.toMatchObject({
    kind: { status: 401 },
  })
  await dismissAllForUser.run(ctx, { user_id: first.user_id })
  await dismissAllForUser.run(ctx, { user_id: first.user_id })
  expect((await fetchNotifications.run(ctx, {})).data.general.total).toBe(0)
  const { ctx: otherCtx } = await site.signIn(other)
  expect((await fetchNotifications.run(otherCtx, {})).data.general.total).toBe(1)
  await expect(fetchNotifications.run(await site.visit(), {})).rejects.toMatchObject({ kind: { status: 401 } })
})
