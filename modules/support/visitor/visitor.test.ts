import { createHmac, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { announceUnreadAnswers } from '#modules/support/tickets/unread-answers.ts'
import { visitorPath, visitorToken } from '#modules/support/tickets/visitor-key.ts'
import { secretPort } from '#platform/ports.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })
const admin = await app.as(await app.userId('admin@example.com'))
const studentId = await app.userId('student@example.com')
const student = await app.as(studentId)
const { read } = app.database

const form = { name: 'Vera Visitor', email: 'vera@example.com', details: 'I cannot sign in.', category_id: '2' }
const newestTicket = async (email: string) => {
  const [ticket] = await read<{ issue_id: number; chat_thread_id: number }>`
    select issue_id, chat_thread_id from support.ticket where visitor_email = ${email} order by issue_id desc limit 1`
  return ticket!
}
const emailsTo = (address: string) => app.mail.sent.filter(({ to }) => to === address)

it('a visitor writes with a plain form, and reads and replies by an emailed link', async () => {
  const visitor = app.visitor()
  const page = await visitor.visit('/support/contact')
  expect(page.text).toContain('Contact support')
  const response = await visitor.visit('/support/contact', form)
  expect(response.status).toBe(303)
  await app.runJobs()
  const [email] = emailsTo('vera@example.com')
  const { issue_id, chat_thread_id } = await newestTicket('vera@example.com')
  const path = visitorPath(await app.ctx(), issue_id)
  expect(email!.text).toContain(path)
  expect((await visitor.visit(path)).text).toContain('I cannot sign in.')
  expect((await visitor.visit(path, { message: 'Are you there?' })).status).toBe(303)
  await admin.post('/support/sendMessage', { chat_thread_id, message: 'Here is your link.' })
  await announceUnreadAnswers(await app.ctx({ kind: 'system', name: 'test' }))
  await app.runJobs()
  expect(emailsTo('vera@example.com')).toHaveLength(2)
  expect(emailsTo('vera@example.com')[1]!.text).toContain('Here is your link.')
  const thread = await visitor.visit(path)
  expect(thread.text).toMatch(/Are you there\?[\s\S]*Here is your link\./)
})

it('a repeated message of a visitor is stored once, also at the same time', async () => {
  const { issue_id } = await newestTicket('vera@example.com')
  const body = { token: visitorToken(await app.ctx(), issue_id), message: 'Sent twice.', request_id: randomUUID() }
  const send = () => app.visitor().post('/support/visitorMessage', body)
  const responses = [...(await Promise.all([send(), send(), send()])), await send()]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const page = await app.visitor().visit(visitorPath(await app.ctx(), issue_id))
  expect(page.text.match(/Sent twice\./g)).toHaveLength(1)
})

it('the link opens this ticket only, and a modified link opens nothing', async () => {
  const { issue_id } = await newestTicket('vera@example.com')
  const token = visitorToken(await app.ctx(), issue_id)
  for (const changedToken of [`${token}x`, token.replace(/^\d+/, '999'), token.slice(0, -1), 'x', `${issue_id}-`])
    expect((await app.visitor().get(`/support/visitor?token=${encodeURIComponent(changedToken)}`)).status).toBe(404)
  expect((await app.visitor().visit(`/support/visitor/${token}x`)).headers.get('location')).toBe('/404')
})

it("T-56: the link is signed with the server's key: without it, or with another one, no ticket opens", async () => {
  const { issue_id } = await newestTicket('vera@example.com')
  const tokenWith = (key: string) =>
    `${issue_id}-${createHmac('sha256', key).update(`support visitor ${issue_id}`).digest('base64url')}`
  const open = async (token: string) => (await app.visitor().get(`/support/visitor?token=${token}`)).status
  const ctx = await app.ctx()
  expect(await open(tokenWith(ctx.use(secretPort)))).toBe(200)
  for (const key of ['', 'the key of another server']) expect(await open(tokenWith(key))).toBe(404)
})

it('belongs to an account only once its owner has proved the address', async () => {
  const address = 'student@example.com'
  await app.visitor().post('/support/visitor', { ...form, category_id: 2, email: address })
  const { issue_id, chat_thread_id } = await newestTicket(address)
  const token = visitorToken(await app.ctx(), issue_id)
  await read`update identity.person set email_proven_at = null where user_id = ${studentId}`
  expect((await student.post('/support/join', { token })).status).toBe(403)
  expect((await admin.post('/support/join', { token })).status).toBe(403)
  expect((await student.get(`/support/fetchTicketChatHistory?chat_thread_id=${chat_thread_id}`)).status).toBe(404)
  await read`update identity.person set email_proven_at = now() where user_id = ${studentId}`
  expect((await student.post('/support/join', { token })).status).toBe(200)
  expect((await student.get(`/support/fetchTicketChatHistory?chat_thread_id=${chat_thread_id}`)).status).toBe(200)
  expect((await app.visitor().get(`/support/visitor?token=${token}`)).status).toBe(404)
})

it('five tickets a day are accepted per address, and every sender gets the same response', async () => {
  const responses = []
  for (let n = 0; n < 7; n++)
    responses.push(await app.visitor().post('/support/visitor', { ...form, category_id: 2, email: 'many@example.com' }))
  expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(await read`select from support.ticket where visitor_email = 'many@example.com'`).toHaveLength(5)
})

it('a reply unread for five minutes is emailed once', async () => {
  const response = await student.post('/support/createSupportTicket', { details: 'A question' })
  const { chat_thread_id } = response.body.data
  const system = await app.ctx({ kind: 'system', name: 'test' })
  const sweep = async () => {
    await announceUnreadAnswers(system)
    await app.runJobs()
    return emailsTo('student@example.com').filter(({ text }) => text.includes('An answer')).length
  }
  await admin.post('/support/sendMessage', { chat_thread_id, message: 'An answer 1' })
  expect(await sweep()).toBe(0)
  await read`update support.ticket set last_staff_at = last_staff_at - interval '5 minutes' where chat_thread_id = ${chat_thread_id}`
  expect(await sweep()).toBe(1)
  expect(await sweep()).toBe(1)
  await admin.post('/support/sendMessage', { chat_thread_id, message: 'An answer 2' })
  await student.post('/support/messageRead', { chat_thread_id })
  await read`update support.ticket set last_staff_at = last_staff_at - interval '5 minutes' where chat_thread_id = ${chat_thread_id}`
  expect(await sweep()).toBe(1)
})

it('an organization is emailed messages that none of its staff has read', async () => {
  await read`update identity.organization set email = 'office@example.com' where organization_id = 1`
  const open = { details: 'For them', reporter_entity_id: 1, lk_reporter_entity_type_id: 4 }
  const { chat_thread_id } = (await admin.post('/support/createSupportTicket', open)).body.data
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    values (1, 1, 'second-admin@example.com', 'second-admin@example.com', 'Sid', 'Second') returning user_id`
  const colleague = await app.as(row!.user_id)
  const sweep = async () => {
    await read`update support.ticket set last_staff_at = last_staff_at - interval '5 minutes' where chat_thread_id = ${chat_thread_id}`
    await announceUnreadAnswers(await app.ctx({ kind: 'system', name: 'test' }))
    await app.runJobs()
    return emailsTo('office@example.com')
  }
  // Someone from the organization wrote this message, which counts as reading it.
  await colleague.post('/support/sendMessage', { chat_thread_id, message: 'By ourselves' })
  expect(await sweep()).toHaveLength(0)
  await read`
    with answer as (update support.ticket set last_sequence = last_sequence + 1, last_staff_sequence = last_sequence + 1,
        last_staff_at = platform.now() where chat_thread_id = ${chat_thread_id} returning issue_id, organization_id, last_sequence)
    insert into support.message (issue_id, organization_id, sequence, side, message, client_id)
    select issue_id, organization_id, last_sequence, 'staff', 'By the office above', gen_random_uuid() from answer`
  const [email] = await sweep()
  expect(email!.text).toContain('By the office above')
  expect(email!.text).toContain(`/support/${chat_thread_id}`)
  expect(email!.text).not.toContain('/support/visitor/')
  expect(await sweep()).toHaveLength(1)
})
