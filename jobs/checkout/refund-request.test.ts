import { expect, test } from 'vitest'
import { openRefundShop } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import type { Locale } from '#platform/texts.ts'
import { bellsOf } from '#tests/support/bells.ts'
import { sendRefundDecision } from './send-refund-decision.job.ts'
import { sendRefundRequest } from './send-refund-request.job.ts'

const shop = await openRefundShop()
const { app, staff } = shop
const second = await shop.addSomeone('SSD', 1)
const linkedPerson = await shop.addSomeone('SSD', 1)
await shop.addSomeone('SSD', 2)
await shop.addSomeone('LSD', 1)
await app.database.read`
  insert into checkout.checkout_settings ${app.database.read({ organization_id: 1, refund_approval_cents: 1000 })}
  on conflict (organization_id) do update set refund_approval_cents = excluded.refund_approval_cents`
await app.database.read`
  insert into identity.linked_account (organization_id, user_id, related_user_id)
  values (1, ${staff.user_id}, ${linkedPerson.user_id})`
await app.database.read`update identity.person set lk_language_id = 2 where user_id = ${second.user_id}`

const job = { id: 'one', number: 1, last: false, signal: new AbortController().signal }
type Job = typeof sendRefundRequest
/** Runs a job twice and returns the first run's emails by recipient. The second run must send nothing. */
async function sent(emailJob: Job, request: { refund_attempt_id: number }) {
  const before = app.mail.sent.length
  const ctx = await app.ctx({ kind: 'system', name: 'test' })
  await emailJob.run(ctx, request, job)
  const emails = app.mail.sent.slice(before)
  await emailJob.run(ctx, request, job)
  const repeatedEmails = app.mail.sent.slice(before + emails.length)
  expect(repeatedEmails).toEqual([])
  return new Map(emails.map((message) => [message.to, message]))
}
const addressOf = async ({ user_id }: { user_id: number }) => {
  const [row] = await app.database.read<{ email: string }>`select email from identity.person where user_id = ${user_id}`
  return row!.email
}

async function ask(amount = 15) {
  const purchase = await shop.buy()
  await shop.refund(purchase, { amount })
  const [row] = await app.database.read<{ refund_attempt_id: number }>`
    select refund_attempt_id from checkout.refund_attempt where payment_id = ${purchase.payment_id}`
  return row!
}

test('emails each approver of refunds once in their language, but not the requester, linked accounts or other staff', async () => {
  const request = await ask()
  const emails = await sent(sendRefundRequest, request)
  const secondEmail = emails.get(await addressOf(second))!
  expect(secondEmail.subject).toBe('Revise un reembolso de $15.00')
  expect(secondEmail.text).toContain('/manage/payments/awaiting')
  expect(secondEmail.text).toMatch(/solicitó un reembolso de \$15\.00/)
  const demoAdmins = await app.database.read<{ email: string }>`
    select email from identity.person where organization_id = 1 and lk_user_role_id = 1 and user_id not in
      (${staff.user_id}, ${linkedPerson.user_id})`
  expect([...emails.keys()].toSorted()).toEqual(demoAdmins.map(({ email }) => email).toSorted())
  expect(await bellsOf(app.database, second.user_id)).toMatchObject([
    { text: 'Review a refund of $15.00', href: '/manage/payments/awaiting' },
  ])
})

test('one unreachable address delays no other recipient, and no one is emailed twice because of it', async () => {
  const request = await ask(13)
  const away = await addressOf(second)
  const ctx = await app.ctx({ kind: 'system', name: 'test' })
  const { send } = app.mail
  app.mail.send = (message) => (message.to === away ? Promise.reject(new Error('not now')) : send(message))
  app.mail.sent.length = 0
  await expect(sendRefundRequest.run(ctx, request, job)).rejects.toThrow('not now')
  const recipients = app.mail.sent.map(({ to }) => to)
  await expect(sendRefundRequest.run(ctx, request, { ...job, number: 2 })).rejects.toThrow('not now')
  app.mail.send = send
  await sendRefundRequest.run(ctx, request, { ...job, number: 3 })
  expect(recipients).not.toEqual([])
  expect(app.mail.sent.map(({ to }) => to)).toEqual([...recipients, away])
  await second.post('/payment/declineRefund', { ...request, note: '' })
})

test('emails the requester the reason for a decline, and stops asking approvers', async () => {
  const request = await ask(12)
  expect((await sent(sendRefundDecision, request)).size).toBe(0)
  await second.post('/payment/declineRefund', { ...request, note: 'It was agreed otherwise.' })
  const emails = await sent(sendRefundDecision, request)
  expect([...emails.keys()]).toEqual([await addressOf(staff)])
  const [message] = emails.values()
  expect(message!.subject).toBe('Your $12.00 refund request: declined')
  expect(message!.text).toContain('“It was agreed otherwise.”')
  const bellTexts = async (locale: Locale) =>
    (await bellsOf(app.database, staff.user_id, locale)).map(({ text }) => text)
  expect(await bellTexts('en-us')).toEqual(['Your $12.00 refund request: declined'])
  expect(await bellTexts('es-es')).toEqual(['El reembolso de $12.00 que solicitó: rechazado'])
  expect((await sent(sendRefundRequest, request)).size).toBe(0)
})

test('sends no email to a requester who withdrew the request or lost the refund permission', async () => {
  const back = await ask(11)
  await staff.post('/payment/takeBackRefund', back)
  expect((await sent(sendRefundDecision, back)).size).toBe(0)
  const request = await ask(11)
  await second.post('/payment/declineRefund', { ...request, note: '' })
  await app.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${staff.user_id}, 1, 'MANAGE_PAYMENTS:UPDATE', false)`
  expect((await sent(sendRefundDecision, request)).size).toBe(0)
})
