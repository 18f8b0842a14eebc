import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fillPorts } from '#platform/open-ctx.ts'
import { mailPort } from '#platform/ports.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { type EmailKind, emailLimits, forgetOldEmails } from './email-limits.sql.ts'
import { captureMail, MailFailed } from './mail.ts'
import { sendWithinLimits } from './send-within-limits.ts'

const mail = captureMail()
const site = await openTestSite(fillPorts([mailPort, mail]))
const system = { kind: 'system', name: 'test' } as const

let counter = 0
async function send(change: Partial<{ to: string; name: string; kind: EmailKind; sender_id: number | null }> = {}) {
  const ctx = (await site.visit()).as({ actor: system })
  const message = { subject: 'News', html: '<p>News</p>', text: 'News', dedupe_key: `test:${++counter}` }
  const counted = { to: 'ana@example.com', name: 'test.news', kind: 'personal', sender_id: null } as const
  return (await sendWithinLimits(ctx, { ...message, ...counted, ...change }))?.limit ?? null
}
const sendMany = (times: number, change: Parameters<typeof send>[0]) =>
  Promise.all(Array.from({ length: times }, () => send(change)))
const count = (outcomes: unknown[], outcome: unknown) => outcomes.filter((result) => result === outcome).length

test.each(Object.entries(emailLimits))(
  '%s emails to one address stop at their limit, even when sent at the same time',
  async (kind, limits) => {
    const { emails } = limits.recipient
    const to = `${kind}@example.com`
    const sentCount = mail.sent.length
    const outcomes = await sendMany(emails + 3, { to, kind: kind as EmailKind })
    expect([count(outcomes, null), count(outcomes, 'recipient')]).toEqual([emails, 3])
    expect(mail.sent.length - sentCount).toBe(emails)
    expect(await send({ to: to.toUpperCase(), kind: kind as EmailKind })).toBe('recipient')
    expect(await send({ to: `other-${to}`, kind: kind as EmailKind })).toBe(null)
  },
)

test.each(Object.entries(emailLimits))(
  '%s emails of one sender stop at their limit, across recipients',
  async (kind, limits) => {
    const { emails } = limits.sender
    const sender_id = 1_000 + kind.length
    const outcomes: unknown[] = []
    for (let n = 0; n < emails + 2; n += 1)
      outcomes.push(await send({ to: `${kind}${n}@example.com`, kind: kind as EmailKind, sender_id }))
    expect(count(outcomes.slice(0, emails), null)).toBe(emails)
    expect(outcomes.slice(emails)).toEqual(['sender', 'sender'])
    expect(await send({ to: `${kind}-last@example.com`, kind: kind as EmailKind, sender_id: sender_id + 500 })).toBe(
      null,
    )
  },
)

test('other emails do not use up the limit of account emails', async () => {
  const to = 'victim@example.com'
  const sender_id = 9_001
  await sendMany(30, { to, kind: 'personal', name: 'test.written', sender_id })
  await sendMany(60, { to, kind: 'service', name: 'test.receipt', sender_id })
  await sendMany(30, { to, kind: 'security', name: 'test.code', sender_id })
  expect(await send({ to, kind: 'security', name: 'test.password-link', sender_id: 9_002 })).toBe(null)
})

test('a limit ends after its time: an hour for security emails', async () => {
  const to = 'patient@example.com'
  await sendMany(10, { to, kind: 'security' })
  site.clock.offset_ms += 59 * 60_000
  expect(await send({ to, kind: 'security' })).toBe('recipient')
  site.clock.offset_ms += 61_000
  expect(await send({ to, kind: 'security' })).toBe(null)
})

test('an email refused by the mail server is not counted, and its error is rethrown', async () => {
  const to = 'busy@example.com'
  const { send: sending } = mail
  mail.send = () => Promise.reject(new MailFailed('temporary', 'later'))
  try {
    for (let n = 0; n < 5; n += 1) await expect(send({ to, kind: 'reminder' })).rejects.toThrow('later')
  } finally {
    mail.send = sending
  }
  const outcomes = await sendMany(4, { to, kind: 'reminder' })
  expect([count(outcomes, null), count(outcomes, 'recipient')]).toEqual([3, 1])
})

test('expired rows are deleted, and addresses are not stored', async () => {
  const rows = () =>
    site.database.read<{ text: string }>`select to_jsonb(e)::text as text from platform.outgoing_email e`
  await send({ to: 'forgotten@example.com' })
  expect((await rows()).filter(({ text }) => text.includes('example.com'))).toEqual([])
  const ctx = (await site.visit()).as({ actor: system })
  const before = (await rows()).length
  await forgetOldEmails(ctx)
  expect((await rows()).length).toBe(before)
  await forgetOldEmails(ctx.as({ now: new Date(ctx.now.getTime() + 3 * 24 * 60 * 60_000) }))
  expect(await rows()).toEqual([])
})

test('no other code passes an email to the mailer', () => {
  const files = globSync('{modules,jobs,web,platform}/**/*.{ts,tsx}').filter((path) => !/\.(test|fixture)\./.test(path))
  const users = files.filter((path) => readFileSync(path, 'utf8').includes('use(mailPort)'))
  expect(users).toEqual(['platform/mail/send-within-limits.ts'])
})
