import { expect, test } from 'vitest'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })
const loginid = 'student@example.com'
const user_id = await app.userId(loginid)

const change = async (email: string, client?: Client) => {
  const profile = { first_name: 'Sam', last_name: 'Student', email }
  return (client ?? (await app.as(user_id))).put('/user/saveUserInformation/', { profile })
}
const emailNow = async () => {
  const [row] = await app.database.read<{ email: string }>`select email from identity.person where user_id = ${user_id}`
  return row!.email
}
const sentSince = (sentCount: number) => app.mail.sent.slice(sentCount).map(({ to, subject }) => ({ to, subject }))

test("T-38: three of thirty simultaneous changes of one's own address count, with one email to a stranger and no change", async () => {
  await app.runJobs()
  const sentCount = app.mail.sent.length
  // With more than twenty sessions, the oldest would end.
  const clients = await Promise.all(Array.from({ length: 10 }, () => app.as(user_id)))
  const tries = await Promise.all(
    Array.from({ length: 30 }, (_, n) => change(`stranger${n}@example.com`, clients[n % 10])),
  )
  const statuses = tries.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  // On a busy machine, some wait too long for the person's row: those change nothing either.
  expect(new Set(statuses.filter((status) => status !== 503))).toEqual(new Set([200, 429]))
  expect(tries.find(({ status }) => status === 429)!.body).toMatchObject({
    code: 'TOO_MANY_SIGN_IN_CHANGES',
    retry_after: expect.closeTo(86_400, -3),
  })
  await app.runJobs()
  expect(sentSince(sentCount)).toEqual([
    { to: expect.stringMatching(/^stranger\d+@/), subject: expect.stringContaining('Confirm your new email') },
  ])
  expect(await emailNow()).toBe(loginid)
})

test('T-38: other fields are saved, and the next day allows three more changes', async () => {
  expect((await change(loginid)).status).toBe(200)
  await app.moveClock(24 * 60 * 60_000 + 60_000)
  const statuses: number[] = []
  for (let n = 0; n < 4; n += 1) statuses.push((await change(`tomorrow${n}@example.com`)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('T-38: emails above a limit are dropped and audited', async () => {
  const staff = await app.userId('instructor@example.com')
  // Runs the jobs that earlier tests left.
  await app.runJobs()
  await app.database.read`
    insert into platform.outgoing_email (recipient_hash, sender_id, name, kind)
    select sha256(${loginid}::bytea), null, 'identity.written', 'personal' from generate_series(1, 20)`
  const sentCount = app.mail.sent.length
  try {
    const words = { user_id, subject: 'Your course', message: 'Please call us.' }
    expect((await (await app.as(staff)).post('/user/sendEmail/', words)).status).toBe(200)
    await app.runJobs()
    expect(sentSince(sentCount)).toEqual([])
    const notedRows = await app.database.read<{ after: object }>`
      select after from platform.audit_event where action = 'mail.limited' and subject_user_id = ${user_id}`
    expect(notedRows).toMatchObject([{ after: { letter: 'identity.written', limit: 'recipient' } }])
    // Emails that protect the account aren't delayed by it.
    await app.visitor().post('/user/resetPassword', { loginid })
    await app.runJobs()
    expect(sentSince(sentCount).map(({ to }) => to)).toEqual([loginid])
  } finally {
    await app.database.read`truncate platform.outgoing_email`
  }
})
