import { globSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../platform/log.ts'
import { captureMail, MailFailed } from '../platform/mail/mail.ts'
import { fillPorts } from '../platform/open-ctx.ts'
import { mailPort } from '../platform/ports.ts'
import type { AnyJob, Attempt } from '../platform/queue/job.ts'
import { openTestSite } from '../tests/fixtures/identity/site.ts'
import { sendSecurityNotice } from './identity/send-security-notice.job.ts'
import { jobs } from './index.ts'

const mail = captureMail()
const site = await openTestSite(fillPorts([mailPort, mail]))
const attempt: Attempt = { id: 'a1', number: 1, last: false, signal: new AbortController().signal }

test('an email that a mail server refuses permanently is over: it is logged, and is not in the audit log', async () => {
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

/** What speaks of a moment that is over: a link or a code that someone waits for, and asks for again. */
const ofTheMoment = ['identity.send-password-link', 'identity.send-confirm-email', 'identity.send-order-code']

test('emails wait for a mail server that is away for a weekend', async () => {
  const files = globSync('jobs/**/*.job.ts').filter((path) => {
    const text = readFileSync(path, 'utf8')
    return /sendEmail\(|emailJob[(<]/.test(text) && !text.includes('every:')
  })
  const loaded = await Promise.all(files.map((path) => import(`../${path}`) as Promise<Record<string, AnyJob>>))
  const senders = loaded.flatMap((exported) => Object.values(exported)).map(({ name }) => name)
  expect(senders.length).toBeGreaterThan(10)
  expect(senders.filter((name) => !jobs.some((job) => job.name === name))).toEqual([])
  for (const { name, retries } of jobs.filter((job) => senders.includes(job.name))) {
    // A quarter of an hour apart, once the first ten are used up.
    if (!ofTheMoment.includes(name)) expect(((retries - 10) * 15) / 60, name).toBeGreaterThanOrEqual(48)
  }
})
