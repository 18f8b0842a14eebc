import { expect, test } from 'vitest'
import { captureMail } from '#platform/mail/mail.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { mailPort, siteUrlPort } from '#platform/ports.ts'
import type { Attempt } from '#platform/queue/job.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { securityNotices } from './security-notice.mail.tsx'
import { sendSecurityNotice } from './send-security-notice.job.ts'

const mail = captureMail()
const siteUrl = (code: string | null, path: string) => `https://${code?.toLowerCase()}.waypost.test${path}`
const site = await openTestSite(fillPorts([mailPort, mail], [siteUrlPort, siteUrl]))
const attempt: Attempt = { id: 'a1', number: 1, last: false, signal: new AbortController().signal }
const kinds = Object.keys(securityNotices) as (keyof typeof securityNotices)[]
const notify = async (user_id: number, kind: (typeof kinds)[number]) => {
  const ctx = (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })
  await sendSecurityNotice.run(ctx, { user_id, kind }, attempt)
}

test.each(kinds)('emails the owner about %s, with a way to report it', async (kind) => {
  const person = await site.addPerson()
  mail.sent.length = 0
  await notify(person.user_id, kind)
  const [email] = mail.sent
  expect(email).toMatchObject({ to: person.loginid, subject: `${securityNotices[kind][0][0]} (Alpha)` })
  expect(email?.text).toContain(person.loginid)
  expect(email?.text).toContain('https://aaa.waypost.test/forgot-password')
  // Staff make a reset, so the email does not ask whether the owner did.
  expect(email?.text).toContain(kind === 'tfa_reset' ? 'If you asked for this' : 'If this was you')
})

test("the email uses the person's language and is not sent to a person removed before", async () => {
  const person = await site.addPerson()
  await site.database.read`update identity.person set lk_language_id = 2 where user_id = ${person.user_id}`
  mail.sent.length = 0
  await notify(person.user_id, 'passkey_added')
  expect(mail.sent[0]?.subject).toBe('Se agregó una llave de acceso (Alpha)')
  const removedPerson = await site.addPerson()
  await site.database
    .read`update identity.person set deleted_at = platform.now() where user_id = ${removedPerson.user_id}`
  await notify(removedPerson.user_id, 'passkey_added')
  expect(mail.sent).toHaveLength(1)
})
