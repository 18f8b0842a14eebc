import { expect, test } from 'vitest'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { findEmail } from './email.sql.ts'
import { sendEmail } from './send-email.ts'

const site = await openTestSite()
const words = { subject: 'Your course', message: 'Please call us.' }

test('staff email a person they manage; a job sends it', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Instructor' }))
  const student = await site.addPerson({ code: 'BBB' })
  await sendEmail.run(ctx, { user_id: student.user_id, ...words })
  const { letter_id } = site.facts.at(-1)!.data as { letter_id: number }
  expect(await findEmail(ctx, letter_id)).toMatchObject({
    kind: 'written',
    to_email: student.loginid,
    sender_name: 'Pat Person',
    organization_code: 'BBB',
    ...words,
  })
})

test('refuses recipients of another organization or role, oneself, and senders who are students or visitors', async () => {
  const writer = await site.addPerson({ role: 'Instructor' })
  const { ctx } = await site.signIn(writer)
  const [foreign, admin, student] = await Promise.all([
    site.addPerson({ code: 'CCC' }),
    site.addPerson({ role: 'Admin' }),
    site.addPerson(),
  ])
  const refuses = (user_id: number, status: number, callerCtx = ctx) =>
    expect(sendEmail.run(callerCtx, { user_id, ...words })).rejects.toMatchObject({ kind: { status } })
  await refuses(foreign.user_id, 404)
  await refuses(admin.user_id, 404)
  await refuses(student.user_id, 403, (await site.signIn(student)).ctx)
  await refuses(student.user_id, 401, await site.visit())
  const admins = (await site.signIn(admin)).ctx
  await refuses(admin.user_id, 403, admins)
})

test('refuses a subject of several lines, a given address, and an empty message', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const { user_id } = await site.addPerson()
  const refusal = { kind: { status: 400 } }
  for (const invalidInput of [
    { ...words, subject: 'Hello\r\nBcc: all@example.com' },
    { ...words, subject: 'Hello\u2028there' },
    { ...words, subject: 'Hello\u2029there' },
    { ...words, message: ' ' },
    { ...words, to_email: 'a@example.com' },
  ])
    await expect(sendEmail.run(ctx, { user_id, ...invalidInput } as never)).rejects.toMatchObject(refusal)
})

test('sends 20 emails an hour, even when 30 are sent at the same time', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const { user_id } = await site.addPerson()
  const tries = await Promise.allSettled(Array.from({ length: 30 }, () => sendEmail.run(ctx, { user_id, ...words })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  await expect(sendEmail.run(ctx, { user_id, ...words })).rejects.toMatchObject({
    kind: { status: 429 },
    answer: { retry_after: expect.closeTo(3_600, -3) },
  })
})
