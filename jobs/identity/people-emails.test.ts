import { expect, test } from 'vitest'
import { createStudentUser } from '#modules/identity/account-lifecycle/create-users.ts'
import { sendEmail } from '#modules/identity/emails/send-email.ts'
import { setPassword } from '#modules/identity/passwords/set-password.ts'
import { saveUserInformation } from '#modules/identity/profile/save-user-information.ts'
import type { Ctx } from '#platform/ctx.ts'
import { captureMail } from '#platform/mail/mail.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { mailPort, siteUrlPort } from '#platform/ports.ts'
import type { Attempt } from '#platform/queue/job.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { sendOwedEmail } from './send-owed-email.job.ts'
import { sendWelcome } from './send-welcome.job.ts'

const mail = captureMail()
const siteUrl = (code: string | null, path: string) => `https://${code?.toLowerCase()}.waypost.test${path}`
const site = await openTestSite(fillPorts([mailPort, mail], [siteUrlPort, siteUrl]))
const newPassword = { newPassword: 'Yield-Sign-2027!x', confirmPassword: 'Yield-Sign-2027!x' }

const attempt: Attempt = { id: 'a1', number: 1, last: false, signal: new AbortController().signal }
const jobCtx = async (): Promise<Ctx> => (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })
const admin = async () => (await site.signIn(await site.addPerson({ role: 'Admin' }))).ctx
const owed = (fact: string) => site.facts.filter((body) => body.fact === fact).map(({ data }) => data)

async function sendOwed(from: number) {
  mail.sent.length = 0
  const emails = owed('identity.letter_owed').slice(from) as { letter_id: number }[]
  for (const owedEmail of emails) await sendOwedEmail.run(await jobCtx(), owedEmail, attempt)
  return emails
}

test('a link for a person added by staff works for seven days and is refused on the eighth', async () => {
  const profile = { first_name: 'Nina', last_name: 'New', email: 'nina@example.com' }
  const { data } = await createStudentUser.run(await admin(), { profile, organization_id: 2 })
  mail.sent.length = 0
  for (const n of [1, 2]) await sendWelcome.run(await jobCtx(), { user_id: data.user_id }, { ...attempt, number: n })
  const [owedEmail, ...more] = mail.sent
  expect(more).toEqual([])
  expect(owedEmail).toMatchObject({ to: 'nina@example.com', subject: 'Welcome to Beta' })
  expect(owedEmail!.text).toContain('Your username is nina@example.com')
  const tokenOf = (text: string) => /https:\/\/bbb\.waypost\.test\/change-password\?token=([\w-]{43})/.exec(text)![1]!
  const days = (n: number) =>
    site.visit({ code: 'BBB' }).then((ctx) => ctx.as({ now: new Date(ctx.now.getTime() + n * 86_400_000) }))
  const lateUse = setPassword.run(await days(8), { token: tokenOf(owedEmail!.text), ...newPassword })
  await expect(lateUse).rejects.toMatchObject({ kind: { code: 'LINK_EXPIRED' } })
  await setPassword.run(await days(6), { token: tokenOf(owedEmail!.text), ...newPassword })
})

test("sends the staff's message as text in the recipient's language; the audit log holds only its id", async () => {
  const student = await site.addPerson()
  await site.database.read`update identity.person set lk_language_id = 2 where user_id = ${student.user_id}`
  const from = owed('identity.letter_owed').length
  const message = 'First <img src=x onerror=alert(1)>\nline\n\nSecond paragraph.'
  await sendEmail.run(await admin(), { user_id: student.user_id, subject: 'Su curso', message })
  const [owedEmail] = await sendOwed(from)
  expect(mail.sent).toHaveLength(1)
  expect(mail.sent[0]).toMatchObject({ to: student.loginid, subject: 'Su curso' })
  expect(mail.sent[0]!.text).toContain('Hola, Pat:')
  expect(mail.sent[0]!.html).not.toContain('<img src=x')
  const [event] = await site.database.read`
    select after, subject_user_id from platform.audit_event where action = 'mail.sent'
    order by audit_event_id desc limit 1`
  expect(event).toEqual({
    after: {
      letter: 'identity.written',
      letter_id: owedEmail!.letter_id,
      key: `identity.letter:${owedEmail!.letter_id}`,
    },
    subject_user_id: student.user_id,
  })
})

test('sends a staff message once, even when the job runs again, and nothing for an unknown message', async () => {
  const student = await site.addPerson()
  const from = owed('identity.letter_owed').length
  await sendEmail.run(await admin(), { user_id: student.user_id, subject: 'Hello', message: 'Twice.' })
  const [owedEmail] = await sendOwed(from)
  await sendOwedEmail.run(await jobCtx(), owedEmail!, attempt)
  await sendOwedEmail.run(await jobCtx(), { letter_id: 999_999 }, attempt)
  expect(mail.sent).toHaveLength(1)
})

test('notifies only the previous address of a change, without revealing the new one', async () => {
  const student = await site.addPerson()
  const from = owed('identity.letter_owed').length
  const profile = { first_name: 'Pat', last_name: 'Person', email: 'elsewhere@example.com' }
  await saveUserInformation.run(await admin(), { user_id: student.user_id, profile })
  await sendOwed(from)
  expect(mail.sent.map(({ to }) => to)).toEqual([student.loginid])
  for (const { text } of mail.sent) {
    expect(text).toContain('e***@example.com')
    expect(text).not.toContain('elsewhere@')
  }
})
