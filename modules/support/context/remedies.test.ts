import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { UserActor } from '#platform/actor.ts'
import { addStudent, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'
import { readContext } from './read-context.ts'

const app = await openTestApp()
const { read } = app.database
const admin = await app.as(await app.userId('admin@example.com'))

/** A student with a course in progress who has opened a ticket. */
async function openTicket() {
  const user_id = await addStudent(app)
  const { studentCourseId: student_course_id } = await takeCourse(app, user_id, 1, 1011)
  await read`
    update learning.student_course set expires_at = platform.now() + interval '5 days'
    where student_course_id = ${student_course_id}`
  const client = await app.as(user_id)
  const { data } = (await client.post('/support/createSupportTicket', { details: 'Help' })).body
  return { user_id, student_course_id, client, path: `/support/${data.chat_thread_id}` }
}
const courseOf = async (student_course_id: number) =>
  (
    await read<{ at: number; days: number }>`
      select lk_student_course_status_id as at,
        round(extract(epoch from expires_at - platform.now()) / 86400)::int as days
      from learning.student_course where student_course_id = ${student_course_id}`
  )[0]!
const nameOf = async (user_id: number) =>
  (await read`select first_name, last_name from identity.person where user_id = ${user_id}`)[0]
const extension = (student_course_id: number, overrides: object = {}) => ({
  action: 'extend',
  id: String(student_course_id),
  days: '10',
  reason: 'Was ill.',
  request_id: randomUUID(),
  ...overrides,
})

test.each([
  ['CAN_VIEW_AS:READ', 'viewAs'],
  ['MANAGE_STUDENTS:UPDATE', 'name'],
  ['MANAGE_PAYMENTS:READ', 'payments'],
  ['MANAGE_CERTIFICATES:UPDATE', 'certificates'],
  ['MANAGE_CERTIFICATES:READ', null],
  ['MANAGE_PAYMENTS:UPDATE', null],
])('a ticket shown to staff with %s offers %s', async (key, remedy) => {
  const { path } = await openTicket()
  const actor = (await app.actorOf(await app.userId('admin@example.com'))) as UserActor
  const keys = ['MANAGE_SUPPORT:READ', 'MANAGE_STUDENTS:READ', key]
  const ctx = await app.ctx({ ...actor, permissions: new Set(keys) })
  const { can } = await readContext(ctx, Number(path.split('/').at(-1)))
  const { profile, welcome: _, ...offers } = can
  expect(profile).toBe(true)
  expect(Object.entries(offers).flatMap(([name, may]) => (may ? [name] : []))).toEqual(remedy ? [remedy] : [])
})

test('staff extend a course from its ticket; the same form sent twice extends it once', async () => {
  const { student_course_id, path } = await openTicket()
  const form = extension(student_course_id)
  expect((await admin.visit(path, form)).status).toBe(303)
  expect((await admin.visit(path, form)).status).toBe(303)
  expect(await courseOf(student_course_id)).toEqual({ at: 4, days: 15 })
})

test('a refused remedy shows the reason and keeps the typed text', async () => {
  const { student_course_id, path } = await openTicket()
  await read`
    update learning.student_course set expires_at = platform.now() + interval '300 days'
    where student_course_id = ${student_course_id}`
  const response = await admin.visit(path, extension(student_course_id, { days: '90', reason: 'Typed with care' }))
  expect(response.status).toBe(422)
  expect(response.text).toContain('Enter fewer days.')
  expect(response.text).toContain('Typed with care')
})

test('without scripts a refused message stays in the box', async () => {
  const { client, path } = await openTicket()
  const response = await client.visit(path, { action: 'message', message: `${'long '.repeat(1_100)}end` })
  expect(response.status).toBe(400)
  expect(response.text).toContain('long end')
})

test('without scripts a message and a note sent twice are stored once', async () => {
  const { client, path } = await openTicket()
  const hidden = (html: string, name: string) =>
    new RegExp(`name="${name}" value="([0-9a-f-]{36})"`).exec(
      html.replaceAll(/value="([^"]*)" name="(\w+)"/g, 'name="$2" value="$1"'),
    )![1]!
  const message = {
    action: 'message',
    message: 'Only once',
    client_id: hidden((await client.visit(path)).text, 'client_id'),
  }
  for (const _ of [1, 2]) expect((await client.visit(path, message)).status).toBe(303)
  const [row] = await read`select count(*)::int as count from support.message where message = 'Only once'`
  expect(row).toEqual({ count: 1 })
  const panel = (await admin.visit(path)).text
  const notes = panel.slice(panel.indexOf('value="note"'))
  const note = { action: 'note', note: 'Just one note', request_id: hidden(notes, 'request_id') }
  for (const _ of [1, 2]) expect((await admin.visit(path, note)).status).toBe(303)
  const [notedRow] = await read`select count(*)::int as count from support.internal_note where note = 'Just one note'`
  expect(notedRow).toEqual({ count: 1 })
})

test('the notice of 24 to 48 hours is shown until someone takes the ticket', async () => {
  const { client, path } = await openTicket()
  // The island compares the text case-insensitively.
  const count = async () => (await client.visit(path)).text.split('24 - 48 hours').length
  const waitingCount = await count()
  await admin.post('/support/reassignTicket', {
    chat_thread_id: Number(path.split('/').at(-1)),
    assigned_entity_id: await app.userId('admin@example.com'),
  })
  expect(await count()).toBe(waitingCount - 1)
})

test("returns 404 for a remedy on another person's course", async () => {
  const { path } = await openTicket()
  const other = await openTicket()
  for (const action of ['extend', 'unlock']) {
    const { headers } = await admin.visit(path, { ...extension(other.student_course_id), action })
    expect(headers.get('location')).toMatch('/404')
  }
  expect(await courseOf(other.student_course_id)).toEqual({ at: 4, days: 5 })
})

test('students cannot use a remedy on their own ticket', async () => {
  const { client, student_course_id, path, user_id } = await openTicket()
  const before = await nameOf(user_id)
  await client.visit(path, extension(student_course_id))
  await client.visit(path, { action: 'name', first_name: 'Other', last_name: 'Name', reason: 'x' })
  expect(await courseOf(student_course_id)).toEqual({ at: 4, days: 5 })
  expect(await nameOf(user_id)).toEqual(before)
})

test('staff correct a name with a reason, in the history; sign-in data are unchanged', async () => {
  const { user_id, path } = await openTicket()
  const [before] = await read<{ email: string; loginid: string; updated_at: Date }>`
    select email, loginid, updated_at from identity.person where user_id = ${user_id}`
  const form = { action: 'name', first_name: 'Ana', middle_name: '', last_name: 'Díaz' }
  const response = await admin.visit(path, form)
  expect(response.status).toBe(400)
  expect(response.text).toContain('Enter reason')
  const input = { ...form, updated_at: before!.updated_at.toISOString(), reason: 'License shows Díaz.' }
  expect((await admin.visit(path, input)).status).toBe(303)
  expect(await nameOf(user_id)).toEqual({ first_name: 'Ana', last_name: 'Díaz' })
  const [after] = await read`select email, loginid from identity.person where user_id = ${user_id}`
  expect(after).toEqual({ email: before!.email, loginid: before!.loginid })
  const [event] = await read<{ after: object }>`
    select after from platform.audit_event
    where action = 'user.saveUserInformation' and subject_user_id = ${user_id} order by audit_event_id desc limit 1`
  expect(event!.after).toMatchObject({ first_name: 'Ana', last_name: 'Díaz', reason: 'License shows Díaz.' })
  // The form was opened before the change.
  expect((await admin.visit(path, { ...input, last_name: 'Dias' })).status).toBe(409)
  expect(await nameOf(user_id)).toEqual({ first_name: 'Ana', last_name: 'Díaz' })
})

test('unlocking a course locked by a check restores all unlocks, as in the back office', async () => {
  const { student_course_id, path } = await openTicket()
  await read`
    insert into learning.identity_setup (student_course_id, organization_id, self_helps, answer_key)
    select student_course_id, organization_id, 2, 'sealed' from learning.student_course
    where student_course_id = ${student_course_id}`
  await read`
    insert into learning.student_course_status_change (student_course_id, organization_id, from_status_id, to_status_id)
    select student_course_id, organization_id, 4, 9 from learning.student_course
    where student_course_id = ${student_course_id}`
  await read`
    update learning.student_course set lk_student_course_status_id = 9, lk_student_course_status_reason_id = 7
    where student_course_id = ${student_course_id}`
  const page = await admin.visit(path)
  expect(page.text).toMatch(/Course disabled: .*answer a personal security question/s)
  const form = { action: 'unlock', id: String(student_course_id), reason: 'Spoke to them.' }
  expect((await admin.visit(path, form)).status).toBe(303)
  expect((await courseOf(student_course_id)).at).toBe(4)
  const [setup] = await read`
    select self_helps from learning.identity_setup where student_course_id = ${student_course_id}`
  expect(setup).toEqual({ self_helps: 0 })
})

test("the last refused payment and the agency's response are shown beside the ticket, to staff only", async () => {
  const { user_id, student_course_id, client, path } = await openTicket()
  await read`
    with o as (
      insert into checkout.customer_order (organization_id, user_id, intent_id, subtotal_cents, add_on_cents, shipping_cents,
        discount_cents, total_cents, first_name, last_name, email)
      values (1, ${user_id}, ${randomUUID()}, 1995, 0, 0, 0, 1995, 'Quinn', 'Quiz', 'quinn@example.com')
      returning order_id)
    insert into checkout.payment_attempt (order_id, organization_id, attempt, state, amount_cents, reason_text)
    select order_id, 1, ${randomUUID().slice(0, 18)}, 'declined', 1995, 'The card has expired.' from o`
  await read`
    insert into learning.completion_report (organization_id, student_course_id, number, agency, state_code, record, state,
      due_at, code, message)
    values (1, ${student_course_id}, 1, 'fl-dhsmv', 'FL', '{}', 'rejected', platform.now(), 'VN001', 'Name does not match.')`
  const { text } = await admin.visit(path)
  expect(text).toMatch(/Payment failed on .*The card has expired\./s)
  expect(text).toMatch(/Agency rejected the completion: .*Name does not match/s)
  const response = await client.visit(path)
  expect(response.text).not.toMatch(/The card has expired|Name does not match/)
})

test('a failed quiz and a refused identity check are shown beside the ticket until passed, to staff only', async () => {
  const { student_course_id, client, path } = await openTicket()
  const attempt = (attempt_number: number, passed: boolean) => read`
    insert into learning.quiz_attempt (organization_id, student_course_id, component_id, quiz_id, attempt_number,
      lk_quiz_attempt_status_id, threshold, submitted_at, points, total, passed)
    values (1, ${student_course_id}, 1011, 1, ${attempt_number}, ${passed ? 4 : 5}, 80, platform.now(), ${passed ? 9 : 3}, 10,
      ${passed})`
  const check = (result: string) => read`
    with c as (
      insert into learning.identity_check (student_course_id, organization_id, reason, tasks, tries_allowed, decided_at, result)
      values (${student_course_id}, 1, 'resume', '[]', 3, platform.now(), 'failed') returning identity_check_id)
    insert into learning.identity_try (identity_check_id, student_course_id, organization_id, method, result)
    select identity_check_id, ${student_course_id}, 1, 'phone', ${result} from c`
  const readContext = async () => {
    const { text } = await admin.visit(path)
    return {
      quiz: /Quiz not passed: .*30% on .*needs 80%/s.test(text),
      check: /Identity check not passed: .*Phone/s.test(text),
    }
  }
  expect(await readContext()).toEqual({ quiz: false, check: false })
  await attempt(1, false)
  await check('wrong')
  expect(await readContext()).toEqual({ quiz: true, check: true })
  expect((await client.visit(path)).text).not.toMatch(/Quiz not passed|Identity check not passed/)
  await attempt(2, true)
  await check('right')
  expect(await readContext()).toEqual({ quiz: false, check: false })
})
