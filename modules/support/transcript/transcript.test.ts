import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { visitorToken } from '#modules/support/tickets/visitor-key.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const ids = { student: await app.userId('student@example.com'), admin: await app.userId('admin@example.com') }
const [student, admin] = [await app.as(ids.student), await app.as(ids.admin)]
const stranger = await app.as(await app.userId('instructor@example.com'), 'GCT').catch(() => app.visitor())

const openTicket = async () => {
  const { data } = (await student.post('/support/createSupportTicket', { details: 'My café order is lost.' })).body
  await admin.post('/support/sendMessage', { chat_thread_id: data.chat_thread_id, message: 'We found it.' })
  await admin.post('/support/note', { chat_thread_id: data.chat_thread_id, note: 'A difficult person.' })
  return data as { chat_thread_id: number; issue_id: number }
}
const prove = (email_proven: boolean) => read`
  update identity.person set email_proven_at = case when ${email_proven} then platform.now() end
  where user_id = ${ids.student}`
async function sentBy(act: () => Promise<unknown>) {
  await app.runJobs()
  const before = app.mail.sent.length
  await act()
  expect((await app.runJobs()).failed).toEqual([])
  return app.mail.sent.slice(before)
}
const fileOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

test.each([
  [1, 'Your conversation with support', 'Ticket'],
  [2, 'Su conversación con soporte', 'Solicitud'],
])('emails a reporter the messages without the notes, in language %i', async (language, subject, file) => {
  const { chat_thread_id, issue_id } = await openTicket()
  await read`update identity.person set lk_language_id = ${language} where user_id = ${ids.student}`
  await prove(true)
  const body = { chat_thread_id, request_id: randomUUID() }
  const emails = await sentBy(async () => {
    expect((await student.post('/support/transcript', body)).status).toBe(200)
    // Repeating the request repeats the email, without later messages.
    await student.post('/support/transcript', body)
    await admin.post('/support/sendMessage', { chat_thread_id, message: 'One more thing.' })
  })
  expect(emails.map(({ to, subject }) => [to, subject.slice(0, subject.indexOf(':'))])).toEqual([
    ['student@example.com', subject],
  ])
  const [attached] = emails[0]!.attachments ?? []
  expect([attached?.name, attached?.content_type]).toEqual([`${file} ${issue_id}.txt`, 'text/plain; charset=utf-8'])
  const text = fileOf(attached?.bytes)
  const order = ['Sam Student', 'My café order is lost.', 'Ada Admin', 'We found it.'].map((part) => text.indexOf(part))
  expect(order.every((position, index) => position > (order[index - 1] ?? 0))).toBe(true)
  for (const hidden of ['difficult', 'One more thing.']) expect(text).not.toContain(hidden)
})

test('staff can request it, too; others, and a reporter with an unconfirmed address, cannot', async () => {
  const { chat_thread_id } = await openTicket()
  const emails = await sentBy(() => admin.post('/support/transcript', { chat_thread_id }))
  expect(emails.map(({ to }) => to)).toEqual(['admin@example.com'])
  await prove(false)
  const refusedEmails = await sentBy(async () => {
    expect((await student.post('/support/transcript', { chat_thread_id })).body.code).toBe('CONFIRM_EMAIL_FIRST')
    expect((await stranger.post('/support/transcript', { chat_thread_id })).status).toBeGreaterThanOrEqual(401)
    expect((await app.visitor().post('/support/transcript', { chat_thread_id })).status).toBe(401)
  })
  expect(refusedEmails).toEqual([])
})

test('a person who has left in the meantime gets nothing', async () => {
  const { chat_thread_id } = await openTicket()
  await prove(true)
  const none = await sentBy(async () => {
    await student.post('/support/transcript', { chat_thread_id })
    await read`update support.ticket set reporter_user_id = ${ids.admin} where chat_thread_id = ${chat_thread_id}`
  })
  expect(none).toEqual([])
})

test("a visitor requests it with the email's link, in their language; other links are refused", async () => {
  const email = 'vera@example.com'
  await app.visitor().post('/support/visitor', { name: 'Vera', email, details: 'I cannot sign in.' })
  const [ticket] = await read<{ issue_id: number }>`select issue_id from support.ticket where visitor_email = ${email}`
  await read`update support.ticket set lk_language_id = 2 where issue_id = ${ticket!.issue_id}`
  const token = visitorToken(await app.ctx(), ticket!.issue_id)
  const emails = await sentBy(async () => {
    expect((await app.visitor().post('/support/visitorTranscript', { token })).status).toBe(200)
    expect((await app.visitor().post('/support/visitorTranscript', { token: `${token}x` })).status).toBe(404)
  })
  expect(emails.map(({ to, subject }) => [to, subject.slice(0, 27)])).toEqual([[email, 'Su conversación con soporte']])
  expect(fileOf(emails[0]!.attachments?.[0]?.bytes)).toContain('I cannot sign in.')
})

test('a long ticket includes its newest messages, with a notice', async () => {
  const { chat_thread_id, issue_id } = await openTicket()
  await prove(true)
  await read`
    insert into support.message (organization_id, issue_id, sequence, side, first_name, last_name, message, client_id)
    select 1, ${issue_id}, 10 + n, 'reporter', 'Sam', 'Student', 'Line ' || n, gen_random_uuid()
    from generate_series(1, 1005) n`
  await read`update support.ticket set last_sequence = 1015 where issue_id = ${issue_id}`
  await read`update identity.person set lk_language_id = 1 where user_id = ${ids.student}`
  const [email] = await sentBy(() => student.post('/support/transcript', { chat_thread_id }))
  const text = fileOf(email!.attachments?.[0]?.bytes)
  expect(text).toContain('Only the newest messages are included.')
  expect(text).toContain('Line 1005\n')
  expect(text).not.toContain('Line 5\n')
})
