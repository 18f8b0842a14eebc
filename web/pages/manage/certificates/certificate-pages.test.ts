import { expect, test } from 'vitest'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import { askLicenseState, stateLicense } from '#tests/fixtures/learning/license-state.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
import { openTestApp } from '#tests/support/app.ts'
import { bellsOf } from '#tests/support/bells.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const admin = await app.as(await app.userId('admin@example.com'))
const student_id = await app.userId('student@example.com')
await read`update identity.person set dob = '1999-04-12', lk_state_id = 10 where user_id = ${student_id}`
const lastBell = async (user_id: number) => (await bellsOf(app.database, user_id)).at(-1)
const spanish = async (user_id: number) =>
  read`update identity.person set lk_language_id = 2 where user_id = ${user_id}`

test('staff add certificate numbers on a page, see the remaining stock, and get errors at the field', async () => {
  const path = '/manage/certificates/numbers'
  expect((await admin.visit('/manage/certificates/issued')).text).toContain(`href="${path}"`)
  const response = await admin.visit(path, { agency: 'fl-dhsmv', numbers: 'FL-1001\nno!', action: 'add' })
  expect(response.status).toBe(422)
  expect(response.text).toContain('Enter numbers of 4 to 20 letters, digits and hyphens, one on each line.')
  // Only where it was typed: another agency's button would add the numbers there.
  expect(response.text.split('FL-1001\nno!')).toHaveLength(2)
  const reply = await admin.visit(path, { agency: 'fl-dhsmv', numbers: 'FL-1001\r\nfl-1002\n\nFL-1002', action: 'add' })
  expect(reply.headers.get('location')).toBe(path)
  const html = (await admin.visit(path)).text
  for (const text of ['Florida Department of Highway Safety', 'FL-1001', 'Numbers added: 2.'])
    expect(html).toContain(text)
  const account = { action: 'account', agency: 'fl-dhsmv', from: '2026-06-30', until: '2026-04-01', format: 'csv' }
  const reversed = await admin.visit(path, account)
  expect(reversed.status).toBe(422)
  expect(reversed.text).toContain('value="2026-06-30"')
  const correctedResponse = await admin.visit(path, { ...account, from: '2026-04-01', until: '2026-06-30' })
  expect(correctedResponse.headers.get('location')).toBe(
    '/api/certificate/numbers/account?agency=fl-dhsmv&from=2026-04-01&until=2026-06-30&format=csv',
  )
  await admin.visit(path, { agency: 'fl-dhsmv', numbers: 'FL-1001', action: 'remove' })
  expect((await admin.visit(path)).text).toContain('Numbers removed: 1.')

  const reader = await addSomeone(app, 'SSD', 2)
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${reader.user_id}, 1, 'MANAGE_CERTIFICATES:READ', true), (${reader.user_id}, 1, 'MANAGE_CERTIFICATES:UPDATE', false),
           (${reader.user_id}, 1, 'MANAGE_CERTIFICATES:DELETE', false)`
  await spanish(reader.user_id)
  const stockPage = (await reader.visit(path)).text
  expect(stockPage).toContain('Números de certificado')
  expect(stockPage).toContain('FL-1002')
  expect(stockPage).not.toContain('<textarea')
  const student = await app.as(student_id)
  expect((await student.visit(path)).headers.get('location')).toBe('/dashboard')
})

test("the last number triggers one notification and email, in each reader's language", async () => {
  const holder = await addSomeone(app, 'SSD', 1)
  await spanish(holder.user_id)
  app.mail.sent.length = 0
  await passCourse(app, student_id, 1)
  expect((await app.runJobs()).failed).toEqual([])
  expect((await app.runJobs()).failed).toEqual([])
  const warnings = app.mail.sent.filter(({ subject }) =>
    /^(Certificate numbers left|Números de certificado)/.test(subject),
  )
  const [admin_email] = await read<{ email: string }>`
    select email from identity.person where user_id = ${await app.userId('admin@example.com')}`
  const subjects = new Map(warnings.map(({ to, subject }) => [to, subject]))
  expect(subjects.size).toBe(warnings.length)
  expect(subjects.get(admin_email!.email)).toBe('Certificate numbers left: 0')
  const warning = warnings.find(({ subject }) => subject === 'Números de certificado disponibles: 0')
  expect(warning?.text).toContain('/manage/certificates/numbers')
  expect(await lastBell(holder.user_id)).toMatchObject({
    text: expect.stringContaining('Certificates will wait until you add more.'),
    href: '/manage/certificates/numbers',
  })
})

test('staff request a certificate on the course page, and a second person approves it', async () => {
  const student_course_id = await passCourse(app, student_id, 1)
  const path = `/manage/certificate-issue/${student_course_id}`
  const second = await addSomeone(app, 'SSD', 1)
  // No number is left: the certificate waits until one is bought.
  await app.runJobs()
  await admin.visit('/manage/certificates/numbers', { agency: 'fl-dhsmv', numbers: 'FL-2001', action: 'add' })
  const response = await admin.visit(path)
  for (const text of ['so a second person must approve', 'Request certificate', 'name="reason"'])
    expect(response.text).toContain(text)
  const empty = await admin.visit(path, { reason: ' ' })
  expect(empty.status).toBe(400)
  expect(empty.text).toContain('Enter reason')
  expect((await admin.visit(path, { reason: 'The printer failed' })).headers.get('location')).toBe(path)
  const page = (await admin.visit(path)).text
  expect(page).toContain('Waiting for approval')
  expect(page).toContain('Withdraw request')
  expect(page).not.toContain('Approve and issue')
  await app.runJobs()
  expect(await lastBell(second.user_id)).toMatchObject({
    text: 'A certificate is waiting for your approval: Basic Driver Improvement.',
    href: path,
  })
  await spanish(second.user_id)
  const html = (await second.visit(path)).text
  expect(html).toContain('The printer failed')
  // The approver sees whose certificate it is.
  const [student] = await read<{ name: string }>`
    select first_name || ' ' || last_name as name from identity.person where user_id = ${student_id}`
  expect(html).toContain(`>${student!.name}<`)
  const [, certificate_request_id = ''] = /name="certificate_request_id" value="(\d+)"/.exec(html) ?? []
  expect(html).toContain('Aprobar y emitir')
  await second.visit(path, { certificate_request_id, approve: 'true' })
  const pageText = (await second.visit(path)).text
  expect(pageText).toContain('Certificado emitido (manual)')
  expect(pageText).not.toContain('Aprobar y emitir')
  app.mail.sent.length = 0
  await app.runJobs()
  expect(app.mail.sent.filter(({ subject }) => subject.startsWith('Your certificate: '))).toHaveLength(1)
  const stranger = await addSomeone(app, 'LSD', 1)
  expect((await stranger.visit(path)).headers.get('location')).toBe('/404')
  const account = await admin.visit(`/manage/student/${student_id}/account?tab=courses`)
  expect(account.text).toContain(`href="${path}"`)
})

test('the tracking number is offered only if the order line accepts one', async () => {
  const student_course_id = await passCourse(app, student_id, 1)
  await admin.visit('/manage/certificates/numbers', { agency: 'fl-dhsmv', numbers: 'FL-3001', action: 'add' })
  await app.runJobs()
  const [line] = await read<{ order_item_id: number }>`
    with paid as (
      insert into checkout.customer_order
        (organization_id, user_id, intent_id, subtotal_cents, add_on_cents, shipping_cents, discount_cents, total_cents,
         first_name, last_name, email, lk_order_status_id, paid_at)
      values (1, ${student_id}, gen_random_uuid(), 0, 0, 0, 0, 0, 'A', 'B', 'a@example.com', 2, platform.now())
      returning order_id)
    insert into checkout.order_item
      (order_id, organization_id, course_website_id, course_version_id, name, price_cents, student_course_id)
    select order_id, 1, course_website_id, course_version_id, 'Course', 0, student_course_id
    from paid, learning.student_course where student_course_id = ${student_course_id} returning order_item_id`
  const { order_item_id } = line!
  const [certificate] = await read<{ id: number }>`
    update learning.student_course c set lk_shipping_type_id = 2, order_item_id = ${order_item_id}
    from learning.student_certificate s
    where c.student_course_id = ${student_course_id} and s.student_course_id = c.student_course_id
    returning s.student_certificate_id as id`
  const path = `/manage/certificates/${certificate!.id}/edit`
  const deliver = (type: number) => read`
    update checkout.order_item set lk_shipping_type_id = ${type} where order_item_id = ${order_item_id}`
  const form = { what: 'tracking', tracking_number: '1Z' }
  await deliver(1)
  const emailed = await admin.visit(path)
  expect(emailed.text).not.toContain('name="tracking_number"')
  expect((await admin.visit(path, form)).text).toContain('This certificate is emailed')
  await deliver(2)
  expect((await admin.visit(path)).text).toContain('name="tracking_number"')
  expect((await admin.visit(path, form)).headers.get('location')).toBe(path)
  await read`update checkout.customer_order set paid_at = null, lk_order_status_id = 1 where user_id = ${student_id}`
  expect((await admin.visit(path)).text).not.toContain('name="tracking_number"')
})

test('a license number is confirmed only by those who were shown its warning', async () => {
  const [certificate] = await read<{
    student_certificate_id: number
    student_course_id: number
    course_version_id: number
  }>`
    select s.student_certificate_id, c.student_course_id, c.course_version_id
    from learning.student_certificate s join learning.student_course c using (student_course_id)
    where s.deleted_at is null order by s.student_certificate_id desc limit 1`
  await askLicenseState(read, certificate!.course_version_id)
  await stateLicense(read, certificate!.student_course_id, 'FL')
  const path = `/manage/certificates/${certificate!.student_certificate_id}/edit`
  const change = { what: 'update', student_name: 'Ann Lee', driver_license: '12345', reason: 'As on the license' }
  const response = await admin.visit(path, { ...change, dob: '31' })
  expect(response.status).toBe(422)
  expect(response.text).toContain('value="12345"')
  expect(response.text).not.toContain('name="confirmed_license"')
  const unusual = await admin.visit(path, change)
  expect(unusual.text).toContain('name="confirmed_license" value="12345"')
})
