import { expect, test } from 'vitest'
import { sendEmailConfirmation } from '#modules/identity/email-proof/confirm-email.ts'
import { resetPassword } from '#modules/identity/passwords/reset-password.ts'
import { setPassword } from '#modules/identity/passwords/set-password.ts'
import type { Ctx } from '#platform/ctx.ts'
import { captureMail } from '#platform/mail/mail.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { mailPort, siteUrlPort } from '#platform/ports.ts'
import type { Attempt } from '#platform/queue/job.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { sendEmailConfirmation as confirmEmailJob } from './send-email-confirmation.job.ts'
import { sendNewPassword } from './send-new-password.job.ts'
import { sendPasswordLink } from './send-password-link.job.ts'

const mail = captureMail()
const siteUrl = (code: string | null, path: string) =>
  `https://${code ? `${code.toLowerCase()}.` : ''}waypost.test${path}`
const site = await openTestSite(fillPorts([mailPort, mail], [siteUrlPort, siteUrl]))
const newPassword = { newPassword: 'Yield-Sign-2027!x', confirmPassword: 'Yield-Sign-2027!x' }

const attempt = (number: number): Attempt => ({ id: 'a1', number, last: false, signal: new AbortController().signal })
const jobCtx = async (): Promise<Ctx> => (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })

async function requestReset(loginid: string, code = 'AAA') {
  await resetPassword.run(await site.visit({ code }), { loginid })
  return site.facts.at(-1)!.data as { request_id: string; user_ids: number[] }
}

test("the email's link leads to the person's own site and sets the password", async () => {
  const student = await site.addPerson({ code: 'CCC' })
  const factData = await requestReset(student.loginid, 'CCC')
  mail.sent.length = 0
  await sendPasswordLink.run(await jobCtx(), factData, attempt(1))
  const [message] = mail.sent
  expect(message).toMatchObject({ to: student.loginid, subject: 'Choose a new password for Gamma' })
  const link = /https:\/\/ccc\.waypost\.test\/change-password\?token=([\w-]{43})/.exec(message!.text)
  const result = await setPassword.run(await site.visit({ code: 'CCC' }), { token: link![1], ...newPassword })
  expect((await site.whois(result.token, 'CCC'))?.actor.user_id).toBe(student.user_id)
})

test('sends a link that works once, even when the job runs again', async () => {
  const student = await site.addPerson()
  const factData = await requestReset(student.loginid)
  mail.sent.length = 0
  await sendPasswordLink.run(await jobCtx(), factData, attempt(1))
  await sendPasswordLink.run(await jobCtx(), factData, attempt(2))
  expect(mail.sent).toHaveLength(1)
  const token = /token=([\w-]{43})/.exec(mail.sent[0]!.text)![1]
  await expect(setPassword.run(await site.visit(), { token, ...newPassword })).resolves.toHaveProperty('token')
})

test('sends no email to an unknown address or to a person disabled in the meantime', async () => {
  const student = await site.addPerson()
  const [nobody, disabled] = [await requestReset('nobody@example.com'), await requestReset(student.loginid)]
  await site.database.read`update identity.person set lk_user_status_id = 2 where user_id = ${student.user_id}`
  mail.sent.length = 0
  for (const factData of [nobody, disabled]) await sendPasswordLink.run(await jobCtx(), factData, attempt(1))
  expect(mail.sent).toEqual([])
})

test('six requests within the hour send five emails', async () => {
  const student = await site.addPerson()
  mail.sent.length = 0
  for (let n = 0; n < 6; n++)
    await sendPasswordLink.run(await jobCtx(), await requestReset(student.loginid), attempt(1))
  expect(mail.sent).toHaveLength(5)
})

test("emails use the person's language and none of their markup", async () => {
  const student = await site.addPerson()
  await site.database.read`
    update identity.person set lk_language_id = 2, first_name = '<b>Ana</b>' where user_id = ${student.user_id}`
  mail.sent.length = 0
  await sendPasswordLink.run(await jobCtx(), await requestReset(student.loginid), attempt(1))
  expect(mail.sent[0]?.subject).toBe('Elija una contraseña nueva para Alpha')
  expect(mail.sent[0]?.html).not.toContain('<b>Ana</b>')
})

test("a link opens the site it was requested on, with the organization's code unless it is the default one", async () => {
  const [own, below] = [await site.addPerson(), await site.addPerson({ code: 'BBB' })]
  const linkFor = async ({ loginid }: typeof own, origin: string) => {
    mail.sent.length = 0
    await resetPassword.run(await site.visit({ code: loginid === own.loginid ? 'AAA' : 'BBB', origin }), { loginid })
    const factData = site.facts.at(-1)!.data as Parameters<typeof sendPasswordLink.run>[1]
    await sendPasswordLink.run(await jobCtx(), factData, attempt(1))
    return /https:\S+(?=\/change-password)/.exec(mail.sent[0]!.text)![0]
  }
  expect(await linkFor(own, 'https://waypost.test')).toBe('https://waypost.test')
  expect(await linkFor(own, 'https://aaa.waypost.test')).toBe('https://aaa.waypost.test')
  expect(await linkFor(own, 'https://evil.test')).toBe('https://aaa.waypost.test')
  expect(await linkFor(below, 'https://waypost.test')).toBe('https://bbb.waypost.test')
})

test('notifies the owner of a new password', async () => {
  const student = await site.addPerson()
  mail.sent.length = 0
  await sendNewPassword.run(await jobCtx(), { user_id: student.user_id }, attempt(1))
  expect(mail.sent[0]).toMatchObject({ to: student.loginid, subject: 'Your password for Alpha was changed' })
  expect(mail.sent[0]?.text).toContain('https://aaa.waypost.test/forgot-password')
})

const countSent = (n: number) => expect(mail.sent).toHaveLength(n)

test('T-43: one email lists all accounts of an address; unconfirmed ones never displace confirmed ones', async () => {
  const email = 'shared@example.com'
  for (let n = 0; n < 20; n++) await site.addPerson({ email, loginid: `squatter${n}`, proven: false })
  const owner = await site.addPerson({ email, loginid: 'the-owner' })
  mail.sent.length = 0
  await sendPasswordLink.run(await jobCtx(), await requestReset(email), attempt(1))
  countSent(1)
  const text = mail.sent[0]!.text
  expect(text).toContain('the-owner')
  // Each link ends its line, so that a mail program does not add the next account to it.
  expect(text.match(/token=[\w-]{43}$/gm)).toHaveLength(20)
  const [, token] = /the-owner[\s\S]*?token=([\w-]{43})/.exec(text)!
  const result = await setPassword.run(await site.visit(), { token, ...newPassword })
  expect((await site.whois(result.token))?.actor.user_id).toBe(owner.user_id)
})

test('T-43: lists the account with this username first, before accounts with the same email address', async () => {
  const email = 'crowd@example.com'
  for (let n = 0; n < 20; n++) await site.addPerson({ email, loginid: `crowd${n}` })
  const owner = await site.addPerson({ email, loginid: 'last-of-all', proven: false })
  expect((await requestReset('last-of-all')).user_ids).toEqual([owner.user_id])
  expect((await requestReset(email)).user_ids).toHaveLength(20)
  await site.addPerson({ email: 'elsewhere@example.com', loginid: email, proven: false })
  mail.sent.length = 0
  await sendPasswordLink.run(await jobCtx(), await requestReset(email), attempt(1))
  expect(mail.sent.map(({ to }) => to)).toEqual(['elsewhere@example.com', email])
})

test('sends the confirmation link to the new address, within the five emails an hour shared with password links', async () => {
  const student = await site.addPerson({ proven: false })
  const { ctx } = await site.signIn(student)
  mail.sent.length = 0
  for (let n = 0; n < 6; n++) {
    expect(await sendEmailConfirmation.run(ctx, {})).toEqual({ confirmed: false })
    await confirmEmailJob.run(await jobCtx(), site.facts.at(-1)!.data as { user_id: number }, {
      ...attempt(1),
      id: `${n}`,
    })
  }
  countSent(5)
  expect(mail.sent[0]).toMatchObject({ to: student.loginid, subject: 'Confirm your email for Alpha' })
  expect(mail.sent[0]!.text).toMatch(/https:\/\/aaa\.waypost\.test\/confirm-email\?token=[\w-]{43}/)
  const proven = await site.signIn(await site.addPerson())
  const before = site.facts.length
  expect(await sendEmailConfirmation.run(proven.ctx, {})).toEqual({ confirmed: true })
  expect(site.facts).toHaveLength(before)
})

test('T-38: sends five of fifteen links that are requested at the same time', async () => {
  const { user_id, loginid } = await site.addPerson({ proven: false })
  const each = Array.from({ length: 15 }, (_, n) => ({ ...attempt(1), id: `same-time-${n}` }))
  mail.sent.length = 0
  await Promise.all(each.map(async (run) => confirmEmailJob.run(await jobCtx(), { user_id }, run)))
  countSent(5)
  // A password link counts toward the same limit.
  const factData = await requestReset(loginid)
  await sendPasswordLink.run(await jobCtx(), factData, attempt(1))
  countSent(5)
})
