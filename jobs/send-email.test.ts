import { globSync, readFileSync } from 'node:fs'
import { createElement } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { securityChanged } from '#modules/identity/facts.ts'
import { openLog } from '#platform/log.ts'
import { declaredEmails } from '#platform/mail/declare-email.ts'
import { captureMail, MailFailed } from '#platform/mail/mail.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { erasedAddress } from '#platform/personal-data/erased-address.ts'
import { mailPort } from '#platform/ports.ts'
import type { AnyJob, Attempt } from '#platform/queue/job.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { emailJob } from './email-job.ts'
import { securityEmail } from './identity/security-notice.mail.tsx'
import { sendSecurityNotice } from './identity/send-security-notice.job.ts'
import { jobs } from './index.ts'
import { sendEmail } from './send-email.ts'

const mail = captureMail()
const site = await openTestSite(fillPorts([mailPort, mail]))
const attempt: Attempt = { id: 'a1', number: 1, last: false, signal: new AbortController().signal }

test('drops and logs an email that the mail server refuses permanently, without an audit row', async () => {
  const { user_id } = await site.addPerson()
  const lines: Record<string, unknown>[] = []
  const ctx = (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })
  const { send } = mail
  onTestFinished(() => {
    mail.send = send
  })
  mail.send = () => Promise.reject(new MailFailed('permanent', 'nobody lives there', 550))
  const log = openLog((line) => lines.push(line))
  await sendSecurityNotice.run({ ...ctx, log }, { user_id, kind: 'passkey_added' }, attempt)
  expect(lines).toMatchObject([{ level: 'error', event: 'mail.refused', letter: 'identity.security-notice' }])
  expect(await site.database.read`select from platform.audit_event where action = 'mail.sent'`).toEqual([])
})

test('an email shows the color, logo and social links of its organization', async () => {
  const { user_id } = await site.addPerson({ code: 'BBB' })
  const { read } = site.database
  await read`update identity.organization set brand_color = '#7a1f1f', logo = '/media/1/own.webp' where organization_id = 2`
  const ctx = (await site.visit({ code: 'BBB' })).as({ actor: { kind: 'system', name: 'test' } })
  const htmlOf = async (id: string) => {
    await sendSecurityNotice.run(ctx, { user_id, kind: 'passkey_added' }, { ...attempt, id })
    return mail.sent.at(-1)!.html
  }
  const first = await htmlOf('b1')
  expect(first).toMatch(/<td style="background-color:#7a1f1f/)
  expect(first).toContain('src="http://bbb.localhost/media/1/own.webp"')
  // A website can have its own logo.
  await read`insert into catalogue.website ${read({
    organization_id: 2,
    name: 'Brand',
    logo: '/media/2/site.webp',
    default_website_ind: true,
    social_links: read.json({ x: 'https://x.com/brand' }),
  })}`
  const second = await htmlOf('b2')
  expect(second).toContain('src="http://bbb.localhost/media/2/site.webp"')
  expect(second).toContain('href="https://x.com/brand"')
  const other = await site.addPerson()
  await sendSecurityNotice.run(ctx, { user_id: other.user_id, kind: 'passkey_added' }, { ...attempt, id: 'b3' })
  expect(mail.sent.at(-1)!.html).not.toMatch(/#7a1f1f|site\.webp|x\.com/)
})

/** Emails with a link or code that someone waits for and can request again. */
const ofTheMoment = [
  'identity.send-password-link',
  'identity.send-confirm-email',
  'identity.send-order-code',
  'identity.send-sign-in-link',
]

test('emails wait for a mail server that is down for a weekend', async () => {
  const files = globSync('jobs/**/*.job.ts').filter((path) => {
    const text = readFileSync(path, 'utf8')
    return /sendEmail\(|emailJob[(<]/.test(text) && !text.includes('every:')
  })
  const loaded = await Promise.all(files.map((path) => import(`../${path}`) as Promise<Record<string, AnyJob>>))
  const senders = loaded.flatMap((exported) => Object.values(exported)).map(({ name }) => name)
  expect(senders.length).toBeGreaterThan(10)
  expect(senders.filter((name) => !jobs.some((job) => job.name === name))).toEqual([])
  for (const { name, retries } of jobs.filter((job) => senders.includes(job.name))) {
    // After the first ten, attempts are a quarter of an hour apart.
    if (!ofTheMoment.includes(name)) expect(((retries - 10) * 15) / 60, name).toBeGreaterThanOrEqual(48)
  }
})

test('an address that cannot be reached delays only its own email, and the job is retried', async () => {
  const people = [await site.addPerson(), await site.addPerson(), await site.addPerson()]
  const { send } = mail
  onTestFinished(() => {
    mail.send = send
  })
  const addressOf = (user_id: number) => `${user_id}@example.com`
  const job = emailJob(securityEmail, {
    on: securityChanged,
    find: async () => people.map(({ user_id }) => ({ user_id, organization_id: 1, organization_code: 'AAA' })),
    write: ({ user_id }) => ({ to: addressOf(user_id), subject: 'Test', email: createElement('p', null, 'Test') }),
    key: (_data, { user_id }) => user_id,
  })
  const ctx = (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })
  const sentTo = () =>
    mail.sent.map(({ to }) => to).filter((to) => people.some(({ user_id }) => addressOf(user_id) === to))
  mail.send = (email) =>
    email.to === addressOf(people[0]!.user_id)
      ? Promise.reject(new MailFailed('temporary', 'try later', 450))
      : send(email)
  await expect(job.run(ctx, {} as never, attempt)).rejects.toThrow('try later')
  expect(sentTo()).toEqual(people.slice(1).map(({ user_id }) => addressOf(user_id)))
  mail.send = send
  await job.run(ctx, {} as never, attempt)
  expect(sentTo().toSorted()).toEqual(people.map(({ user_id }) => addressOf(user_id)).toSorted())
})

test('no email is sent to an account that was removed, except those about money that the person paid, and none after an erasure', async () => {
  const [removed, present] = [await site.addPerson(), await site.addPerson()]
  await site.database.read`update identity.person set deleted_at = platform.now() where user_id = ${removed.user_id}`
  const ctx = (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })
  const sentTo = async (user_id: number | null, to: string) => {
    mail.sent.length = 0
    const names: string[] = []
    for (const declaration of declaredEmails()) {
      const result = await sendEmail(ctx, declaration, {
        user_id,
        organization_id: 1,
        to,
        subject: () => declaration.name,
        email: () => createElement('p', null, declaration.name),
        dedupe_key: `${declaration.name}:${to}`,
      })
      if (result) names.push(declaration.name)
    }
    expect(mail.sent.map(({ subject }) => subject)).toEqual(names)
    return names.toSorted()
  }
  const all = declaredEmails()
    .map(({ name }) => name)
    .toSorted()
  expect(await sentTo(removed.user_id, 'removed@example.com')).toEqual(['checkout.receipt', 'checkout.refund'])
  expect(await sentTo(present.user_id, 'present@example.com')).toEqual(all)
  expect(await sentTo(null, 'visitor@example.com')).toEqual(all)
  const erased = erasedAddress.replace('{id}', String(removed.user_id))
  expect([erased, await sentTo(removed.user_id, erased), await sentTo(null, erased)]).toEqual([
    `erased-${removed.user_id}@erased.invalid`,
    [],
    [],
  ])
  const events = await site.database.read`
    select after ->> 'letter' as name from platform.audit_event
    where action = 'mail.sent' and subject_user_id = ${removed.user_id} order by 1`
  expect(events.map(({ name }) => name)).toEqual(['checkout.receipt', 'checkout.refund'])
})
