import { expect, test } from 'vitest'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import { certificateShipped } from '#modules/learning/certificates/facts.ts'
import { listCertificates } from '#modules/learning/certificates/list-certificates.ts'
import { findAcceptedEmail, findSentEmail } from '#modules/learning/entry.ts'
import { reportingState } from '#modules/learning/index.ts'
import { reportAccepted, reportOwed } from '#modules/learning/reporting/facts.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const staff = await app.as(await app.userId('admin@example.com'))
const student = await app.userId('student@example.com')
await read`update identity.person set dob = '1999-04-12' where user_id = ${student}`

const florida = 10
const newYork = 33
/** Sets the student's language and home state. */
const setLanguageAndState = (lk_language_id: number, lk_state_id: number) => read`
  update identity.person set lk_language_id = ${lk_language_id}, lk_state_id = ${lk_state_id} where user_id = ${student}`
const system = () => app.ctx({ kind: 'system', name: 'test' })

/** The emails sent under this name, from the audit log. */
const letters = (name: string) => read<{ after: { key: string } }>`
  select after from platform.audit_event
  where action = 'mail.sent' and subject_user_id = ${student} and after ->> 'letter' = ${name}
  order by audit_event_id`

/** The emails that this action causes; the jobs run twice. */
async function sentBy(act: () => Promise<unknown>) {
  await app.runJobs()
  const before = app.mail.sent.length
  await act()
  expect((await app.runJobs()).failed).toEqual([])
  expect((await app.runJobs()).failed).toEqual([])
  return app.mail.sent.slice(before)
}

/** A mailed certificate on an order line. */
async function mailedCertificate(lk_shipping_type_id = 2) {
  const student_course_id = await passCourse(app, student, 1)
  await app.runJobs()
  await read`
    update learning.student_course set lk_shipping_type_id = ${lk_shipping_type_id}
    where student_course_id = ${student_course_id}`
  const [order] = await read<{ order_id: number }>`
    insert into checkout.customer_order (organization_id, user_id, intent_id, lk_order_status_id, paid_at, subtotal_cents,
      add_on_cents, shipping_cents, discount_cents, total_cents, first_name, last_name, email)
    values (1, ${student}, gen_random_uuid(), 2, platform.now(), 0, 0, 0, 0, 0, 'Sam', 'Student', 'student@example.com')
    returning order_id`
  const [line] = await read<{ order_item_id: number }>`
    insert into checkout.order_item (order_id, organization_id, course_website_id, course_version_id, name, price_cents,
      lk_shipping_type_id, send_email_ind, student_course_id)
    select ${order!.order_id}, 1, course_website_id, course_version_id, 'Mailed', 0, ${lk_shipping_type_id}, false,
           student_course_id
    from learning.student_course where student_course_id = ${student_course_id}
    returning order_item_id`
  const all = await listCertificates(await app.ctx(), student)
  const certificate = all.find((listedCertificate) => listedCertificate.student_course_id === student_course_id)!
  return { ...certificate, order_item_id: line!.order_item_id }
}

test.each([
  [1, 'Your certificate was shipped: Basic Driver Improvement', 'Tracking number', 'We mailed certificate'],
  [2, 'Enviamos su certificado: Basic Driver Improvement', 'Número de seguimiento', 'Le enviamos por correo postal'],
] as const)(
  'emails the student once when a certificate ships, with its tracking number, in language %i',
  async (language, subject, tracking, says) => {
    await setLanguageAndState(language, florida)
    const { student_certificate_id, certificate_number, order_item_id } = await mailedCertificate()
    // The number was set before this version was issued.
    await read`update checkout.order_item set tracking_number = '1Z 999 AA1' where order_item_id = ${order_item_id}`
    const emails = await sentBy(() => staff.put('/certificate/ship', [student_certificate_id]))
    expect(emails.map((email) => [email.to, email.subject])).toEqual([['student@example.com', subject]])
    for (const part of [says, certificate_number, tracking, '1Z 999 AA1']) expect(emails[0]!.text).toContain(part)
    const shippedEmails = await sentBy(async () => {
      await staff.put('/certificate/ship', [student_certificate_id])
      await (await system()).tx((ctx) => ctx.emit(certificateShipped, { student_certificate_id }))
    })
    expect(shippedEmails).toEqual([])
  },
)

test('sends no second email on shipping if the tracking number was already emailed', async () => {
  await setLanguageAndState(1, florida)
  const { student_certificate_id, order_item_id } = await mailedCertificate()
  const setTo = (tracking_number: string) =>
    sentBy(() => staff.put('/order/tracking', { order_item_id, tracking_number }))
  expect((await setTo('1Z 999 AA2')).map(({ subject }) => subject)).toEqual(['Your certificate is on its way'])
  expect(await sentBy(() => staff.put('/certificate/ship', [student_certificate_id]))).toEqual([])
  // A removed number was never announced.
  const other = await mailedCertificate()
  await sentBy(() => staff.put('/order/tracking', { order_item_id: other.order_item_id, tracking_number: '1Z' }))
  await sentBy(() => staff.put('/order/tracking', { order_item_id: other.order_item_id, tracking_number: '' }))
  const [shipped, ...more] = await sentBy(() => staff.put('/certificate/ship', [other.student_certificate_id]))
  expect([shipped?.subject, more]).toEqual(['Your certificate was shipped: Basic Driver Improvement', []])
  // The next version is mailed again.
  await app.runJobs()
  const { body } = await staff.put('/certificate/update', { student_certificate_id, student_name: 'Sam Studer' })
  await app.runJobs()
  const emails = await sentBy(() => staff.put('/certificate/ship', [body.student_certificate_id]))
  expect(emails.map(({ subject }) => subject)).toEqual(['Your certificate was shipped: Basic Driver Improvement'])
})

test('leaves out a missing tracking number, and sends no email for a certificate that is not mailed', async () => {
  await setLanguageAndState(1, florida)
  const mailed = await mailedCertificate(3)
  const [email, ...others] = await sentBy(() => staff.put('/certificate/ship', [mailed.student_certificate_id]))
  expect(others).toEqual([])
  expect(email!.text).toContain(mailed.certificate_number)
  expect(email!.text).not.toContain('Tracking number')
  const emailedCertificate = await mailedCertificate(1)
  const ids = [emailedCertificate.student_certificate_id]
  expect(await sentBy(() => staff.put('/certificate/markAsShipped', { ids }))).toEqual([])
  const [student_certificate_id] = ids
  const correctedEmails = await sentBy(() =>
    staff.put('/certificate/update', { student_certificate_id, student_name: 'Sam Studer' }),
  )
  expect(correctedEmails.map(({ text }) => text)).toEqual([
    expect.stringContaining(
      `It replaces certificate ${emailedCertificate.certificate_number}, which is no longer valid.`,
    ),
  ])
  const withdrawn = await mailedCertificate()
  const emails = await sentBy(async () => {
    const { student_certificate_id } = withdrawn
    await staff.put('/certificate/ship', [student_certificate_id])
    await staff.put('/certificate/toggleDelete', { student_certificate_id, deleted: true })
  })
  expect(emails).toEqual([])
})

test.each([
  [1, 'Your completion was reported: Basic Driver Improvement', 'Florida Department of Highway Safety'],
  [2, 'Informamos que terminó el curso: Basic Driver Improvement', 'Departamento de Seguridad en Carreteras'],
] as const)(
  'emails the student once when the agency accepts the report, in language %i',
  async (language, subject, agency) => {
    await setLanguageAndState(language, florida)
    let student_course_id = 0
    const emails = await sentBy(async () => {
      student_course_id = await passCourse(app, student, 1)
    })
    const accepted = emails.filter((email) => email.subject === subject)
    expect(accepted).toHaveLength(1)
    const { completion_report_id, receipt } = (await reportingState(await app.ctx(), student_course_id))!
    for (const part of [agency, receipt!, `/course/${student_course_id}`]) expect(accepted[0]!.text).toContain(part)
    const repeatedEmails = await sentBy(async () =>
      (await system()).tx((ctx) => ctx.emit(reportAccepted, { completion_report_id, student_course_id })),
    )
    expect(repeatedEmails).toEqual([])
    expect((await letters('learning.report-accepted')).at(-1)!.after.key).toBe(
      `learning.report-accepted:${completion_report_id}`,
    )
  },
)

test('sends no acceptance email for a refused report, even if it is refused just before sending', async () => {
  await setLanguageAndState(1, florida)
  const refusedEmails = await sentBy(() => passCourse(app, student, 1, 'D123'))
  expect(refusedEmails.filter(({ subject }) => subject.startsWith('Your completion was reported'))).toEqual([])
  const student_course_id = await passCourse(app, student, 1)
  await app.runJobs()
  const { completion_report_id } = (await reportingState(await app.ctx(), student_course_id))!
  const entered = { student_course_id, completion_report_id, code: 'CF032', message: 'No such license.' }
  expect(await findAcceptedEmail(await system(), completion_report_id)).not.toBeNull()
  // A report that was only sent is not accepted yet.
  const setSent = (handed_over_ind: boolean) => read`
    update learning.completion_report set handed_over_ind = ${handed_over_ind}
    where completion_report_id = ${completion_report_id}`
  expect(await findSentEmail(await system(), completion_report_id)).toBeNull()
  await setSent(true)
  expect(await findSentEmail(await system(), completion_report_id)).not.toBeNull()
  expect(await findAcceptedEmail(await system(), completion_report_id)).toBeNull()
  await setSent(false)
  expect((await staff.post('/report/refuseCompletion', entered)).status).toBe(200)
  expect(await findAcceptedEmail(await system(), completion_report_id)).toBeNull()
})

test.each([
  [1, 'Notice of completion: ', 'This notice is not a certificate.'],
  [2, 'Aviso de finalización: ', 'Este aviso no es un certificado.'],
] as const)(
  'New York: emails the notice with the report once, with three digits of the client id, in language %i',
  async (language, subject, says) => {
    expect((await staff.put('/course/agency', { course_id: 2, reports_to: 'dmv' })).status).toBe(200)
    await setLanguageAndState(language, newYork)
    let student_course_id = 0
    const instant = (await app.ctx()).now
    const emails = await sentBy(async () => {
      student_course_id = await passCourse(app, student, 2, '123456789')
      // The agency is down for days, but the notice does not wait for it.
      app.agency.simulator.setDown(true)
    }).finally(() => app.agency.simulator.setDown(false))
    const notices = emails.filter((email) => email.subject.startsWith(subject))
    expect(notices).toHaveLength(1)
    const { text, html } = notices[0]!
    const completed = new Intl.DateTimeFormat(language === 1 ? 'en-US' : 'es-US', {
      dateStyle: 'long',
      timeZone: 'America/New_York',
    }).format(instant)
    for (const part of [says, '789', 'SSD', 'Student', completed]) expect(text).toContain(part)
    for (const secret of ['123456789', '6789', '56789']) expect(`${text}${html}`).not.toContain(secret)
    const { completion_report_id } = (await reportingState(await app.ctx(), student_course_id))!
    const repeatedEmails = await sentBy(async () =>
      (await system()).tx((ctx) => ctx.emit(reportOwed, { completion_report_id })),
    )
    expect(repeatedEmails.filter((email) => email.subject.startsWith(subject))).toEqual([])
    const openedRows = await read`
    select 1 from platform.audit_event
    where action = 'personalData.open' and subject = ${`student_course_id:${student_course_id}`}
      and after ->> 'purpose' = 'notice'`
    expect(openedRows.count).toBeGreaterThan(0)
  },
)

test('sends no such notice for other states', async () => {
  await setLanguageAndState(1, florida)
  const emails = await sentBy(() => passCourse(app, student, 2, '123456789'))
  expect(emails.filter(({ subject }) => subject.startsWith('Notice of completion'))).toEqual([])
})

test('the event history of the student lists these emails in both languages', async () => {
  const reader = await addSomeone(app, 'SSD', 1)
  const history = async (lk_language_id: number) => {
    await read`update identity.person set lk_language_id = ${lk_language_id} where user_id = ${reader.user_id}`
    return JSON.stringify((await reader.get(`/user/eventhistory/fetch?user_id=${student}&limit=100`)).body)
  }
  const english = await history(1)
  for (const line of ['certificate shipped', 'completion reported', 'New York notice of completion'])
    expect(english).toContain(`Email sent: ${line}.`)
  const spanish = await history(2)
  for (const line of [
    'certificado enviado por correo postal',
    'finalización del curso informada',
    'aviso de finalización',
  ])
    expect(spanish).toContain(`Correo enviado: ${line}`)
})
