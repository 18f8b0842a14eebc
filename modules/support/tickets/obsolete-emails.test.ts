import { beforeEach, expect, test } from 'vitest'
import { findTranscript } from '#modules/support/transcript/find-transcript.ts'
import { addStudent } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'
import { findTicketEmail } from './unread-answers.ts'

const app = await openTestApp()
const { read } = app.database
const admin_id = await app.userId('admin@example.com')
const job = await app.ctx({ kind: 'system', name: 'test' })

// An organization with an address of its own must not get what was meant for its student.
beforeEach(() => read`update identity.organization set email = 'office@example.com' where organization_id = 1`)

/** A ticket of a student, or of a visitor for null. */
async function addTicket(user_id: number | null): Promise<number> {
  const email = 'vera@example.com'
  if (user_id === null)
    await app.visitor().post('/support/visitor', { name: 'Vera', email, details: 'Help', category_id: 2 })
  else await (await app.as(user_id)).post('/support/createSupportTicket', { details: 'Help' })
  const [ticket] = await read<{ issue_id: number }>`select max(issue_id) as issue_id from support.ticket`
  return ticket!.issue_id
}
const remove = (user_id: number) => read`
  update identity.person set deleted_at = platform.now() where user_id = ${user_id}`
const addressOf = async (user_id: number) =>
  (await read<{ email: string }>`select email from identity.person where user_id = ${user_id}`)[0]!.email
const transcriptTo = async (issue_id: number, user_id: number | null) =>
  (await findTranscript(job, { issue_id, user_id, through: 100 }))?.to ?? null

test('the email about a ticket goes to its student or visitor, and to no one once the student was removed', async () => {
  const user_id = await addStudent(app)
  const [ownTicket, visitors] = [await addTicket(user_id), await addTicket(null)]
  const recipientOf = async (issue_id: number) => (await findTicketEmail(job, { issue_id }))?.to ?? null
  expect([await recipientOf(ownTicket), await recipientOf(visitors)]).toEqual([
    await addressOf(user_id),
    'vera@example.com',
  ])
  await remove(user_id)
  expect([await recipientOf(ownTicket), await recipientOf(visitors)]).toEqual([null, 'vera@example.com'])
})

test('a transcript goes only to the reporter, staff or the visitor, and to no one who was removed', async () => {
  const [reporter, other] = [await addStudent(app), await addStudent(app)]
  const [ownTicket, visitors] = [await addTicket(reporter), await addTicket(null)]
  const emails = { own: await addressOf(reporter), admin: await addressOf(admin_id) }
  const recipients = async () => ({
    own: [await transcriptTo(ownTicket, reporter), await transcriptTo(ownTicket, admin_id)],
    refused: [
      await transcriptTo(ownTicket, other),
      await transcriptTo(ownTicket, null),
      await transcriptTo(visitors, reporter),
    ],
    visitor: [await transcriptTo(visitors, null), await transcriptTo(visitors, admin_id)],
  })
  const visitor = ['vera@example.com', emails.admin]
  expect(await recipients()).toEqual({ own: [emails.own, emails.admin], refused: [null, null, null], visitor })
  await remove(reporter)
  expect(await recipients()).toEqual({ own: [null, emails.admin], refused: [null, null, null], visitor })
})
