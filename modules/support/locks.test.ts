import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'
import { inTurn, takesTurns } from '#tests/support/in-turn.ts'
import { saveSupportSettings } from './settings/save-support-settings.ts'
import { encodeMessage } from './tickets/encoding.shared.ts'
import { findTicket, selectTicket } from './tickets/ticket.sql.ts'
import { announceUnreadAnswers } from './tickets/unread-answers.ts'
import { writeAsVisitor } from './visitor/visitor-ticket.ts'

/** Steps two transactions through each lock of this module; tests/locks.txt lists them. */
const app = await openTestApp()
const { read } = app.database
const admin_id = await app.userId('admin@example.com')
const [staff, student] = [await app.as(admin_id), await app.as(await app.userId('student@example.com'))]
const admin = await app.ctx(await app.actorOf(admin_id))
const system = await app.ctx({ kind: 'system', name: 'test' })
const visitor = await app.ctx()

async function open() {
  const { body } = await student.post('/support/createSupportTicket', { details: 'I cannot go on' })
  return body.data as { chat_thread_id: number; issue_id: number }
}

test('messages and changes of a ticket are serialized', async () => {
  const { issue_id } = await open()
  expect(await takesTurns(admin, (inner) => selectTicket(inner, { issue_id }, { lock: true }))).toBe(true)
  expect(await takesTurns(system, (inner) => findTicket(inner, issue_id, { lock: true }))).toBe(true)
})

test('an unread answer that another worker is emailing is left to it', async () => {
  const { chat_thread_id, issue_id } = await open()
  await staff.post('/support/sendMessage', { chat_thread_id, message: encodeMessage('Please sign in again.') })
  await read`
    update support.ticket set last_staff_at = platform.now() - interval '1 hour', emailed_sequence = 0
    where issue_id = ${issue_id}`
  const announced = () => app.facts.filter(({ fact, data }) => fact.endsWith('nread') && data.issue_id === issue_id)
  const { waited } = await inTurn(system, announceUnreadAnswers, () => announceUnreadAnswers(system))
  expect([waited, announced().length]).toEqual([false, 1])
})

test('a visitor opens at most five tickets within a day', async () => {
  const email = 'visitor@locks.example.com'
  const write = (inner: typeof visitor, details: string) =>
    writeAsVisitor.run(inner, { name: 'Vera', email, details: encodeMessage(details), recaptchaToken: '' })
  for (let count = 0; count < 4; count += 1) await write(visitor, `Question ${count}`)
  await inTurn(
    visitor,
    (inner) => write(inner, 'The fifth'),
    () => write(visitor, 'The sixth'),
  )
  expect(await read`select from support.ticket where visitor_email = ${email}`).toHaveLength(5)
})

test('refuses support settings that are based on a version being replaced', async () => {
  const save = (email: string) => ({ configuration: { email }, version: 0 })
  const { first, second } = await inTurn(
    admin,
    (inner) => saveSupportSettings.run(inner, save('one@example.com')),
    () => saveSupportSettings.run(admin, save('two@example.com')),
  )
  expect([first, second]).toMatchObject([{ version: 1 }, 'CONFLICT'])
})
