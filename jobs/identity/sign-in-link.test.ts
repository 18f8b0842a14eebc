import { expect, test } from 'vitest'
import { sendSignInLink } from '#modules/identity/sign-in-link/send-sign-in-link.ts'
import { signInByLink } from '#modules/identity/sign-in-link/sign-in-by-link.ts'
import { captureMail } from '#platform/mail/mail.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { mailPort } from '#platform/ports.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { sendSignInLinkEmail } from './send-sign-in-link.job.ts'

const mail = captureMail()
const site = await openTestSite(fillPorts([mailPort, mail]))

async function askFor(email: string, id: string) {
  mail.sent.length = 0
  const { request } = await sendSignInLink.run(await site.visit(), { email })
  const { data } = site.facts.findLast(({ fact }) => fact === 'identity.sign_in_link_asked')!
  const job = (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })
  const attempt = { id, number: 1, last: false, signal: new AbortController().signal }
  for (const number of [1, 2])
    await sendSignInLinkEmail.run(job, data as { sign_in_link_request_id: number }, { ...attempt, number })
  return request
}

test('sends one email with a link to the current site and a code, and keeps both out of the audit log', async () => {
  const student = await site.addPerson()
  const request = await askFor(student.loginid, 'one')
  expect(mail.sent).toMatchObject([{ to: student.loginid, subject: 'Your link to sign in to Alpha' }])
  const { text } = mail.sent[0]!
  const token = /http:\/\/localhost\/login\/link\/open\?token=([\w-]{43})/.exec(text)![1]!
  const code = /\b\d{4} ?\d{4}\b/.exec(text)![0]
  const events = await site.database.read<{ after: object }>`
    select after from platform.audit_event where action = 'mail.sent'`
  expect(events).toMatchObject([{ after: { letter: 'identity.sign-in-link' } }])
  for (const secret of [token, code.replace(' ', '')]) expect(JSON.stringify(events)).not.toContain(secret)
  expect((await signInByLink.run(await site.visit(), { request, token })).user?.user_id).toBe(student.user_id)
})

test('lists the accounts of one address, and offers a new password where it is not proven', async () => {
  const [first, second] = [
    await site.addPerson({ email: 'family@example.com' }),
    await site.addPerson({ email: 'family@example.com', proven: false }),
  ]
  await askFor('Family@example.com', 'two')
  expect(mail.sent).toHaveLength(1)
  const { text } = mail.sent[0]!
  expect(text).toContain(`Sign in as ${first.loginid}`)
  expect(text).toContain(`Choose a password for ${second.loginid}`)
  expect(text.match(/\/login\/link\/open\?token=/g)).toHaveLength(1)
  expect(text.match(/\/change-password\?token=/g)).toHaveLength(1)
})

test('sends nothing to an unknown address', async () => {
  await askFor('nobody@example.com', 'three')
  expect(mail.sent).toEqual([])
})
